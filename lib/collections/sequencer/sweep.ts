import { inParallel, inPieces } from '../../table/in-parallel.js'
import { assignOrdinals } from './assign-ordinals.js'
import { BATCH } from './ranges.js'
import { type MayBeDue, everyPartition } from '../due-partitions.js'
import { log } from '../../runtime/log.js'
import { personOfMember } from '../numbered-list.js'
import type { OnCount } from '../append-at.js'
import type { OtherWork } from './assign-from-stream.js'
import { pendingIn, pendingPartitions, deferredWorkOf } from '../pending.js'
import { queryPages } from '../../table/reads.js'
import type { Table } from '../../table/table.js'

/** The result of a sweep. */
export interface Sweep {
  /** Pending members that it found. */
  found: number
  /** Whether it looked at all of them; if not, its deadline came first, and the next sweep goes on. */
  isComplete: boolean
}

/** Lists of one page of the index that are worked on at the same time. */
const LISTS_AT_ONCE = 4

/**
 * Assigns ordinals to the members that have been pending since before a time, which the stream missed. Reads the index
 * of pending members page by page, so that its memory does not grow with them. A list that fails is left to the next
 * sweep and keeps no other list from its ordinals.
 * @param deadline after which no further batch begins, in milliseconds since 1970; a batch may take some seconds
 * @param mayBeDue leaves partitions out in which nothing was pending before that time
 * @throws what the first failing list threw, at the end
 */
export async function sweep(
  table: Table,
  before: Date,
  onCount: OnCount,
  otherWork: OtherWork,
  deadline = Infinity,
  mayBeDue: MayBeDue = everyPartition,
): Promise<Sweep> {
  const failures = new Map<string, Error>()
  let found = 0
  const isOver = () => Date.now() >= deadline
  const assignAll = async (list: string, people: string[]) => {
    try {
      const work = deferredWorkOf(list)
      if (work) return await otherWork(work)
      for (const batch of inPieces(people, BATCH)) {
        if (isOver() || failures.has(list)) return
        await assignOrdinals(table, list, batch, onCount)
      }
    } catch (error) {
      log({ level: 'error', message: `Cannot sweep ${list}: ${String(error)}` })
      failures.set(list, error as Error)
    }
  }
  for (const partition of inRandomOrder(pendingPartitions()).filter(mayBeDue)) {
    for await (const page of queryPages(table, pendingIn(partition, before))) {
      const lists = Map.groupBy(page, ({ waits_for }) => waits_for as string)
      await inParallel([...lists], LISTS_AT_ONCE, ([list, members]) => assignAll(list, members.map(personOfMember)))
      found += page.length
      if (isOver()) break
    }
    if (isOver()) break
  }
  const [failure] = failures.values()
  if (failure) throw failure
  return { found, isComplete: !isOver() }
}

/** From a random one on: sweeps that end early do not leave the same partitions out every time. */
function inRandomOrder(partitions: string[]): string[] {
  const first = Math.floor(Math.random() * partitions.length)
  return [...partitions.slice(first), ...partitions.slice(0, first)]
}
