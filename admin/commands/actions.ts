import { command } from '../command.js'
import { orMissing } from '../errors.js'
import { eventRow } from '../output/event-row.js'
import { describeOwner, limit, owner, ownerIn } from '../options.js'
import { formatTable } from '../output/format.js'
import { wholeList } from '../whole-list.js'

export const actionsCommand = command({
  name: 'actions',
  does: 'List all actions as a dashboard would, newest first: events made here, never those of the API',
  example: 'actions --group 6f2b8f5e-…',
  options: { ...owner, limit },
  run: async ({ limit, ...values }, { open }) => {
    const of = ownerIn(values)
    const { owners, events } = await open()
    await orMissing(owners.principalOf(of), describeOwner(of))
    const found = await wholeList((page) => events.listActions(of, page), limit)
    return { json: found, text: formatTable(found.map(eventRow), 'There are no actions.') }
  },
})
