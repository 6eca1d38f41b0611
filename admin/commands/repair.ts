import { indexChanges } from '../../lib/dynamodb/audit/index-changes.js'
import { placeEvents } from '../../lib/dynamodb/audit/place-events.js'
import { sweep } from '../../lib/dynamodb/lists/sweep.js'
import { command } from '../command.js'

export const repairCommand = command({
  name: 'repair',
  does: 'Number members of hot lists that still wait for a place, and list what is older than the lists of actions and the index over changes',
  example: 'repair --json',
  options: {},
  run: async (_, { open }) => {
    const { table } = await open()
    const { found: numbered } = await sweep(table, new Date())
    const placed = await placeEvents(table)
    const indexed = await indexChanges(table)
    return {
      json: { numbered, placed, indexed },
      text: [
        numbered === 0 ? 'Nobody was waiting for a place.' : `Members numbered: ${numbered}`,
        placed === 0 ? 'Every event is listed where it should be.' : `Events listed among actions: ${placed}`,
        indexed === 0 ? 'Every change is in its index.' : `Changes put into their index: ${indexed}`,
      ].join('\n'),
    }
  },
})
