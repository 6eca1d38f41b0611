import { sweep } from '../../lib/dynamodb/numbering.js'
import { command } from '../command.js'

export const repairCommand = command({
  name: 'repair',
  does: 'Number the members of hot lists that still wait for a place, as the sweeper does every minute',
  example: 'repair --json',
  options: {},
  run: async (_, { open }) => {
    const { table } = await open()
    const numbered = await sweep(table, new Date())
    return {
      json: { numbered },
      text: numbered === 0 ? 'Nobody was waiting for a place.' : `Members numbered: ${numbered}`,
    }
  },
})
