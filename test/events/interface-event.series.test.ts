import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { newAttendance } from '../../lib/attendances/attendance.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { eventStore } from '../../lib/app/event-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { openTable } from '../../lib/table/table.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { adminOf } from '../admin/admin.js'
import { has } from '../support/rooms.js'
import { readEntry } from '../support/clients/calendar.js'
import {
  PUBLIC_URL,
  UNKNOWN_ID,
  address,
  assignPending,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  service,
  table,
  violations,
} from '../support/service.js'
import { record } from '../../lib/attendances/store/record-attendance.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

/** Another process, which shares nothing with the service but the table. */
const elsewhere = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })
const OWNER = `group:${demo.group.id}` as const

const json = async (...args: string[]) => {
  const answer = await admin(...args, '--json')
  expect(answer).toMatchObject({ code: 0, err: '' })
  return answer.json
}

let names = 0
const stranger = () => ({ person: { email_addresses: [{ address: `guest-${++names}@example.org` }] } })
const rsvp = ({ path }: { path: string }, body: object = stranger()) => post(`${path}/attendances`, body)
const asVersion1 = (path: string) => path.replace('/v2/', '/v1/')
const dates = { start_date: { wallClock: '2031-05-01T18:00:00' }, timezone_identifier: 'America/Denver' }

const codeOf = ({ status, text }: { status: number; text: string }) => [status, /"error_code":"(\w+)"/.exec(text)?.[1]]
const CANCELLED = [409, 'event_cancelled']

beforeAll(() => ownerStore(elsewhere).changeSettings(OWNER, { browser_rsvps: true }))
afterEach(() => void vi.useRealTimers())

describe('event update', () => {
  it('changes what it is told, and prints what GET answers', async () => {
    const event = await givenInterfaceEvent({ capacity: 20, location: { locality: 'Denver' }, ...dates })
    const changed = await json(
      'event',
      'update',
      event.id,
      '--title',
      'Lunch',
      '--hidden',
      '--venue',
      'Hall 3',
      '--featured-image-url',
      'https://example.org/a.png',
      '--start-date',
      '2031-05-02T12:00',
    )
    expect(changed).toEqual((await get(event.path)).body)
    expect(changed).toMatchObject({
      title: 'Lunch',
      start_date: '2031-05-02T12:00:00Z',
      'service:start_date_utc': '2031-05-02T18:00:00Z',
      location: { venue: 'Hall 3', locality: 'Denver' },
      capacity: 20,
      featured_image_url: 'https://example.org/a.png',
      'service:hidden': true,
    })
  })

  it.runIf(has('pages'))('shows a hidden event again, and clears what is none', async () => {
    const event = await givenInterfaceEvent({ hidden: true, ...dates, browser_url: 'https://example.org/x' })
    const page = `/events/${event.id}`
    expect((await get(page, { key: null })).status).toBe(404)
    const changed = await json(
      'event',
      'update',
      event.id,
      '--no-hidden',
      '--start-date',
      'none',
      '--browser-url',
      'none',
    )
    expect(changed['service:hidden']).toBe(false)
    expect(changed).not.toHaveProperty('start_date')
    expect(changed.browser_url).toBe(`${PUBLIC_URL}${page}`)
    expect((await get(page, { key: null })).status).toBe(200)
    await json('event', 'update', event.id, '--hidden')
    expect((await get(page, { key: null })).status).toBe(404)
  })

  it('is what the next RSVP finds, whether the event has attendances or not', async () => {
    for (const before of [0, 1]) {
      const event = await givenInterfaceEvent()
      for (let i = 0; i < before; i++) expect((await rsvp(event)).status).toBe(200)
      expect((await rsvpFromBrowser(event)).status).toBe(200)
      await json('event', 'update', event.id, '--hidden')
      expect((await rsvpFromBrowser(event)).status).toBe(403)
      expect(await violations()).toEqual([])
    }
  })

  it('is not undone by an RSVP that has read the event before', async () => {
    const event = await givenInterfaceEvent()
    const before = await eventStore(elsewhere).findToAttend(OWNER, event.id)
    await json('event', 'update', event.id, '--hidden')
    await record(elsewhere, attendanceReactions, newAttendance(event.id, demo.group.member, {}, new Date()), before)
    expect(await eventStore(elsewhere).findToAttend(OWNER, event.id)).toMatchObject({ hidden: true })
    expect(await violations()).toEqual([])
  })

  it.each([
    [
      ['--title', 'x'],
      (id: string) => id,
      'Only events of the organizer’s own interface are changed and canceled here.',
    ],
    [['--title', 'x'], () => UNKNOWN_ID, `There is no event with the id ${UNKNOWN_ID}.`],
    [
      ['--start-date', 'soon'],
      (id: string) => id,
      '--start-date must be a date and time that exists, such as 2026-11-03T18:30:00Z.',
    ],
  ])('refuses %j in one sentence', async (options, idOfEvent, sentence) => {
    const { id, path } = await givenEvent({ title: 'Of the API' })
    const refused = await admin('event', 'update', idOfEvent(id), ...options)
    expect(refused).toMatchObject({ code: 1, out: '', err: `${sentence}\n` })
    expect((await get(path)).body.title).toBe('Of the API')
  })

  it('wants to know what changes', async () => {
    const { id } = await givenInterfaceEvent()
    expect(await admin('event', 'update', id)).toMatchObject({
      code: 2,
      err: 'Give at least one option that says what changes.\n',
    })
  })
})

