import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { openTable } from '../../lib/table/table.js'
import { has } from '../support/rooms.js'
import {
  UNKNOWN_ID,
  PUBLIC_URL,
  address,
  demo,
  gateway,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  send,
  assignPending,
  table,
} from '../support/service.js'

const owners = ownerStore(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }))
const switched = (browser_rsvps: boolean) => owners.changeSettings(`group:${demo.group.id}`, { browser_rsvps })

afterEach(() => void vi.useRealTimers())

let visitors = 0

/** Sends a form as a browser does: without a key, from an address of its own. */
async function submit(path: string, body: unknown, remoteAddress = `198.51.100.${++visitors}`) {
  const {
    status,
    headers,
    body: answer,
  } = await gateway.handle({
    method: 'POST',
    path: `${path}/attendances`,
    headers: { 'content-type': 'application/json', origin: 'https://page.example' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    remoteAddress,
  })
  return { status, headers, text: answer.toString() }
}

const form = (email: string, more: object = {}) => ({
  person: { given_name: 'Ana', email_addresses: [{ address: email }], ...more },
})

/** A refusal without the number of its request. */
const withoutReference = (text: string) => text.replace(/"reference_code":"[^"]*"/, '')

const attendees = async (path: string) => {
  const { body } = await get(`${path}/attendances`)
  return Promise.all(
    body._embedded['osdi:attendances'].map(async (attendance: any) => {
      const person = new URL(attendance._links['osdi:person'].href).pathname
      return (await get(person)).body
    }),
  )
}

describe('POST /api/v2/events/{id}/attendances without a key, switched off', () => {
  beforeEach(() => switched(false))

  it('is the 403 of every address that wants a key, whatever is sent', async () => {
    const { path } = await givenEvent()
    for (const [to, body] of [
      [path, form('a@example.org')],
      [path, '{'],
      [`/api/v2/events/${UNKNOWN_ID}`, form('a@example.org')],
      ['/api/v2/events/x', {}],
    ] as const) {
      const { status, text } = await submit(to, body)
      expect([status, JSON.parse(text).error]).toEqual([
        403,
        'API Key invalid or not present. Send it in the header OSDI-API-Token',
      ])
    }
    expect(await attendees(path)).toEqual([])
  })

  it.runIf(has('catalog'))('is not announced by the embed or by the answer to a preflight', async () => {
    const { id, path } = await givenEvent()
    const { body } = await get(`/embed/events/${id}`, { key: null })
    expect([body.browser_rsvps, Object.keys(body._links)]).toEqual([false, ['self']])
    const { status, headers } = await send('OPTIONS', `${path}/attendances`, undefined, { key: null })
    expect([status, headers['access-control-allow-origin']]).toEqual([204, undefined])
  })
})

describe('POST /api/v2/events/{id}/attendances without a key, switched on', () => {
  beforeEach(() => switched(true))

  it.runIf(has('catalog'))(
    'is announced by the embed, and by the answer to a preflight of this address alone',
    async () => {
      const { id, path } = await givenEvent()
      const { body } = await get(`/embed/events/${id}`, { key: null })
      const helper = { href: `${PUBLIC_URL}${path}/attendances` }
      expect(body).toMatchObject({ browser_rsvps: true, _links: { 'osdi:record_attendance_helper': helper } })
      const preflight = async (to: string) => (await send('OPTIONS', to, undefined, { key: null })).headers
      expect(await preflight(`${path}/attendances`)).toMatchObject({
        allow: 'GET, HEAD, POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
      })
      for (const other of [path, '/api/v2/events', `/api/v2/events/${UNKNOWN_ID}/attendances`])
        expect(await preflight(other)).not.toHaveProperty('access-control-allow-origin')
    },
  )

  it('records who comes, once, and tells the page nothing', async () => {
    const { path } = await givenEvent()
    const body = form('ana@example.org', {
      postal_addresses: [{ postal_code: '80202' }],
      family_name: 'Ruiz',
    })
    for (let time = 0; time < 2; time++) {
      const { status, text, headers } = await submit(path, body)
      expect([status, text, headers['access-control-allow-origin']]).toEqual([200, '{"service:standing":"place"}', '*'])
    }
    const [ana, ...others] = await attendees(path)
    expect(others).toEqual([])
    expect(ana).toMatchObject({
      given_name: 'Ana',
      family_name: 'Ruiz',
      email_addresses: [{ address: 'ana@example.org', status: 'unsubscribed' }],
      postal_addresses: [{ postal_code: '80202' }],
    })
  })

  it('leaves people whom the list knows as they are', async () => {
    const { path } = await givenEvent()
    const known = {
      given_name: 'Lena',
      email_addresses: [{ address: 'lena@example.org', status: 'unsubscribed' }],
    }
    const before = (await post('/api/v2/people', { person: known })).body
    const vandal = {
      given_name: 'X',
      email_addresses: [{ address: 'LENA@example.org', status: 'subscribed' }],
    }
    expect((await submit(path, { person: vandal })).status).toBe(200)
    expect(await attendees(path)).toEqual([before])
  })

  it('takes no identifiers, tags or triggers, and says so', async () => {
    const { path } = await givenEvent()
    const { status, headers } = await submit(path, {
      ...form('tom@example.org', { identifiers: ['crm:1'], custom_fields: { a: 'b' } }),
      identifiers: ['crm:2'],
      add_tags: ['vip'],
      triggers: { autoresponse: { enabled: true } },
    })
    expect(status).toBe(200)
    expect(headers['osdi-ignored']?.split(', ').sort()).toEqual([
      'add_tags',
      'identifiers',
      'person.custom_fields',
      'person.identifiers',
      'triggers',
    ])
    const [tom] = await attendees(path)
    expect([tom.identifiers.length, tom.custom_fields]).toEqual([1, {}])
  })

  it('answers a form that lacks the email, or is none, with 400 that the page may read', async () => {
    const { path } = await givenEvent()
    for (const body of [{ person: { given_name: 'Ana' } }, {}, '{', form('not an email')]) {
      const { status, headers } = await submit(path, body)
      expect([status, headers['access-control-allow-origin']]).toEqual([400, '*'])
    }
  })

  it('counts everybody of a household, and takes nothing from those whom the list knows', async () => {
    const { path } = await givenEvent()
    const number = { phone_numbers: [{ number: '3032481299' }] }
    expect((await submit(path, form('one@home.example', { given_name: 'One', ...number }))).status).toBe(200)
    expect((await submit(path, form('two@home.example', { given_name: 'Two', ...number }))).status).toBe(200)
    const came = (await attendees(path)).map(({ given_name, email_addresses, phone_numbers }) => [
      given_name,
      email_addresses[0].address,
      phone_numbers.length,
    ])
    expect(came.sort()).toEqual([
      ['One', 'one@home.example', 1],
      ['Two', 'two@home.example', 0],
    ])
  })

  it('answers the instructions for attendees, sanitized, also the second time', async () => {
    const { path } = await givenEvent({ instructions: '<p onclick="x()">Ring <b>twice</b></p>' })
    for (let i = 0; i < 2; i++)
      expect(JSON.parse((await submit(path, form('ring@example.org'))).text)).toEqual({
        'service:standing': 'place',
        instructions: '<p>Ring <b>twice</b></p>',
      })
  })

  it('reads the event and its owner once a second under load', async () => {
    const { id, path } = await givenEvent()
    const readsOf = async (email: string) => {
      const before = table.consumedCapacity.read
      expect((await submit(path, form(email))).status).toBe(200)
      return table.consumedCapacity.read - before
    }
    // Nothing is remembered of the tests before.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    markContended(table, lists.attendancesOf(id))
    // The event, its owner, and as below.
    expect(await readsOf('first@example.org')).toBe(4)
    // An RSVP of a new person under load.
    expect(await readsOf('second@example.org')).toBe(2)
    await assignPending()
    expect((await get(path)).body.total_accepted).toBe(2)
  })

  it('takes no more of a field than people enter', async () => {
    const { path } = await givenEvent()
    const status = async (given_name: string) => (await submit(path, form('field@example.org', { given_name }))).status
    expect([await status('x'.repeat(200)), await status('x'.repeat(201))]).toEqual([200, 400])
  })

  it.runIf(has('seats'))('answers 409 when the event is full', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1 })
    const status = async (email: string, of = id) => (await submit(`/api/v2/events/${of}`, form(email))).status
    expect([await status('one@example.org'), await status('two@example.org')]).toEqual([200, 409])
    const { id: hidden } = await givenInterfaceEvent({ hidden: true, capacity: 1 })
    expect(await status('one@example.org', hidden)).toBe(403)
  })

  describe.runIf(has('seats'))('at a full event', () => {
    /** An event whose only seat is taken, by a visitor. */
    async function fullEvent(fields: object = {}) {
      const event = await givenInterfaceEvent({ capacity: 1, ...fields })
      expect((await submit(event.path, form('first@full.example'))).status).toBe(200)
      return event
    }

    it('answers people who attend, people who are known and strangers alike', async () => {
      const { path } = await fullEvent({ instructions: 'the door code' })
      await post('/api/v2/people', { person: { email_addresses: [{ address: 'known@full.example' }] } })
      const answers = []
      for (const name of ['first', 'known', 'stranger'])
        for (let time = 0; time < 2; time++) answers.push(await submit(path, form(`${name}@full.example`)))
      const [attending] = answers
      expect(attending?.status).toBe(409)
      for (const { status, text, headers } of answers) {
        expect([status, withoutReference(text)]).toEqual([409, withoutReference(attending?.text ?? '')])
        expect(Object.keys(headers)).toEqual(Object.keys(attending?.headers ?? {}))
      }
    })

    it('adds no one to any list, however many come for the last seats at once', async () => {
      const { id, path } = await givenInterfaceEvent({ capacity: 3 })
      const people = async () => (await get('/api/v2/people')).body.total_records as number
      const before = await people()
      const answers = await Promise.all(
        Array.from({ length: 12 }, async (_, i) => ({
          email: `rush${i}@full.example`,
          status: (await submit(path, form(`rush${i}@full.example`))).status,
        })),
      )
      await assignPending()
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(await people()).toBe(before + 3)
      expect((await get(`/api/v2/events/${id}`)).body.total_accepted).toBe(3)
      for (const { email, status } of answers) {
        const filter = encodeURIComponent(`email_address eq '${email}'`)
        const found = (await get(`/api/v2/people?filter=${filter}`)).body.total_records
        expect([status, found]).toEqual(status === 200 ? [200, 1] : [409, 0])
      }
    })

    it('leaves the email of a refused person free for the next event', async () => {
      const { path } = await fullEvent()
      const email = 'later@full.example'
      expect((await submit(path, form(email, { phone_numbers: [{ number: '3035550188' }] }))).status).toBe(409)
      const { path: other } = await givenInterfaceEvent({ capacity: 5 })
      expect((await submit(other, form(email, { given_name: 'Later' }))).status).toBe(200)
      expect((await attendees(other)).map(({ given_name }) => given_name)).toEqual(['Later'])
    })
  })

  it('records one person and one attendance within a capacity, however often and at once it is sent', async () => {
    const { id, path } = await givenInterfaceEvent({ capacity: 5 })
    const sent = await Promise.all(
      Array.from({ length: 6 }, () =>
        submit(path, form('twice@once.example', { phone_numbers: [{ number: '3035550199' }] })),
      ),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    await assignPending()
    expect((await get(`/api/v2/events/${id}`)).body.total_accepted).toBe(1)
    expect((await attendees(path)).map(({ email_addresses }) => email_addresses[0].address)).toEqual([
      'twice@once.example',
    ])
  })

  it.each([
    'foo@bar',
    'a@localhost',
    '"><b>@x.org',
    'a b@x.org',
    'a@x..org',
    'a@-x.org',
    'a@x.org-',
    'a@x.1',
    '@x.org',
    'a@',
    'a@b@x.org',
    'a@x.o',
    '<a@x.org>',
    'a@[127.0.0.1]',
    `${'a'.repeat(65)}@x.org`,
  ])('refuses %j, which is no email, and names the field', async (email) => {
    const { path } = await givenEvent()
    const { status, text } = await submit(path, form(email))
    expect(status).toBe(400)
    expect(JSON.parse(text).error).toContain('person.email_addresses[0].address must be an email address')
    expect(await attendees(path)).toEqual([])
  })

  it.each([
    "o'brien+rsvp@mail.example.org",
    'a@x.co',
    'josé@bücher.example',
    'x@xn--bcher-kva.example',
    ' padded@example.org ',
  ])('takes %j', async (email) => {
    const { path } = await givenEvent()
    expect((await submit(path, form(email))).status).toBe(200)
  })

  it('leaves a key holder the emails of old lists', async () => {
    const { path } = await givenEvent()
    const { status } = await post(`${path}/attendances`, form('staff@localhost'))
    expect(status).toBe(200)
    expect((await post('/api/v2/people', form('old@intranet'))).status).toBe(200)
  })

  it('is for this owner only, and a key that is sent has to be good', async () => {
    const theirs = await givenEvent({}, { key: demo.other_group.key })
    expect((await submit(theirs.path, form('a@example.org'))).status).toBe(403)
    const { path } = await givenEvent()
    for (const key of ['', 'wrong'])
      expect((await post(`${path}/attendances`, form('a@example.org'), { key })).status).toBe(403)
    const keyed = await post(`${path}/attendances`, form('a@example.org'))
    expect([keyed.status, keyed.body.status]).toEqual([200, 'accepted'])
  })

  it('is refused beyond the calm rate of a network, and 429 says when to come again', async () => {
    // No minute ends meanwhile.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
    await owners.changeSettings(`group:${demo.group.id}`, { rsvps_per_network: 2 })
    const { path } = await givenEvent()
    const status = async (name: string) => (await submit(path, form(`${name}@example.org`), '203.0.113.9')).status
    expect([await status('one'), await status('two')]).toEqual([200, 200])
    const { status: refused, headers, text } = await submit(path, form('late@example.org'), '203.0.113.9')
    expect([refused, headers['retry-after'], headers['access-control-allow-origin']]).toEqual([429, '60', '*'])
    expect(JSON.parse(text)['osdi:error'].response_code).toBe(429)
    vi.setSystemTime(Date.now() + 60_000)
    expect(await status('late')).toBe(200)
    await owners.changeSettings(`group:${demo.group.id}`, { rsvps_per_network: null })
  })
})
