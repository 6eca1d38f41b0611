import { describe, expect, it } from 'vitest'
import type { Body } from '../../../../lib/fields/field.js'
import type { OsdiEvent } from '../../../../lib/events/event.js'
import type { Site } from '../../../../lib/runtime/site.js'
import * as v1 from '../../../../lib/events/documents/event.v1.js'
import * as v2 from '../../../../lib/events/documents/event.v2.js'
import { has } from '../../../support/rooms.js'

const site: Site = {
  publicUrl: 'https://events.example.org',
  nativePrefix: 'service',
  defaultOriginSystem: undefined,
}

const ID = '11111111-1111-4111-8111-111111111111'
const CREATOR = '22222222-2222-4222-8222-222222222222'
const CAMPAIGN = '33333333-3333-4333-8333-333333333333'

const least: OsdiEvent = {
  id: ID,
  owner: 'group:one',
  origin: 'api',
  identifiers: ['example:1'],
  origin_system: 'Example',
  title: 'Phone bank',
  location: {
    region: 'DC',
    country: 'US',
    language: 'en',
    location: { latitude: 38, longitude: -97, accuracy: 'Approximate' },
  },
  hidden: false,
  creator: CREATOR,
  organizer: CREATOR,
  explicit_creator: false,
  created_date: '2026-11-21T10:00:00.123Z',
  modified_date: '2026-11-21T11:00:00.999Z',
  revision: 1,
  total_attendances: 0,
  totals: {
    accepted: 0,
    declined: 0,
    waitlisted: 0,
    requested: 0,
    attended: 0,
    attended_guests: 0,
    guests: 0,
    confirmed: 0,
  },
  total_accepted: 3,
}

const most: OsdiEvent = {
  ...least,
  description: '<p>Calls</p>',
  instructions: 'Bring a phone',
  start_date: '2026-12-01T18:30:00',
  start_date_utc: '2026-12-01T23:30:00.000Z',
  event_campaign_id: CAMPAIGN,
  sponsor: { title: 'Friends', browser_url: 'https://friends.example.org' },
}

/** Version 1 requires a postal code. */
const LOCATION = { postal_code: '20009' }

const versions = [
  {
    version: 'v1',
    serialize: (event: OsdiEvent) => v1.eventResource(site, event, new Map()),
    read: (body: Body) => v1.readNewEvent(site, body),
    readChange: (body: Body) => v1.readEventChange(site, body),
    title: 'summary',
    origin_system: 'originating_system',
    instructions: 'service:event_instructions',
    start_date: 'start',
    attendances: 'osdi:attendance',
  },
  {
    version: 'v2',
    serialize: (event: OsdiEvent) => v2.eventResource(site, event),
    read: (body: Body) => v2.readNewEvent(site, body),
    readChange: (body: Body) => v2.readEventChange(site, body, ID),
    title: 'title',
    origin_system: 'origin_system',
    instructions: 'instructions',
    start_date: 'start_date',
    attendances: 'osdi:attendances',
  },
] as const

describe.each(versions)('an event in $version', (names) => {
  const { version, serialize, read, readChange } = names
  const base = `https://events.example.org/api/${version}`

  it('is a document with the values that it has', () => {
    expect(serialize(most)).toMatchObject({
      identifiers: [`service:${ID}`, 'example:1'],
      [names.origin_system]: 'Example',
      [names.title]: 'Phone bank',
      description: '<p>Calls</p>',
      [names.instructions]: 'Bring a phone',
      [names.start_date]: '2026-12-01T18:30:00Z',
      location: most.location,
      total_accepted: 3,
      'service:event_campaign_id': CAMPAIGN,
      'service:sponsor': { [names.title]: 'Friends' },
    })
  })

  it('has no field without a value', () => {
    const document = serialize(least)
    for (const field of ['description', names.instructions, names.start_date, 'service:event_campaign_id'])
      expect(document).not.toHaveProperty([field])
    for (const relation of ['service:event_campaign', 'service:calendar'])
      expect(document._links).not.toHaveProperty([relation])
  })

  it('links to itself and to its relations by absolute addresses, with curies', () => {
    expect(serialize(most)._links).toMatchObject({
      self: { href: `${base}/events/${ID}` },
      'osdi:creator': { href: `${base}/people/${CREATOR}` },
      'osdi:organizer': { href: `${base}/people/${CREATOR}` },
      'service:event_campaign': { href: `${base}/event_campaigns/${CAMPAIGN}` },
      ...(has('calendars') && { 'service:calendar': { href: `${base}/events/${ID}/calendar.ics` } }),
      curies: [{ name: 'osdi' }, { name: 'service' }],
    })
    expect(serialize(most)._links[names.attendances]).toMatchObject({
      href: expect.stringContaining(`${base}/events/${ID}/`),
    })
  })

  it('shows seconds in UTC', () => {
    expect(Object.values(serialize(least))).toContain('2026-11-21T10:00:00Z')
    expect(Object.values(serialize(least))).toContain('2026-11-21T11:00:00Z')
  })

  it('is read from a body under the names of the domain', () => {
    const body = {
      [names.title]: 'Phone bank',
      [names.origin_system]: 'Example',
      [names.instructions]: 'Bring a phone',
      location: LOCATION,
    }
    const { draft, ignored } = read(body)
    expect(draft).toMatchObject({
      title: 'Phone bank',
      origin_system: 'Example',
      instructions: 'Bring a phone',
    })
    expect(ignored).toEqual([])
  })

  it('is refused with every fault of the body, under the names of the version', () => {
    const body = { [names.title]: '', description: 1, location: LOCATION }
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        faults: expect.arrayContaining([
          expect.objectContaining({ error_code: 'required', properties: [names.title] }),
          expect.objectContaining({ error_code: 'required', properties: [names.origin_system] }),
          expect.objectContaining({ error_code: 'malformed', properties: ['description'] }),
        ]),
      }),
    )
  })

  it('is changed in what a body names, and ignores the rest', () => {
    const { change, ignored } = readChange({
      [names.title]: 'Canvass',
      description: '',
      [names.origin_system]: '',
      total_accepted: 7,
    })
    expect(change).toEqual({ title: 'Canvass', description: null })
    expect([...ignored].sort()).toEqual([names.origin_system, 'total_accepted'].sort())
  })
})
