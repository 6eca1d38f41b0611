import { placeEvents } from '../../lib/dynamodb/place-events.js'
import { sweep } from '../../lib/dynamodb/numbering.js'
import { command } from '../command.js'

export const repairCommand = command({
  name: 'repair',
  does: 'Number members of hot lists that still wait for a place, and list events that are older than the lists of actions',
  example: 'repair --json',
  options: {},
  run: async (_, { open }) => {
    const { table } = await open()
    const numbered = await sweep(table, new Date())
    const placed = await placeEvents(table)
    return {
      json: { numbered, placed },
      text: [
        numbered === 0 ? 'Nobody was waiting for a place.' : `Members numbered: ${numbered}`,
        placed === 0 ? 'Every event is listed where it should be.' : `Events listed among actions: ${placed}`,
      ].join('\n'),
    }
  },
})
