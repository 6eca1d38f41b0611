import { actionLabel } from '../../../lib/events/origin.js'
import { text } from '../../../lib/fields/values.js'
import { command } from '../../command.js'
import { limit, optional, owner, ownerIn } from '../../options.js'
import { formatTable } from '../../output/format.js'
import { wholeList } from '../../whole-list.js'
import { existing } from './existing.js'

export const actions = command({
  name: 'actions',
  does: 'List the events whose people can be looked for, most recently selectable first',
  example: 'target actions --group 6f2b8f5e-… --title rally',
  options: {
    ...owner,
    title: optional('--title <text>', 'only those with this in their title', text),
    limit,
  },
  run: async ({ title = '', limit, ...values }, { open }) => {
    const { of, events } = await existing(ownerIn(values), open)
    const all = await wholeList((page) => events.listSelectable(of, page), title ? undefined : limit)
    const found = all
      .filter((event) => event.title.toLowerCase().includes(title.toLowerCase()))
      .slice(0, limit)
      .map((event) => ({ label: actionLabel(event), ...event }))
    const rows = found.map(({ id, label, total_accepted }) => ({ id, label, accepted: total_accepted }))
    return { json: found, text: formatTable(rows, 'There are no events whose people can be looked for.') }
  },
})
