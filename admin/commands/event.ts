import { randomUUID } from 'node:crypto'
import { ensureLocationTable } from '../../infra/location-table.js'
import { recordEvent } from '../../lib/domain/record-event.js'
import { readGeocoding } from '../../lib/environment.js'
import { geocoderOf } from '../../lib/geocode/geocoder.js'
import { country, moment, text, timeZone, webAddress } from '../../lib/domain/fields/values.js'
import { command, family } from '../command.js'
import { orMissing } from '../errors.js'
import { eventRow } from '../event-row.js'
import {
  flag,
  describeOwner,
  limit,
  optional,
  owner,
  ownerIn,
  positiveInteger,
  required,
} from '../options.js'
import { formatDetails, formatTable } from '../format.js'
import { omitUndefined } from '../omit-undefined.js'
import { wholeList } from '../whole-list.js'

const create = command({
  name: 'create',
  does: "Make an event as the organiser's own interface would",
  example:
    'event create --group 6f2b8f5e-… --title "Phone bank" --origin-system Turnout --capacity 40 --json',
  options: {
    ...owner,
    title: required('--title <title>', 'what the event is called', text),
    origin_system: required('--origin-system <name>', 'where the event came from, for people', text),
    name: optional('--name <name>', 'what the organisers call it among themselves', text),
    description: optional('--description <html>', 'what it is about', text),
    instructions: optional('--instructions <html>', 'what attendees are told', text),
    capacity: optional('--capacity <number>', 'most RSVPs that are accepted', positiveInteger()),
    featured_image_url: optional('--featured-image-url <url>', 'address of the banner image', webAddress),
    browser_url: optional('--browser-url <url>', "address of the event's public page", webAddress),
    hidden: flag('--hidden', 'hide it in the interface'),
    start_date: optional('--start-date <date>', 'wall clock at the venue: 2026-11-03T18:30', moment),
    end_date: optional('--end-date <date>', 'wall clock at the venue', moment),
    timezone_identifier: optional(
      '--timezone <name>',
      "where it is not the venue's: Europe/London",
      timeZone,
    ),
    venue: optional('--venue <name>', 'where it takes place', text),
    address: optional('--address <line>', 'street and number', text),
    locality: optional('--locality <name>', 'city', text),
    region: optional('--region <code>', 'state or province: CO', text),
    postal_code: optional('--postal-code <code>', 'postal code', text),
    country: optional('--country <code>', 'two letters; US without it', country),
    campaign: optional('--event-campaign <id>', 'id of a campaign of the same owner', text),
  },
  run: async (values, { open, settings }) => {
    const of = ownerIn(values)
    const { nativePrefix } = settings()
    const { owners, campaigns, events } = await open()
    const principal = { ...(await orMissing(owners.principalOf(of), describeOwner(of))), key_id: 'admin' }
    const campaign = values.campaign
    if (campaign)
      await orMissing(campaigns.find(of, campaign), `event campaign with the id ${campaign} of this owner`)

    const { venue, address, locality, region, postal_code, country } = values
    const location = omitUndefined({
      venue,
      address_lines: address && [address],
      locality,
      region,
      postal_code,
      country,
    })
    const { title, origin_system, name, description, instructions, browser_url } = values
    const { start_date, end_date, timezone_identifier } = values
    const optionals = omitUndefined({
      ...{ name, description, instructions, browser_url },
      ...{ start_date, end_date, timezone_identifier },
    })
    const { capacity, featured_image_url, hidden = false } = values
    const event = await recordEvent(
      principal,
      {
        draft: { title, origin_system, ...optionals, location },
        event_campaign_id: campaign,
        made_in_interface: { ...omitUndefined({ capacity, featured_image_url }), hidden },
      },
      [],
      {
        events,
        findRole: (group, person) => owners.findRole(group, person),
        geocode: geocoderOf({ ...readGeocoding(), locationTable: await ensureLocationTable() }),
        nativePrefix,
        now: () => new Date(),
        newId: () => randomUUID(),
      },
    )
    return {
      json: event,
      text: formatDetails({ id: event.id, title, start_date: event.start_date, capacity }),
    }
  },
})

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
  "Events; those made here are the organiser's own",
  'event list --group 6f2b8f5e-… --json',
  [create, list],
)
