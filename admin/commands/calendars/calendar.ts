import type { Calendar } from '../../../lib/calendars/calendar.js'
import { calendarStore } from '../../../lib/calendars/store/calendar-store.js'
import { newSecret } from '../../../lib/access/store/secret-store.js'
import { text } from '../../../lib/fields/values.js'
import { pathOf } from '../../../lib/calendars/icalendar/address.js'
import { command, family } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { type Values, describeOwner, optional, owner, ownerIn, required } from '../../options.js'
import { formatDetails, formatTable } from '../../output/format.js'
import { baseOf } from '../../site.js'
import type { Stores } from '../../stores.js'

const scope = {
  ...owner,
  campaign: optional('--campaign <id>', 'id of an event campaign: only its events', text),
  event: optional('--event <id>', 'id of an event: only this one', text),
}

const create = command({
  name: 'create',
  does: 'Make a calendar to subscribe to without a key, and show its address this one time',
  example: 'calendar create --group 6f2b8f5e-… --json',
  options: {
    ...scope,
    title: optional('--title <title>', "what programs call it; the group's, campaign's or event's own", text),
  },
  run: async (values, { open, settings }) => {
    const base = baseOf(settings())
    const stores = await open()
    const found = await calendarOf(values, stores)
    const secret = newSecret()
    const calendar = { ...found, title: values.title ?? found.title }
    const id = await calendarStore(stores.table).create(secret, calendar, new Date())
    const address = base + pathOf(secret)
    return {
      json: { id, address, ...calendar },
      text: `${formatDetails({ id, address, title: calendar.title })}\n\nKeep the address now: only its hash is stored, it cannot be shown again.`,
    }
  },
})

const list = command({
  name: 'list',
  does: 'List the calendars of a group or an account, also of their campaigns and events, without the addresses',
  example: 'calendar list --group 6f2b8f5e-…',
  options: owner,
  run: async (values, { open }) => {
    const of = ownerIn(values)
    const { owners, table } = await open()
    await orMissing(owners.principalOf(of), describeOwner(of))
    const found = (await calendarStore(table).list(of))
      .map(({ hash: _hash, ...calendar }) => calendar)
      .sort((one, other) => other.created_date.localeCompare(one.created_date))
    const rows = found.map(({ id, title, event_campaign_id, event_id, created_date, revoked_date }) => ({
      id,
      title,
      of: event_id ? `event ${event_id}` : event_campaign_id ? `campaign ${event_campaign_id}` : 'all events',
      created_date,
      revoked_date: revoked_date ?? '-',
    }))
    return { json: found, text: formatTable(rows, 'There are no calendars.') }
  },
})

const revoke = command({
  name: 'revoke',
  does: 'Revoke a calendar for ever; its address works nowhere after 60 seconds',
  example: 'calendar revoke 0f6b1c2d-…',
  options: { id: required('<id>', 'id of the calendar', text) },
  run: async ({ id }, { open }) => {
    const { table } = await open()
    await orMissing(calendarStore(table).revoke(id, new Date()), `calendar with the id ${id}`)
    return {
      json: { id, revoked: true },
      text: `The calendar ${id} is revoked; its address works nowhere after 60 seconds.`,
    }
  },
})

export const calendarCommands = family(
  'calendar',
  'Calendars that anybody with their address may subscribe to',
  'calendar create --group 6f2b8f5e-… --json',
  [create, list, revoke],
)

/** @throws UsageError unless exactly one of the four is given; OsdiError not_found */
async function calendarOf(
  { group, account, campaign, event }: Values<typeof scope>,
  { owners, campaigns, events }: Stores,
): Promise<Calendar> {
  if ([group, account, campaign, event].filter((each) => each !== undefined).length !== 1)
    throw new UsageError('Give one of --group <id>, --account <id>, --campaign <id> and --event <id>.')
  if (campaign !== undefined) {
    const { owner, title } = await orMissing(ofAnyone(campaigns, campaign), `event campaign with the id ${campaign}`)
    return { owner, event_campaign_id: campaign, title }
  }
  if (event !== undefined) {
    const { owner, title } = await orMissing(ofAnyone(events, event), `event with the id ${event}`)
    return { owner, event_id: event, title }
  }
  const of = ownerIn({ group, account })
  const { sponsor } = await orMissing(owners.principalOf(of), describeOwner(of))
  return { owner: of, title: sponsor?.title ?? 'Events' }
}
