import { command, family } from '../command.js'
import { orMissing } from '../errors.js'
import { eventRow } from '../output/event-row.js'
import { formatTable } from '../output/format.js'
import { describeOwner, limit, owner, ownerIn } from '../options.js'
import { wholeList } from '../whole-list.js'
import { requestCommand } from './approval/request.js'
import { cancel } from './event/cancel.js'
import { copyWeekCommand } from './event/copy-week.js'
import { create } from './event/create.js'
import { hostLinkCommand } from './event/host-link.js'
import { teamLinkCommand } from './manage/team-link.js'
import { update } from './event/update.js'

const list = command({
  name: 'list',
  does: 'List the events of a group or an account, newest first',
  example: 'event list --group 6f2b8f5e-… --limit 20',
  options: { ...owner, limit },
  run: async ({ limit, ...values }, { open }) => {
    const of = ownerIn(values)
    const { owners, events } = await open()
    await orMissing(owners.principalOf(of), describeOwner(of))
    const found = await wholeList((page) => events.list(of, page), limit)
    const rows = found.map((event) => ({ ...eventRow(event), origin: event.origin }))
    return { json: found, text: formatTable(rows, 'There are no events.') }
  },
})

export const eventCommands = family(
  'event',
  "Events; those made here are the organizer's own",
  'event list --group 6f2b8f5e-… --json',
  [create, update, cancel, copyWeekCommand, hostLinkCommand, teamLinkCommand, requestCommand, list],
)