const rsvpFromBrowser = ({ path }: { path: string }) => post(`${path}/attendances`, stranger(), { key: null })

describe('event cancel', () => {
  it('is shown by GET in both versions, once and for all', async () => {
    const event = await givenInterfaceEvent({ location: { postal_code: '80202' } })
    expect((await get(event.path)).body.status).toBe('confirmed')
    const canceled = await json('event', 'cancel', event.id)
    expect(canceled).toEqual((await get(event.path)).body)
    expect(canceled.status).toBe('cancelled')
    expect((await get(asVersion1(event.path))).body.status).toBe('cancelled')
    expect(await json('event', 'cancel', event.id)).toEqual(canceled)
    expect((await json('event', 'update', event.id, '--title', 'Moved')).status).toBe('cancelled')
  })

  it('refuses an event of the API', async () => {
    const { id, path } = await givenEvent()
    expect(await admin('event', 'cancel', id)).toMatchObject({
      code: 1,
      err: 'Only events of the organizer’s own interface are changed and canceled here.\n',
    })
    expect((await get(path)).body.status).toBe('confirmed')
  })

  it('cannot be done through the API, which names the field as ignored', async () => {
    const event = await givenInterfaceEvent({ location: { postal_code: '80202' } })
    for (const path of [event.path, asVersion1(event.path)]) {
      const { status, headers, body } = await put(path, { status: 'cancelled' })
      expect([status, headers['osdi-ignored'], body.status]).toEqual([200, 'status', 'confirmed'])
    }
    const { headers } = await post('/api/v2/events', { title: 'x', origin_system: 'x', status: 'cancelled' })
    expect(headers['osdi-ignored']).toBe('status')
  })

  it('makes calendars say so, with a SEQUENCE that each change raises', async () => {
    const event = await givenInterfaceEvent(dates)
    const entry = async () => readEntry((await get(`${event.path}/calendar.ics`)).text)
    const first = await entry()
    await json('event', 'update', event.id, '--start-date', '2031-05-01T19:00')
    const moved = await entry()
    await json('event', 'cancel', event.id)
    const last = await entry()
    expect([first, moved, last].map(({ value }) => value('status'))).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
    expect(moved.sequence).toBeGreaterThan(first.sequence)
    expect(last.sequence).toBeGreaterThan(moved.sequence)
    expect(last.uid).toBe(first.uid)
    await json('event', 'cancel', event.id)
    expect((await entry()).sequence).toBe(last.sequence)
  })

  it.runIf(has('pages'))('is told by the page and the embed, which take no RSVPs any more', async () => {
    const event = await givenInterfaceEvent()
    const page = async () => (await get(`/events/${event.id}`, { key: null })).text
    const embed = async () => (await get(`/embed/events/${event.id}`, { key: null })).body
    expect(await page()).toContain('data-turnout-form')
    expect(await embed()).not.toHaveProperty('status')
    expect(await embed()).toMatchObject({ browser_rsvps: true })
    await json('event', 'cancel', event.id)
    expect(await page()).toContain('This event is canceled')
    expect(await page()).not.toContain('data-turnout-form')
    const { _links: links, ...told } = await embed()
    expect([told, Object.keys(links)]).toMatchObject([{ status: 'cancelled', browser_rsvps: false }, ['self']])
  })

  describe.each([
    ['without attendances', 0],
    ['with attendances', 1],
  ])('of an event %s', (_, before) => {
    const given = async (capacity?: number) => {
      const event = await givenInterfaceEvent(capacity === undefined ? {} : { capacity })
      for (let i = 0; i < before; i++) expect((await rsvp(event)).status).toBe(200)
      await cancelEvent(OWNER, event.id, eventDependencies(service))
      return event
    }

    it('refuses every kind of RSVP, and adds no one to a list', async () => {
      const event = await given()
      const people = async () => (await get('/api/v2/people')).body.total_records
      const count = await people()
      const href = `${PUBLIC_URL}/api/v2/people/${demo.group.member}`
      const linked = { _links: { 'osdi:person': { href } } }
      expect(codeOf(await rsvp(event))).toEqual(CANCELLED)
      expect(codeOf(await rsvp(event, linked))).toEqual(CANCELLED)
      expect(
        codeOf(await post(`${asVersion1(event.path)}/attendance`, { originating_system: 'x', ...linked })),
      ).toEqual(CANCELLED)
      expect(codeOf(await rsvpFromBrowser(event))).toEqual(CANCELLED)
      expect(codeOf(await rsvpFromBrowser(await given(5)))).toEqual(CANCELLED)
      expect(await people()).toBe(count + (before === 0 ? 0 : 1))
      expect((await get(event.path)).body.total_accepted).toBe(before)
    })

    it('refuses an RSVP that has read the event before, on the path that counts at once', async () => {
      const event = await givenInterfaceEvent()
      for (let i = 0; i < before; i++) expect((await rsvp(event)).status).toBe(200)
      const found = await eventStore(elsewhere).findToAttend(OWNER, event.id)
      await cancelEvent(OWNER, event.id, eventDependencies(service))
      const attendance = newAttendance(event.id, demo.group.member, {}, new Date())
      await expect(record(elsewhere, attendanceReactions, attendance, found)).rejects.toMatchObject({
        message: 'This event is canceled',
      })
      expect((await get(event.path)).body.total_accepted).toBe(before)
      expect(await violations()).toEqual([])
    })
  })

  it('refuses RSVPs of a contended event once a process has forgotten what it has read: after a second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const event = await givenInterfaceEvent({ instructions: 'Ring twice' })
    expect((await rsvp(event)).status).toBe(200)
    markContended(table, lists.attendancesOf(event.id), 60_000)
    expect((await rsvpFromBrowser(event)).text).toContain('Ring twice')
    expect((await rsvp(event)).status).toBe(200)
    await cancelEvent(OWNER, event.id, { ...eventDependencies(service), events: eventStore(elsewhere) })
    vi.setSystemTime(Date.now() + 1_001)
    expect(codeOf(await rsvp(event))).toEqual(CANCELLED)
    expect(codeOf(await rsvpFromBrowser(event))).toEqual(CANCELLED)
    await assignPending()
    expect((await get(event.path)).body.total_accepted).toBe(3)
    expect(await violations()).toEqual([])
  })

  it('loses no RSVP that is acknowledged, and has none that was refused, while both race', async () => {
    const event = await givenInterfaceEvent()
    const sent = Array.from({ length: 12 }, () => rsvp(event))
    await sent[3]
    const canceled = cancelEvent(OWNER, event.id, {
      ...eventDependencies(service),
      events: eventStore(elsewhere),
    })
    const replies = await Promise.all(sent)
    await canceled
    const acknowledged = replies.filter(({ status }) => status === 200)
    for (const refused of replies.filter(({ status }) => status !== 200)) expect(codeOf(refused)).toEqual(CANCELLED)
    await assignPending()
    const listed = (await get(`${event.path}/attendances?per_page=25`)).body._embedded['osdi:attendances']
    expect(new Set(listed.map(({ _links }: any) => _links.self.href.split('/').at(-1)))).toEqual(
      new Set(acknowledged.map(idOf)),
    )
    expect(await violations()).toEqual([])
  })
})
