import { randomUUID } from 'node:crypto'
import { newCampaign } from '../../lib/domain/campaigns/event-campaign.js'
import type { Owner } from '../../lib/domain/access/principal.js'
import { text } from '../../lib/domain/fields/values.js'
import { command, family } from '../command.js'
import { orMissing } from '../errors.js'
import { group, describeOwner, limit, required } from '../options.js'
import { formatDetails, formatTable } from '../output/format.js'
import { wholeList } from '../whole-list.js'

const create = command({
  name: 'create',
  does: 'Make an event campaign of a group',
  example:
    'event-campaign create --group 6f2b8f5e-… --title "Days of Action" --origin-system "River Friends"',
  options: {
    group,
    title: required('--title <title>', 'what the campaign is called', text),
    origin_system: required('--origin-system <name>', 'where the campaign came from, for people', text),
  },
  run: async ({ group, title, origin_system }, { open }) => {
    const owner: Owner = `group:${group}`
    const { owners, campaigns } = await open()
    const principal = await orMissing(owners.principalOf(owner), describeOwner(owner))
    const draft = { title, origin_system }
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

export const eventCampaignCommands = family(
  'event-campaign',
  'Event campaigns of a group',
  'event-campaign list --group 6f2b8f5e-… --json',
  [create, list],
  'campaign',
)
