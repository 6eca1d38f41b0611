import { randomUUID } from 'node:crypto'
import { picklist, pipe, transform } from 'valibot'
import { HOSTING } from '../../lib/campaigns/campaign-fields.js'
import { changedCampaign, newCampaign } from '../../lib/campaigns/event-campaign.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { day, text } from '../../lib/fields/values.js'
import { command, family } from '../command.js'
import { orMissing } from '../errors.js'
import { UserError } from '../../local/user-error.js'
import { omitUndefined } from '../output/omit-undefined.js'
import { questions } from './event/questions.js'
import { group, describeOwner, limit, optional, orNone, required } from '../options.js'
import { formatDetails, formatTable } from '../output/format.js'
import { wholeList } from '../whole-list.js'

const create = command({
  name: 'create',
  does: 'Make an event campaign of a group',
  example: 'event-campaign create --group 6f2b8f5e-… --title "Days of Action" --origin-system "River Friends"',
  options: {
    group,
    title: required('--title <title>', 'what the campaign is called', text),
    origin_system: required('--origin-system <name>', 'where the campaign came from, for people', text),
    questions,
  },
  run: async ({ group, title, origin_system, questions }, { open }) => {
    const owner: Owner = `group:${group}`
    const { owners, campaigns } = await open()
    const principal = await orMissing(owners.principalOf(owner), describeOwner(owner))
    const draft = { title, origin_system, ...(questions && { questions }) }
    const campaign = newCampaign(draft, { id: randomUUID(), principal, now: new Date() })
    await campaigns.create(campaign)
    const { id, created_date } = campaign
    return { json: campaign, text: formatDetails({ id, owner, title, origin_system, created_date }) }
  },
})

const list = command({
  name: 'list',
  does: 'List the event campaigns of a group, newest first',
  example: 'event-campaign list --group 6f2b8f5e-…',
  options: { group, limit },
  run: async ({ group, limit }, { open }) => {
    const owner: Owner = `group:${group}`
    const { owners, campaigns } = await open()
    await orMissing(owners.findGroup(group), describeOwner(owner))
    const found = await wholeList((page) => campaigns.list(owner, page), limit)
    const rows = found.map(({ id, title, origin_system, created_date }) => ({
      id,
      title,
      origin_system,
      created_date,
    }))
    return { json: found, text: formatTable(rows, 'The group has no event campaigns.') }
  },
})

const onOrOff = pipe(
  picklist(['on', 'off'], 'must be on or off'),
  transform((word) => word === 'on'),
)

const update = command({
  name: 'update',
  does: 'Change whether supporters host events of a campaign, and its questions; `none` clears a day',
  example: 'event-campaign update 4422e285-… --hosting reviewed --hosting-from 2027-01-10 --json',
  options: {
    id: required('<id>', 'id of the campaign', text),
    hosting: optional(
      '--hosting <kind>',
      'off, reviewed: the team looks at each event first, or open',
      picklist(HOSTING, `must be ${HOSTING.join(', ')}`),
    ),
    hosting_from: orNone(optional('--hosting-from <day>', 'first day on which their events may start', day)),
    hosting_until: orNone(optional('--hosting-until <day>', 'last day on which their events may start', day)),
    questions: orNone(questions),
    hosting_contacts: optional('--hosting-contacts <on|off>', 'whether hosts see contacts of guests', onOrOff),
  },
  run: async ({ id, ...sent }, { open }) => {
    const { campaigns } = await open()
    const owner = await campaigns.ownerOf(id)
    if (!owner) throw new UserError(`There is no event campaign with the id ${id}.`)
    const change = omitUndefined(sent)
    const campaign = await campaigns.change(
      owner,
      id,
      async (before) => changedCampaign(before, change, new Date()),
      'leave out',
    )
    const { title, hosting = 'off', hosting_from, hosting_until, hosting_contacts = false } = campaign
    return {
      json: campaign,
      text: formatDetails({ id, title, hosting, hosting_from, hosting_until, hosting_contacts }),
    }
  },
})

export const eventCampaignCommands = family(
  'event-campaign',
  'Event campaigns of a group',
  'event-campaign list --group 6f2b8f5e-… --json',
  [create, update, list],
  'campaign',
)
