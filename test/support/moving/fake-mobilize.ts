import { listen } from '../given/installation.js'
import { numbersOf } from './fake-action-network.js'

/*
 * A service that answers as the public documentation of Mobilize says: pages by `next`, Unix times, timeslots, and
 * faults now and then. Its records are as odd as those of an organization that has used it for years.
 */

export const ORGANIZATION = 77

export interface MobilizeSizes {
  people: number
  events: number
  /** For each event, on average. */
  attendances: number
}

export interface MobilizeRecords {
  people: any[]
  events: any[]
  /** By the id of the event. */
  attendances: Map<number, any[]>
}

const HOUR = 3_600
const START = Date.UTC(2024, 0, 1) / 1_000

/** Makes the records of an organization with oddities of every kind. */
export function oddOrganization(seed: number, sizes: MobilizeSizes): MobilizeRecords {
  const next = numbersOf(seed)
  const some = (share: number) => next() < share
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value
  const dates = (i: number) => ({
    created_date: START + i * HOUR,
    modified_date: START + (i + (some(0.5) ? 0 : 500)) * HOUR,
  })
  const sponsor = { id: ORGANIZATION, name: 'River', slug: 'river' }
  const people = Array.from({ length: sizes.people }, (_, i) => ({
    id: 5_000 + i,
    ...dates(i),
    given_name: `Given${i}`,
    family_name: pick(['Ruiz', 'O’Hara', '李', '']),
    sms_opt_in_status: pick(['OPT_IN', 'OPT_OUT', 'UNSPECIFIED']),
    // One person may have two records, whose addresses differ in their case.
    email_addresses: [{ primary: true, address: `${some(0.1) ? 'P' : 'p'}${some(0.03) ? i >> 1 : i}@example.org` }],
    phone_numbers: [
      {
        primary: true,
        number: some(0.5) ? `202555${String(some(0.2) ? i % 9 : 1_000 + i).padStart(4, '0')}` : '',
      },
    ],
    postal_addresses: [{ primary: true, postal_code: some(0.8) ? '10003' : '' }],
    blocked_date: some(0.02) ? START : null,
  }))
  let timeslot = 0
  const events = Array.from({ length: sizes.events }, (_, i) => ({
    id: 700 + i,
    ...dates(i),
    title: some(0.05) ? '' : `Canvass ${i}`,
    summary: some(0.5) ? 'Doors' : '',
    description: '<p>Knock</p>',
    sponsor: some(0.1) ? { id: 78, name: 'Others' } : sponsor,
    timezone: pick(['America/New_York', 'America/Los_Angeles', 'Mars/Olympus', null]),
    event_type: pick(['CANVASS', 'PHONE_BANK']),
    visibility: some(0.2) ? 'PRIVATE' : 'PUBLIC',
    address_visibility: some(0.2) ? 'PRIVATE' : 'PUBLIC',
    is_virtual: some(0.2),
    browser_url: `https://m.example/event/${700 + i}/`,
    featured_image_url: some(0.3) ? 'https://m.example/picture.png' : '',
    contact: some(0.3) ? { name: 'Ana', email_address: 'ana@example.org' } : null,
    instructions: some(0.2) ? 'Bring a hat' : null,
    accessibility_notes: some(0.1) ? 'A ramp' : null,
    tags: [],
    location: some(0.2)
      ? null
      : {
          venue: 'Office',
          address_lines: ['204 E 13th St', some(0.2) ? 'Floor 2' : ''],
          locality: 'New York',
          region: 'NY',
          postal_code: '10003',
          country: pick(['US', '', null]),
          location: { latitude: 40.73, longitude: -73.98 },
        },
    timeslots: Array.from({ length: some(0.4) ? 1 : 2 + Math.floor(next() * 4) }, (_each, j) => {
      const start_date = Date.UTC(2031, 9, 30 + i + j, 14) / 1_000
      return {
        id: ++timeslot,
        start_date,
        end_date: start_date + 2 * HOUR,
        ...(some(0.3) && { max_attendees: 5 }),
      }
    }),
  }))
  let rsvps = 0
  const attendances = new Map(
    events.map(({ id, timeslots }) => [
      id,
      Array.from({ length: Math.floor(next() * 2 * sizes.attendances) }, (_, i) => ({
        id: 90_000 + ++rsvps,
        ...dates(i),
        person: pick(people),
        timeslot: some(0.03) ? { id: 999_999 } : { id: pick(timeslots).id },
        status: pick([
          'REGISTERED',
          'REGISTERED',
          'CONFIRMED',
          'CONFIRMED',
          'CANCELLED',
          some(0.1) ? 'PENDING' : 'REGISTERED',
        ]),
        attended: pick([null, true, false]),
        custom_signup_field_values: some(0.1) ? [{ name: 'Shirt', value: 'L' }] : [],
      })),
    ]),
  )
  return { people, events, attendances }
}

export interface FakeMobilize {
  base: string
  /** Calls back when so many requests have been answered. */
  after: (requests: number, then: () => void) => void
  close: () => void
}

/** Serves records as Mobilize does. Every fortieth request meets a fault. */
export async function fakeMobilize({ people, events, attendances }: MobilizeRecords): Promise<FakeMobilize> {
  let answered = 0
  const callbacks = new Map<number, () => void>()
  const { server, base } = await listen((request, response) => {
    callbacks.get(++answered)?.()
    const { pathname, searchParams } = new URL(request.url as string, 'http://x')
    const [kind, id, list] = pathname.replace(`/api/v2/organizations/${ORGANIZATION}/`, '').split('/')
    const all = kind === 'people' ? people : list ? attendances.get(Number(id)) : events
    const since = Number(searchParams.get('updated_since') ?? 0)
    const found = all?.filter(({ modified_date }) => modified_date >= since) ?? []
    const page = Number(searchParams.get('page') ?? 1)
    const size = Math.min(25, Number(searchParams.get('per_page') ?? 25))
    const hasNext = page * size < found.length
    const body = {
      count: found.length,
      previous: null,
      next: hasNext ? `${pathname}?page=${page + 1}` : null,
      data: found.slice((page - 1) * size, page * size),
    }
    const status = answered % 40 === 0 ? 503 : all ? 200 : 404
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    base,
    after: (requests, then) => void callbacks.set(answered + requests, then),
    close: () => void server.close(),
  }
}
