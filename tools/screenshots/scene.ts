import type { EventDraft, InterfaceFields, OsdiEvent } from '../../lib/domain/events/event.js'
import { recordEvent } from '../../lib/domain/events/record-event.js'
import { ownerStore } from '../../lib/dynamodb/stores/access/owner-store.js'
import { environment } from '../../lib/environment.js'
import { eventDependencies } from '../../lib/service/events.js'
import { createService, partOf, table as tableOf } from '../../lib/service.js'
import type { LocalServer } from '../../local/server.js'

/** The group, the events and the guests on the pictures. They are invented. */
export interface Scene {
  rally: OsdiEvent
  full: OsdiEvent
  /** Paths of the pages of two guests: one with a place, one who waits. */
  guest: string
  waiting: string
}

const locatedAt = (venue: string, street: string, locality: string, postal_code: string) => ({
  location: { venue, address_lines: [street], locality, region: 'IL', postal_code, country: 'US' },
})

const days = (number: number, clock: string) => ({
  wallClock: `${new Date(Date.now() + number * 24 * 3600 * 1000).toISOString().slice(0, 10)}T${clock}:00`,
})

const DESCRIPTION = `<p>The night we start: meet the team, pick your part of town, and leave with a plan, a partner and
a slice of pizza.</p><ul><li><b>6:00</b> Doors, coats, pizza (also vegan and halal)</li><li><b>6:30</b> What a shutoff
notice means, and how to stop one</li><li><b>7:00</b> Find your ward captain, choose a street</li></ul><p>New to this?
Half of the room will be. You need no experience.</p>`

const OTHERS: [title: string, day: number, fields: Partial<EventDraft & InterfaceFields>][] = [
  [
    'Letter evening for the utility board',
    19,
    locatedAt('Lincoln Library', '326 S 7th St', 'Springfield', '62701'),
  ],
  [
    'Door-knocking, ward 3',
    26,
    locatedAt('Comer Cox Park', '301 S Martin Luther King Dr', 'Springfield', '62703'),
  ],
  [
    'Soup and phone bank',
    33,
    { ...locatedAt('Priya’s kitchen', '12 Elm St', 'Decatur', '62521'), capacity: 8 },
  ],
  ['Chatham walks, strollers welcome', 40, locatedAt('Town square', '1 Main St', 'Chatham', '62629')],
  ['The day itself', 54, locatedAt('Old State Capitol', '1 Old State Capitol Plz', 'Springfield', '62701')],
]

/** Fills a fresh server. */
export async function setScene({ publicUrl, demo }: LocalServer): Promise<Scene> {
  const service = createService(environment())
  const table = partOf(service, tableOf)
  const principal = await ownerStore(table).principalOf(`group:${demo.group.id}`)
  const given = (draft: Partial<EventDraft> & { title: string }, made: Partial<InterfaceFields> = {}) =>
    recordEvent(
      { ...principal, key_id: 'none' },
      {
        draft: { origin_system: 'Interface', ...draft },
        event_campaign_id: demo.event_campaign.id,
        made_in_interface: { hidden: false, ...made },
      },
      [],
      eventDependencies(service),
    )
  const rally = await given(
    {
      title: 'Keep the Heat On: kickoff rally',
      description: DESCRIPTION,
      instructions: '<p>Come in by the ramp on Adams Street. Doors open at 5:30.</p>',
      start_date: days(12, '18:00'),
      end_date: days(12, '20:00'),
      ...locatedAt('Union Hall', '120 Main Street', 'Springfield', '62701'),
    },
    { capacity: 240, max_guests: 3, waitlist: true },
  )
  const full = await given(
    {
      title: 'Tenants’ assembly and potluck: what the new lease at 4400 Riverside means',
      description: '<p>Bring a dish, bring your lease. A housing lawyer reads it with us line by line.</p>',
      start_date: days(18, '18:30'),
      end_date: days(18, '21:00'),
      address_shown: 'guests',
      ...locatedAt('At Fatima’s', '4400 Riverside Dr', 'Peoria', '61602'),
    },
    { capacity: 3, max_guests: 1, waitlist: true },
  )
  for (const [title, day, { capacity, ...draft }] of OTHERS)
    await given(
      { title, start_date: days(day, '10:00'), end_date: days(day, '12:00'), ...draft },
      capacity === undefined ? {} : { capacity },
    )
  const rsvp = async (event: OsdiEvent, name: string, guests = 0) => {
    const [given_name, family_name] = name.split(' ')
    const address = `${name.toLowerCase().replace(/\W+/g, '.')}@example.org`
    const response = await fetch(`${publicUrl}/api/v2/events/${event.id}/attendances`, {
      method: 'POST',
      headers: { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        person: { given_name, family_name, email_addresses: [{ address }] },
        'service:guests': guests,
      }),
    })
    const { _links } = (await response.json()) as { _links: Record<string, { href: string }> }
    return new URL(_links['service:self_service']?.href ?? '').pathname
  }
  const guest = await rsvp(rally, 'Ana Whitfield-Reyes', 2)
  for (let i = 0; i < 40; i++)
    await rsvp(rally, `${FIRST[i % FIRST.length]} ${LAST[(i * 7) % LAST.length]}`, i % 3)
  for (const name of ['Idris Bello', 'Mei-Ling Zhou', 'Rosa Castellanos', 'Yusuf Abdi', 'Chidi Okafor'])
    await rsvp(full, name)
  const waiting = await rsvp(full, 'Olga Petrova', 1)
  return { rally, full, guest, waiting }
}

const FIRST = [
  'Ben',
  'Carla',
  'Dmitri',
  'Esi',
  'Farah',
  'Gus',
  'Hana',
  'Ivo',
  'Jun',
  'Kofi',
  'Lena',
  'Mo',
  'Nadia',
]
const LAST = [
  'Adeyemi',
  'Brandt',
  'Costa',
  'Diaz',
  'Eze',
  'Fuentes',
  'Grant',
  'Haddad',
  'Ito',
  'Jensen',
  'Khan',
]
