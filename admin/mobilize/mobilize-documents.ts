import type { Document } from '../osdi/source/source.js'

/* Records of Mobilize as documents of the OSDI family. */

/** A record of Mobilize: no field of it is certain. */
export type MobilizeRecord = Record<string, unknown>

/** Returns an event for each timeslot: an event here has one start. */
export function mobilizeEvents(event: MobilizeRecord): Document[] {
  const timeslots = (event['timeslots'] ?? []) as MobilizeRecord[]
  return timeslots.map((timeslot): Document => eventAt(event, timeslot))
}

/** Returns the dates of an event by their start, where it has several timeslots. */
export function mobilizeSeries({ id, timeslots }: MobilizeRecord): { id: string; dates: string[] }[] {
  const all = (Array.isArray(timeslots) ? timeslots : []) as MobilizeRecord[]
  const sorted = all.toSorted((one, other) => Number(one['start_date']) - Number(other['start_date']))
  const dates = sorted.map((timeslot) => `${String(id)}-${String(timeslot['id'])}`)
  return dates.length > 1 ? [{ id: String(id), dates }] : []
}

/** Fields of an event that are read here; all others are reported where they have a value. */
const READ = new Set([
  'id',
  'title',
  'summary',
  'description',
  'timeslots',
  'timezone',
  'location',
  'browser_url',
  'sponsor',
  'featured_image_url',
  'created_date',
  'modified_date',
  'visibility',
  'address_visibility',
  'is_virtual',
])

function eventAt(event: MobilizeRecord, timeslot: MobilizeRecord): Document {
  const { title, summary, description, timezone, location, browser_url, featured_image_url } = event
  const id = `${String(event['id'])}-${String(timeslot['id'])}`
  const others = Object.entries<unknown>(event).filter(([name]) => !READ.has(name))
  const max = timeslot['max_attendees']
  return {
    ...Object.fromEntries(others),
    identifiers: [`mobilize:${id}`],
    ...datesOf(event),
    origin_system: 'Mobilize',
    title,
    ...(Boolean(summary) && { name: summary }),
    description,
    ...(Boolean(browser_url) && { browser_url: browser_url }),
    ...(Boolean(featured_image_url) && { featured_image_url: featured_image_url }),
    start_date: wallClockOf(timeslot['start_date'], timezone),
    end_date: wallClockOf(timeslot['end_date'], timezone),
    ...(Boolean(timezone) && { timezone_identifier: timezone }),
    status: 'confirmed',
    visibility: textIn(event['visibility'], 'PUBLIC').toLowerCase(),
    ...(textIn(event['visibility'], 'PUBLIC') !== 'PUBLIC' && { 'mobilize:hidden': true }),
    ...(Boolean(location) && { location: addressOf(location as MobilizeRecord) }),
    'mobilize:attendance_mode': event['is_virtual'] === true || !location ? 'online' : 'in_person',
    ...(event['address_visibility'] === 'PRIVATE' && { 'mobilize:address_shown': 'guests' }),
    ...(typeof max === 'number' && { capacity: max }),
    _links: { self: { href: `http://localhost/events/${id}` } },
  }
}

function addressOf(location: MobilizeRecord): Document {
  const { venue, address_lines, locality, region, postal_code, country } = location
  return { venue, address_lines, locality, region, postal_code, country: country || 'US' }
}

/** Returns a person. */
export function mobilizePerson(person: MobilizeRecord): Document {
  const { given_name, family_name, email_addresses, phone_numbers, postal_addresses } = person
  const addresses = ((postal_addresses ?? []) as MobilizeRecord[]).filter(({ postal_code }) => Boolean(postal_code))
  return {
    identifiers: [`mobilize:${String(person['id'])}`],
    ...datesOf(person),
    ...(Boolean(given_name) && { given_name: given_name }),
    ...(Boolean(family_name) && { family_name: family_name }),
    email_addresses: withValue(email_addresses, 'address'),
    phone_numbers: withValue(phone_numbers, 'number').map((each) => ({
      ...each,
      ...(person['sms_opt_in_status'] === 'OPT_OUT' && { status: 'unsubscribed' }),
      ...(person['sms_opt_in_status'] === 'OPT_IN' && { status: 'subscribed' }),
    })),
    ...(addresses.length > 0 && { postal_addresses: addresses }),
    ...(Boolean(person['blocked_date']) && { blocked_date: isoOf(person['blocked_date']) }),
    _links: { self: { href: `http://localhost/people/${String(person['id'])}` } },
  }
}

const textIn = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise)

const withValue = (list: unknown, name: string): MobilizeRecord[] =>
  (Array.isArray(list) ? (list as MobilizeRecord[]) : []).filter((each) => Boolean(each[name]))

/** Statuses that are answers; any other one is refused as it is. */
const STATUSES: Record<string, string> = {
  REGISTERED: 'accepted',
  CONFIRMED: 'accepted',
  CANCELLED: 'declined',
}

/** Returns an attendance. @param shift the id of the event of its timeslot */
export function mobilizeAttendance(attendance: MobilizeRecord, shift: string): Document {
  const { id, person, status, attended, custom_signup_field_values: answers } = attendance
  const said = textIn(status)
  return {
    identifiers: [`mobilize:${String(id)}`],
    ...datesOf(attendance),
    status: STATUSES[said] ?? said,
    ...(attended === true && {
      'mobilize:attended': true,
      'mobilize:attended_date': isoOf(attendance['modified_date']),
    }),
    ...(Array.isArray(answers) && answers.length > 0 && { custom_signup_field_values: answers }),
    _links: {
      self: { href: `http://localhost/events/${shift}/attendances/${String(id)}` },
      'osdi:person': {
        href: `http://localhost/people/${String((person as MobilizeRecord | undefined)?.['id'])}`,
      },
    },
  }
}

const datesOf = (record: MobilizeRecord) => ({
  created_date: isoOf(record['created_date']),
  modified_date: isoOf(record['modified_date'] ?? record['created_date']),
})

/** Returns Unix seconds as ISO 8601; undefined for what is none. */
const isoOf = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' && Math.abs(seconds) < 8e12
    ? `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`
    : undefined

/** Returns the clock at the venue, with the nominal Z that events have. */
function wallClockOf(seconds: unknown, timezone: unknown): string | undefined {
  const utc = isoOf(seconds)
  if (utc === undefined || typeof timezone !== 'string') return utc
  try {
    const parts = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }).format(new Date(utc))
    return `${parts.replace(' ', 'T')}Z`
  } catch {
    return utc
  }
}
