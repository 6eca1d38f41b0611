import { indexChanges } from '../../lib/dynamodb/repair/index-changes.js'
import { listActions } from '../../lib/dynamodb/repair/list-actions.js'
import { sweep } from '../../lib/dynamodb/lists/sweep.js'
import { command } from '../command.js'

export const repairCommand = command({
  name: 'repair',
  does: 'Assign ordinals to pending members of contended lists, and add older items to the lists of actions and the index over changes',
  example: 'repair --json',
  options: {},
  run: async (_, { open }) => {
    const { table } = await open()
    const { found: assigned } = await sweep(table, new Date())
    const placed = await listActions(table)
    const indexed = await indexChanges(table)
    return {
      json: { numbered: assigned, placed, indexed },
      text: [
        assigned === 0
          ? 'No member of a list was pending.'
          : `Pending members that got their ordinal: ${assigned}`,
        placed === 0 ? 'Every event is listed where it should be.' : `Events listed among actions: ${placed}`,
        indexed === 0 ? 'Every change is in its index.' : `Changes put into their index: ${indexed}`,
      ].join('\n'),
    }
  },
})
