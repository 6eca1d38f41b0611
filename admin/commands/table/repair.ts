import { indexNames } from '../../../lib/repair/index-names.js'
import { planForgetting } from '../../../lib/repair/plan-forgetting.js'
import { sweep } from '../../../lib/app/sequencer.js'
import { command } from '../../command.js'

export const repairCommand = command({
  name: 'repair',
  does: 'Assign ordinals to pending members of lists, complete the search, and plan what an import leaves to plan',
  example: 'repair --json',
  options: {},
  run: async (_, { open }) => {
    const { table } = await open()
    const { found: assigned } = await sweep(table, new Date())
    const found = await indexNames(table)
    const forgetting = await planForgetting(table)
    return {
      json: { numbered: assigned, found, forgetting },
      text: [
        assigned === 0 ? 'No member of a list was pending.' : `Pending members that got their ordinal: ${assigned}`,
        found === 0
          ? 'People and events are found as they are.'
          : `People and events that are now found as they are: ${found}`,
        ...(forgetting === 0 ? [] : [`Owners whose people are forgotten from now on: ${forgetting}`]),
      ].join('\n'),
    }
  },
})
