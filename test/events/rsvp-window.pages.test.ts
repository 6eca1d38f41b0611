import { beforeAll, describe, expect, it } from 'vitest'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { adminOf } from '../admin/admin.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import {
  PUBLIC_URL,
  address,
  demo,
  get,
  givenInterfaceEvent,
  post,
  put,
  service,
  violations,
} from '../support/service.js'
import { has } from '../support/rooms.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })
const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const clockIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)
const change = (id: string, fields: Parameters<typeof updateInterfaceEvent>[2]) =>
  updateInterfaceEvent(`group:${demo.group.id}`, id, fields, eventDependencies(service))

type Window = Parameters<typeof givenInterfaceEvent>[0]
const given = (window: Window = {}) =>
  givenInterfaceEvent({
    title: 'Windowed',
    start_date: { wallClock: clockIn(30) },
    location: { locality: 'Denver', region: 'CO', postal_code: '80202' },
    ...window,
  })
const NOT_OPEN = { rsvps_open: clockIn(10) }
const CLOSED = { rsvps_close: clockIn(-1) }

let people = 0
const email = () => `window-${++people}@window.example`
const person = () => ({ email_addresses: [{ address: email() }] })
const byKey = async (path: string) => (await post(`${path}/attendances`, { person: person() })).body
const linkOf = (body: any) => new URL(body._links['service:self_service'].href).pathname
const codeOf = ({ status, body, text }: any) => [
  status,
  body?.['osdi:error']?.resource_status?.[0]?.error_descriptions?.[0]?.error_code ?? text,
]
const act = (link: string, fields: Record<string, string>) => post(link, new URLSearchParams(fields).toString(), FORM)

beforeAll(() => rsvpSettings({ browser_rsvps: true }))

describe.each([
  ['not open', NOT_OPEN, 'rsvps_not_open', 'not_open', 'RSVPs are not open yet.', 'Opens '],
  ['closed', CLOSED, 'rsvps_closed', 'closed', 'RSVPs are closed.', 'Closed:'],
])('an event that is %s', (_name, window, code, state, sentence, when) => {
  it('refuses the form, and JSON without a key', async () => {
    const { id, path } = await given(window)
    expect(codeOf(await submit(id, { email: email() }))).toEqual([409, code])
    const json = await post(`${path}/attendances`, { person: person() }, KEYLESS)
    expect(codeOf(json)).toEqual([409, code])
    expect((await get(path)).body['service:totals'].accepted).toBe(0)
  })

  it('takes RSVPs by key, which no window is for', async () => {
    const { path } = await given(window)
    expect((await byKey(path)).status).toBe('accepted')
  })

  it.runIf(has('imports'))('takes rows of RSVPs by key', async () => {
    const { path } = await given(window)
    const rows = await post(`${path}/attendances/bulk`, { rows: [{ person: person() }] })
    expect(rows.body.rows[0].status).toBe(200)
  })

  it('says so on its page, in its frame and its embed, with the time, and has no form', async () => {
    const { id } = await given(window)
    for (const address of [`/events/${id}`, `/events/${id}/frame`]) {
      const { text } = await get(address, KEYLESS)
      expect(text).toContain(sentence)
      expect(text).toContain(when)
      expect(text).not.toContain('turnout-form')
    }
    const { body } = await get(`/embed/events/${id}`, KEYLESS)
    expect([body.state, body.texts[state]]).toEqual([state, sentence])
    expect(body.rsvps_open ?? body.rsvps_close).toMatch(/Z$/)
  })

  it('says so in the language of the reader', async () => {
    const { id } = await given(window)
    const texts = await Promise.all(
      ['es', 'ar'].map(async (tag) => (await get(`/events/${id}?lang=${tag}`, KEYLESS)).text),
    )
    for (const text of texts) expect(text).not.toContain(sentence)
  })

  it('is not accepted again, nor attended by the link of another RSVP', async () => {
    const { id, path } = await given(window)
    const link = linkOf(await byKey(path))
    expect((await act(link, { action: 'decline' })).status).toBe(303)
    expect(await act(link, { action: 'accept' })).toMatchObject({
      status: 409,
      text: expect.stringContaining(sentence),
    })
    expect((await get(link, KEYLESS)).text).not.toContain('value="accept"')
    const other = linkOf(await byKey((await given()).path))
    expect((await act(other, { action: 'attend', event: id })).status).toBe(409)
  })

  it('lets people who come change their party and cancel', async () => {
    const { path } = await given({ ...window, max_guests: 2, capacity: 5 })
    const body = await byKey(path)
    expect((await act(linkOf(body), { action: 'save', guests: '2' })).status).toBe(303)
    expect((await act(linkOf(body), { action: 'decline' })).status).toBe(303)
  })

  it('is among the events of its group with this state', async () => {
    const { id } = await given(window)
    const states = async (query: string) =>
      (await get(`/groups/${demo.group.id}/events.json?limit=100${query}`, KEYLESS)).body._embedded['osdi:events']
        .filter((each: any) => each._links.self.href.endsWith(id))
        .map((each: any) => each['service:state'])
    await expect.poll(() => states(''), { timeout: 10_000 }).toEqual([state])
    expect(await states('&full=exclude')).toEqual(state === 'closed' ? [] : ['not_open'])
  })
})

