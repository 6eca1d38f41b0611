import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kind } from '../../../lib/fields/field.js'
import * as kinds from '../../../lib/fields/kinds.js'
import { type Vocabulary, bodyFields } from '../../../lib/fields/vocabulary.js'
import * as v1 from '../../../lib/events/documents/event.v1.js'
import { attendanceVocabulary as attendanceV1 } from '../../../lib/attendances/documents/attendance.v1.js'
import { attendanceVocabulary as attendanceV2 } from '../../../lib/attendances/documents/attendance.v2.js'
import { COUNTED_STATUSES } from '../../../lib/targeting/query-fields.js'
import * as v2 from '../../../lib/events/documents/event.v2.js'
import { campaignVocabulary } from '../../../lib/campaigns/documents/event-campaign.v2.js'
import { personVocabulary } from '../../../lib/people/documents/person.v2.js'
import { tagVocabulary } from '../../../lib/tags/documents/tag.v2.js'
import { queryVocabulary } from '../../../lib/targeting/documents/targeting-query.v2.js'
import { type Reply, get, givenEvent, idOf, post, put } from '../../support/service.js'
import { has } from '../../support/rooms.js'

/*
 * Every settable field that a table declares, with random values. A field that is declared but not kept, and one of a
 * new kind without random values here, fails.
 */

const SITE = { nativePrefix: 'service' }

let unique = 0
const word = fc.stringMatching(/^[A-Za-z][a-z]{2,11}$/)
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '))

/** Random values, as bodies send them; and what answers show of them, where that is something else. */
interface Values {
  sent: fc.Arbitrary<unknown>
  serialized?: (sent: never) => unknown
}

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 19))

