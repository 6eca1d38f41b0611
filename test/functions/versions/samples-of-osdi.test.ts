import { beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, demo, get, givenEvent, idOf, post, put } from '../../support/service.js'

/*
 * Requests of the shapes that the public documentation of OSDI has for our resources: the same fields and the same
 * types, with values of our own.
 */

let n = 0
const unique = () => `sample-${++n}-${Math.random().toString(36).slice(2)}`

/** A person as OSDI's samples show one, with a number where a phone number is a text here. */
const person = (more: object = {}) => ({
  identifiers: [`samples:${unique()}`],
  family_name: 'Okafor',
  given_name: 'Ngozi',
  additional_name: 'Ada',
  origin_system: 'OpenSupporter',
  email_addresses: [
    { address: `${unique()}@example.org`, primary: true, address_type: 'Personal', status: 'subscribed' },
  ],
  postal_addresses: [
    {
      primary: true,
      address_lines: ['12 Rue du Marché'],
      locality: 'Minneapolis',
      region: 'MN',
      postal_code: '55401',
      country: 'US',
      address_type: 'Home',
      status: 'Verified',
    },
  ],
  phone_numbers: [
    {
      primary: true,
      number: 12_025_550_100 + ++n,
      number_type: 'Mobile',
      sms_capable: true,
      do_not_call: false,
    },
  ],
  gender: 'Female',
  gender_pronouns: { subject: 'She', object: 'Her' },
  birthdate: { month: 5, day: 14, year: 1980 },
  custom_fields: { i_like: true, volunteer_hours: 4 },
  ...more,
})

const helper = () => ({
  add_tags: ['volunteer'],
  add_lists: ['supporters'],
  triggers: { autoresponse: { enabled: true } },
})

let event: string
let known: string
beforeAll(async () => {
  event = (await givenEvent()).path
  known = `${PUBLIC_URL}/api/v2/people/${idOf(await post('/api/v2/people', { person: person() }))}`
})

describe('a request as the documentation of OSDI shows it', () => {
  const attendance = (more: object) => ({
    identifiers: [`samples:${unique()}`],
    origin_system: 'OpenSupporter',
    action_date: '2014-03-18T11:02:15Z',
    referrer_data: { source: 'api' },
    ...more,
  })
  const tickets = [{ title: 'General', amount: 5, currency: 'USD', attended: true, person: person() }]
  const linked = () => ({ _links: { 'osdi:person': { href: known } } })

  it.each<[string, () => string, () => object]>([
    ['a new person', () => '/api/v2/people', person],
    ['a new person with a slash', () => '/api/v2/people/', person],
    ['the person signup helper', () => '/api/v2/people', () => ({ person: person(), ...helper() })],
    ['a new person of version 1', () => '/api/v1/people', () => ({ ...person(), originating_system: 'OpenSupporter' })],
    [
      'a new event',
      () => '/api/v2/events',
      () => ({
        identifiers: [`samples:${unique()}`],
        title: 'Day of Justice',
        name: 'March rally',
        origin_system: 'OpenSupporter',
        start_date: '2015-03-14T12:00:00Z',
        end_date: '2015-03-14T14:00:00Z',
        location: {
          venue: 'Lafayette Square',
          address_lines: ['1600 H St NW'],
          locality: 'Washington',
          region: 'DC',
          postal_code: 20_001,
          country: 'US',
          language: 'EN',
          location: { latitude: 38.9, longitude: -77.03, accuracy: 'Rooftop' },
        },
        _links: { 'osdi:organizer': { href: `${PUBLIC_URL}/api/v2/people/${demo.group.organizer}` } },
      }),
    ],
    ['a new attendance', () => `${event}/attendances/`, () => attendance(linked())],
    ['a new attendance with tickets', () => `${event}/attendances`, () => attendance({ tickets, ...linked() })],
    [
      'the record attendance helper',
      () => `${event}/attendances`,
      () => attendance({ status: 'accepted', person: person(), ...helper() }),
    ],
    [
      'a new tag',
      () => '/api/v2/tags',
      () => ({ identifiers: [`samples:${unique()}`], name: unique(), origin_system: 'x' }),
    ],
  ])('is answered with 200: %s', async (_, path, body) => {
    const reply = await post(path(), body())
    expect(reply.status, reply.text).toBe(200)
  })

  it('is answered with 200: a new tagging', async () => {
    const tag = await post('/api/v2/tags', { name: unique() })
    const reply = await post(`/api/v2/tags/${idOf(tag)}/taggings/`, {
      identifiers: [`samples:${unique()}`],
      origin_system: 'OpenSupporter',
      item_type: 'osdi:person',
      ...linked(),
    })
    expect(reply.status, reply.text).toBe(200)
  })

  it('is answered with 200: a changed person and a changed event', async () => {
    const change = {
      family_name: 'Changed',
      email_addresses: [{ address: `${unique()}@example.org`, primary: true, address_type: 'personal' }],
    }
    const path = known.slice(PUBLIC_URL.length)
    expect((await put(path, change)).status).toBe(200)
    const { status, body } = await put(event, { name: 'Changed', start_date: '2015-03-15T12:00:00Z' })
    expect([status, body.name]).toEqual([200, 'Changed'])
  })
})

describe('a number in the place of a text', () => {
  it('is a phone number, in both versions', async () => {
    const number = 2_025_550_000 + ++n
    const { body } = await post('/api/v2/people', { phone_numbers: [{ number }] })
    expect(body.phone_numbers).toMatchObject([{ number: `1${number}` }])
  })

  it.each([
    ['US', 2_139, '02139'],
    [undefined, 501, '00501'],
    ['CH', 8_001, '8001'],
    ['DE', 10_115, '10115'],
  ])('is a postal code of %s, with the zeros that it has lost', async (country, postal_code, expected) => {
    const home = { postal_code, ...(country && { country }) }
    const { body } = await post('/api/v2/people', person({ postal_addresses: [home] }))
    expect(body.postal_addresses[0].postal_code).toBe(expected)
    const location = { postal_code, ...(country && { country }) }
    const made = await post('/api/v2/events', { title: 'T', origin_system: 'x', location })
    expect(made.body.location.postal_code).toBe(expected)
  })

  it.each([[1.5], [-20_009], [true], [['20009']], [{}]])('is refused when it is %j', async (wrong) => {
    const phone = await post('/api/v2/people', { phone_numbers: [{ number: wrong }] })
    expect(phone.status).toBe(400)
    const event = await post('/api/v2/events', {
      title: 'T',
      origin_system: 'x',
      location: { postal_code: wrong },
    })
    expect(event.status).toBe(400)
  })
})

describe('a person without the helper around it', () => {
  it('is recorded with its tags, and faults are named as they were sent', async () => {
    const address = `${unique()}@example.org`
    await post('/api/v2/tags', { name: 'bare' })
    const { body } = await post('/api/v2/people', { email_addresses: [{ address }], add_tags: ['bare'] })
    const taggings = await get(new URL(body._links['osdi:taggings'].href).pathname)
    expect(taggings.body.total_records).toBe(1)
    const wrong = await post('/api/v2/people', { email_addresses: [{ address: 'none' }] })
    expect(wrong.body['osdi:error'].resource_status[0].error_descriptions[0].properties).toEqual([
      'email_addresses[0].address',
    ])
  })

  it('is no person without a contact', async () => {
    const { status, body } = await post('/api/v2/people', { given_name: 'Ada' })
    expect([status, body.error]).toEqual([400, expect.stringContaining('email address')])
  })
})