describe('a window', () => {
  it('is a wall clock of the event, in both versions, and moves with the start', async () => {
    const { id } = await given({
      start_date: { wallClock: '2031-06-10T18:00:00' },
      rsvps_open: '2031-06-01T09:00:00',
      rsvps_close: '2031-06-09T12:00:00',
    })
    await change(id, { start_date: { wallClock: '2031-06-12T19:00:00' } })
    for (const version of ['v1', 'v2'])
      expect((await get(`/api/${version}/events/${id}`)).body).toMatchObject({
        'service:rsvps_open': '2031-06-03T10:00:00Z',
        'service:rsvps_close': '2031-06-11T13:00:00Z',
      })
    // A form has every field, also those that were not touched.
    await change(id, {
      start_date: { wallClock: '2031-06-13T19:00:00' },
      rsvps_open: '2031-06-03T10:00:00',
      rsvps_close: '2031-06-10T10:00:00',
    })
    expect((await get(`/api/v2/events/${id}`)).body).toMatchObject({
      'service:rsvps_open': '2031-06-04T10:00:00Z',
      'service:rsvps_close': '2031-06-10T10:00:00Z',
    })
  })

  it('counts on the clock of the event', async () => {
    const now = new Date()
    const inTokyo = new Date(now.getTime() + 9 * 3_600_000)
    const clock = (minutes: number) => new Date(inTokyo.getTime() + minutes * 60_000).toISOString().slice(0, 19)
    const tokyo = { timezone_identifier: 'Asia/Tokyo', location: {} }
    const open = await given({ ...tokyo, rsvps_close: clock(5) })
    const closed = await given({ ...tokyo, rsvps_close: clock(-5) })
    expect((await submit(open.id, { email: email() })).status).toBe(200)
    expect((await submit(closed.id, { email: email() })).status).toBe(409)
  })

  it('closes after it opens', async () => {
    const { id } = await given()
    const { code, err } = await admin(
      'event',
      'update',
      id,
      '--rsvps-open',
      '2031-06-02T09:00',
      '--rsvps-close',
      '2031-06-02T09:00',
    )
    expect([code, err]).toEqual([1, expect.stringContaining('rsvps_close must be after rsvps_open')])
  })

  it('is cleared by a command', async () => {
    const { id } = await given(CLOSED)
    const { json } = await admin('event', 'update', id, '--rsvps-close', 'none', '--json')
    expect(json).not.toHaveProperty('service:rsvps_close')
    expect((await submit(id, { email: email() })).status).toBe(200)
  })

  it('is ignored in a request with a key, and named', async () => {
    const { path } = await given(CLOSED)
    const { headers, body } = await put(path, { 'service:rsvps_close': null })
    expect(headers['osdi-ignored']).toBe('service:rsvps_close')
    expect(body['service:rsvps_close']).toBeDefined()
  })

  it('gives the reason after those of the event, and before its seats', async () => {
    const full = await given({ ...CLOSED, ...NOT_OPEN, rsvps_open: clockIn(-2), capacity: 0 })
    expect(codeOf(await submit(full.id, { email: email() }))).toEqual([409, 'rsvps_closed'])
    const over = await given({ ...CLOSED, start_date: { wallClock: clockIn(-9) } })
    expect(codeOf(await submit(over.id, { email: email() }))).toEqual([409, 'event_over'])
  })

  it('of several dates stands as far from the start of each', async () => {
    const { json } = await admin(
      'event',
      'create',
      '--group',
      demo.group.id,
      '--title',
      'Weekly',
      '--origin-system',
      'Turnout',
      '--start-date',
      '2031-05-05T10:00',
      '--repeat',
      'weekly',
      '--count',
      '3',
      '--rsvps-close',
      '2031-05-04T20:00',
      '--json',
    )
    const closes = () =>
      Promise.all(
        json.events.map(async (id: string) => (await get(`/api/v2/events/${id}`)).body['service:rsvps_close']),
      )
    expect(await closes()).toEqual(['2031-05-04T20:00:00Z', '2031-05-11T20:00:00Z', '2031-05-18T20:00:00Z'])
    const [first] = json.events as [string]
    await admin('event', 'update', first, '--rsvps-close', '2031-05-03T20:00', '--series', 'all', '--json')
    expect(await closes()).toEqual(['2031-05-03T20:00:00Z', '2031-05-10T20:00:00Z', '2031-05-17T20:00:00Z'])
    const series = (await get(`/api/v2/events/${first}`)).body['service:series'].id
    await change(json.events[1], { rsvps_close: clockIn(-1) })
    const body = new URLSearchParams({ email: email(), event: json.events[1] }).toString()
    const refused = await post(`/series/${series}/attendances`, body, FORM)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('rsvps_closed')])
  })

  it('leaves nothing that the audit finds', async () => {
    expect(await violations()).toEqual([])
  })
})