const BY_KIND = new Map<Kind<any, any>, Values>([
  [kinds.text, { sent: words }],
  [kinds.line, { sent: words }],
  [kinds.html, { sent: words.map((each) => `<p>${each}</p>`) }],
  [kinds.tagName, { sent: words.map((each) => `${each} ${++unique}`) }],
  [kinds.webAddress, { sent: word.map((each) => `https://${each.toLowerCase()}.example.org/page`) }],
  [kinds.timeZone, { sent: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Tokyo') }],
  [kinds.language, { sent: fc.constantFrom('en', 'es-MX', 'ar') }],
  [kinds.wallClock, { sent: day, serialized: (sent: string) => `${sent}Z` }],
  [kinds.instant, { sent: day, serialized: (sent: string) => `${sent}Z` }],
  [
    kinds.identifiers,
    {
      sent: fc.constant(0).map(() => [`every:${++unique}`]),
      serialized: (sent) => expect.arrayContaining(sent),
    },
  ],
])

const address = fc.record({ address_lines: fc.tuple(words), postal_code: fc.constantFrom('20009', '94110') })

/** Values of fields with a kind of their own, by the name of the domain. */
const BY_FIELD: Record<string, Values> = {
  location: {
    sent: fc.tuple(words, address).map(([venue, rest]) => ({ venue, ...rest })),
    serialized: (sent) => expect.objectContaining(sent),
  },
  email_addresses: {
    sent: fc.constant(0).map(() => [{ address: `every${++unique}@example.org`, status: 'subscribed' }]),
    serialized: ([sent]: object[]) => [expect.objectContaining(sent)],
  },
  phone_numbers: {
    sent: fc.constant(0).map(() => [{ number: String(15_550_000_000 + ++unique), status: 'subscribed' }]),
    serialized: ([sent]: object[]) => [expect.objectContaining(sent)],
  },
  postal_addresses: {
    sent: address.map((each) => [each]),
    serialized: ([sent]: object[]) => [expect.objectContaining(sent)],
  },
  rsvps_at_least: { sent: fc.constant(1) },
  include_search: { sent: fc.record({ find: word, view: fc.constantFrom('upcoming', 'past', 'all') }) },
  near: {
    sent: fc.record({
      location: word,
      latitude: fc.integer({ min: -90, max: 90 }),
      longitude: fc.integer({ min: -180, max: 180 }),
      within: fc.integer({ min: 1, max: 500 }),
      unit: fc.constantFrom('mi', 'km'),
    }),
  },
  attended_at_most: { sent: fc.integer({ min: 0, max: 1_000 }) },
  languages_spoken: { sent: fc.array(fc.constantFrom('en', 'es', 'fr'), { minLength: 1 }) },
  custom_fields: {
    sent: fc.record({ shirt: words, diet: words }),
    serialized: (sent) => expect.objectContaining(sent),
  },
  referrer_data: { sent: fc.record({ source: word, referrer: word, website: word }) },
  match: { sent: fc.constantFrom('any', 'every') },
  status: { sent: fc.shuffledSubarray([...COUNTED_STATUSES], { minLength: 1 }) },
  attendance_mode: { sent: fc.constantFrom('in_person', 'online', 'mixed') },
  questions: {
    sent: words.map((title) => [{ id: 'one', title, type: 'text', required: true }]),
  },
  kind: { sent: fc.constantFrom('canvass', 'rally', 'other') },
  accessibility: {
    sent: word.map((notes) => ({ step_free: 'yes', captions: 'no', notes })),
  },
  contact: {
    sent: word.map((each) => ({ name: each, email_address: `${each}@example.org`, public: true })),
  },
  address_shown: { sent: fc.constantFrom('everybody', 'guests') },
  hosting: { sent: fc.constantFrom('off', 'reviewed', 'open') },
  hosting_from: { sent: fc.constantFrom('2027-01-05', '2027-02-01') },
  hosting_until: { sent: fc.constantFrom('2027-03-05', '2027-04-01') },
  hosting_contacts: { sent: fc.boolean() },
}

/**
 * The selection of a query has rules of its own: these fields depend on each other, and tags have to exist. Guests and
 * answers depend on the event.
 */
const RELATED = ['include', 'exclude', 'tags', 'rsvp_from', 'rsvp_before', 'guests', 'answers']

interface Declared {
  name: string
  key: string
  values: Values
  isShown: boolean
}

/** The settable fields of a version, by their names there. */
function declared(vocabulary: Vocabulary): Declared[] {
  return Object.entries(bodyFields(vocabulary, SITE)).flatMap(([name, { as: key = name }]) => {
    if (RELATED.includes(key)) return []
    const [, { isBodyOnly }, field] = vocabulary.names.find(([each]) => each === key)!
    const values = BY_FIELD[key] ?? BY_KIND.get(field.kind)
    if (!values) throw new Error(`There are no random values for the field ${key}`)
    return [{ name, key, values, isShown: !isBodyOnly }]
  })
}

const bodyOf = (fields: Declared[]) =>
  fc.record(Object.fromEntries(fields.map(({ name, values }) => [name, values.sent])))

function expectShown(fields: Declared[], sent: Record<string, unknown>, { status, headers, body }: Reply) {
  expect({ status, ignored: headers['osdi-ignored'] }).toEqual({ status: 200, ignored: undefined })
  const serialized = fields.filter(({ isShown }) => isShown)
  expect(body).toMatchObject(
    Object.fromEntries(
      serialized.map(({ name, values }) => [
        name,
        values.serialized ? values.serialized(sent[name] as never) : sent[name],
      ]),
    ),
  )
}

interface Resource {
  vocabulary: Vocabulary
  create: (body: object) => Promise<Reply>
  path: (id: string) => string
  /** Fields that no PUT changes. */
  fixed?: string[]
}

const event = await givenEvent()
const person = async () =>
  idOf(await post('/api/v2/people', { person: { email_addresses: [{ address: `p${++unique}@example.org` }] } }))
const linking = async (version: string) => ({
  _links: { 'osdi:person': { href: `https://events.example.org/api/${version}/people/${await person()}` } },
})

const RESOURCES: Record<string, Resource> = {
  'an event of version 2': {
    vocabulary: v2.eventVocabulary,
    create: (body) => post('/api/v2/events', body),
    path: (id) => `/api/v2/events/${id}`,
  },
  'an event of version 1': {
    vocabulary: v1.eventVocabulary,
    create: (body) => post('/api/v1/events', body),
    path: (id) => `/api/v1/events/${id}`,
  },
  'an event campaign': {
    vocabulary: campaignVocabulary,
    create: (body) => post('/api/v2/event_campaigns', body),
    path: (id) => `/api/v2/event_campaigns/${id}`,
  },
  'a person': {
    vocabulary: personVocabulary,
    create: (person) => post('/api/v2/people', { person }),
    path: (id) => `/api/v2/people/${id}`,
  },
  'an attendance of version 2': {
    vocabulary: attendanceV2,
    create: async (body) => post(`${event.path}/attendances`, { ...body, ...(await linking('v2')) }),
    path: (id) => `${event.path}/attendances/${id}`,
    fixed: ['referrer_data'],
  },
  'an attendance of version 1': {
    vocabulary: attendanceV1,
    create: async (body) => post(`/api/v1/events/${event.id}/attendance`, { ...body, ...(await linking('v1')) }),
    path: (id) => `/api/v1/events/${event.id}/attendance/${id}`,
    fixed: ['origin_system'],
  },
  'a tag': {
    vocabulary: tagVocabulary,
    create: (body) => post('/api/v2/tags', body),
    path: (id) => `/api/v2/tags/${id}`,
    fixed: ['name', 'origin_system'],
  },
  ...(has('finding') && {
    'a saved query': {
      vocabulary: queryVocabulary,
      create: (body) => post('/api/v2/targeting/queries', { ...body, include: [`service:${event.id}`] }),
      path: (id) => `/api/v2/targeting/queries/${id}`,
    },
  }),
}

describe.each(Object.entries(RESOURCES))('%s', (_name, { vocabulary, create, path, fixed = [] }) => {
  const fields = declared(vocabulary)
  const changeable = fields.filter(({ key }) => !fixed.includes(key))

  it('keeps every settable field of a POST and of a PUT', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(fields), bodyOf(changeable), async (first, second) => {
        const created = await create(first)
        expectShown(fields, first, created)
        const at = path(idOf(created))
        expectShown(fields, first, await get(at))
        if (changeable.length === 0) return
        expectShown(changeable, second, await put(at, second))
        expectShown(changeable, second, await get(at))
      }),
      { numRuns: 8 },
    )
  }, 60_000)
})
