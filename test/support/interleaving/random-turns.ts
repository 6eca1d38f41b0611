import { setImmediate as turn } from 'node:timers/promises'
import type { Table } from '../../../lib/table/table.js'
import { tableOf } from './explore.js'
import type { MemoryTable } from './memory-table.js'

/** A table in memory as one of several processes sees it: their commands take turns at random. */
export const takingTurns = (memory: MemoryTable): Table =>
  tableOf(async (request) => {
    await pass()
    const answer = structuredClone(memory.run(structuredClone(request)))
    await pass()
    return answer
  })

async function pass(): Promise<void> {
  for (let turns = Math.floor(Math.random() * 4); turns > 0; turns--) await turn()
}
