import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listLog } from '../../lib/access/store/log-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { eventStore } from '../../lib/app/event-store.js'
import { forgetPeople } from '../../lib/forgetting/store/forget-people.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { departingIn } from '../../lib/app/merging.js'
import {
  assignPending,
  demo,
  get,
  givenInterfaceEvent,
  invoke,
  post,
  put,
  table,
  violations,
} from '../support/service.js'
import { has } from '../support/rooms.js'

/* People whom nothing but events that ended long ago ties to a group are erased by themselves, where it wants that. */

const OWNER = `group:${demo.group.id}` as const
const DAY_MS = 24 * 60 * 60_000
const owners = ownerStore(table)

/** A wall clock so many days from now. */
const inDays = (days: number) => ({
  wallClock: new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19),
})

const givenDay = (days: number, more: object = {}) =>
  givenInterfaceEvent({
    title: `In ${days} days`,
    start_date: inDays(days),
    timezone_identifier: 'UTC',
    ...more,
  })

let names = 0
const fresh = () => `forgotten-${++names}@example.org`

/** Records an RSVP before its event, and returns the id of its person. */
async function rsvp(event: { path: string }, address: string, more: object = {}) {
  const reply = await post(`${event.path}/attendances`, {
    person: { email_addresses: [{ address }] },
    ...more,
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.body['service:person_id'] as string
}

const isErased = async (person: string) =>
  (await get(`/api/v2/people/${person}`)).body['service:erased_date'] !== undefined

/** Runs the sweeper, with what its role allows, some days from now. */
async function sweepIn(days: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS })
  try {
    await invoke('schedules/sweep', {})
  } finally {
    vi.useRealTimers()
  }
}

const logged = async () =>
  (await listLog(table, OWNER, { page: 1, per_page: 25 })).members
    .filter(({ action }) => action === 'people_forgotten')
    .map(({ subject, detail, person }) => ({ title: subject?.title, detail, person }))

beforeAll(async () => {
  expect((await post('/api/v2/tags', { name: 'driver', origin_system: 'Test' })).status).toBe(200)
})
afterEach(() => owners.changeSettings(OWNER, { forget_after: null, opt_in_text: null }))

describe('a group that forgets people thirty days after an event', () => {
  it('erases those whom nothing else ties, keeps all counts, and says so in its log', async () => {
    const event = await givenDay(1)
    const ids = [await rsvp(event, fresh()), await rsvp(event, fresh())]
    await owners.changeSettings(OWNER, { forget_after: 30 })
    await sweepIn(30)
    expect(await Promise.all(ids.map(isErased))).toEqual([false, false])
    await sweepIn(33)
    expect(await Promise.all(ids.map(isErased))).toEqual([true, true])
    expect((await get(event.path)).body.total_accepted).toBe(2)
    expect(await logged()).toEqual([{ title: 'In 1 days', detail: '2', person: undefined }])
    await sweepIn(35)
    expect(await logged()).toHaveLength(1)
    await assignPending()
    expect(await violations()).toEqual([])
  })

  it.each<[string, (address: string, person: string) => Promise<unknown>]>([
    [
      'comes to another event that ended less than thirty days ago',
      async (address) => rsvp(await givenDay(10), address),
    ],
    [
      'has canceled at an event that is to come',
      async (address) => {
        const event = await givenDay(60)
        const reply = await post(`${event.path}/attendances`, { person: { email_addresses: [{ address }] } })
        await put(new URL(reply.body._links.self.href).pathname, { status: 'declined' })
      },
    ],
    ['comes to an event without a date', async (address) => rsvp(await givenInterfaceEvent(), address)],
    [
      'has a tag',
      async (address) => post('/api/v2/people', { person: { email_addresses: [{ address }] }, add_tags: ['driver'] }),
    ],
    [
      'hosts an event that is to come',
      async (_, person) => {
        const { id } = await givenDay(60)
        await eventStore(table).change(OWNER, id, (event) => Promise.resolve({ ...event, creator: person }), 'refuse')
      },
    ],
    ['has subscribed by a box', async () => owners.changeSettings(OWNER, { opt_in_text: 'News' })],
  ])('keeps a person who %s', async (_, ties) => {
    const event = await givenDay(1)
    const address = fresh()
    const person = await rsvp(event, address)
    const other = await rsvp(event, fresh())
    await put(`/api/v2/people/${other}`, { email_addresses: [{ status: 'unsubscribed' }] })
    await ties(address, person)
    await owners.changeSettings(OWNER, { forget_after: 30 })
    await sweepIn(33)
    expect(await isErased(person)).toBe(false)
    expect(await isErased(other)).toBe(true)
  })

  it('keeps the members of its team', async () => {
    const event = await givenDay(1)
    const reply = await post(`${event.path}/attendances`, {
      _links: { 'osdi:person': { href: `https://events.example.org/api/v2/people/${demo.group.organizer}` } },
    })
    expect(reply.status, reply.text).toBe(200)
    await owners.changeSettings(OWNER, { forget_after: 30 })
    await sweepIn(33)
    expect(await isErased(demo.group.organizer)).toBe(false)
  })

  it('waits for an event that lasts long, and looks at it then', async () => {
    const event = await givenDay(1, { end_date: inDays(40) })
    const person = await rsvp(event, fresh())
    await owners.changeSettings(OWNER, { forget_after: 30 })
    await sweepIn(33)
    expect(await isErased(person)).toBe(false)
    await sweepIn(72)
    expect(await isErased(person)).toBe(true)
  })

  it.runIf(has('imports'))('goes on where a run ended, in the middle of an event', async () => {
    const LONG = 'Long list'
    const event = await givenDay(1, { title: LONG })
    const rows = Array.from({ length: 105 }, () => ({ person: { email_addresses: [{ address: fresh() }] } }))
    const reply = await post(`${event.path}/attendances/bulk`, { rows })
    expect(reply.body.recorded).toBe(105)
    await assignPending()
    await owners.changeSettings(OWNER, { forget_after: 30 })
    const later = new Date(Date.now() + 33 * DAY_MS)
    const isDone = async () => {
      const item: Record<string, unknown> = { ...(await getOne(table, keyOf.forgetting(OWNER))) }
      return String(item['since']) > later.toISOString()
    }
    let runs = 0
    // A run begins with no hundred of people after its deadline.
    for (; !(await isDone()) && runs < 200; runs++)
      await forgetPeople(table, departingIn(table), later, Date.now() + 250)
    expect(runs).toBeGreaterThan(1)
    const people = (
      await Promise.all([1, 2, 3, 4, 5].map((page) => get(`${event.path}/attendances?per_page=25&page=${page}`)))
    )
      .flatMap(({ body }) => (body._embedded?.['osdi:attendances'] ?? []) as any[])
      .map((each) => each['service:person_id'] as string)
    expect(people).toHaveLength(105)
    expect((await Promise.all(people.map(isErased))).every(Boolean)).toBe(true)
    const counts = (await logged()).flatMap(({ title, detail }) => (title === LONG ? Number(detail) : []))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(105)
  })
})

it('a group that no longer forgets people erases none', async () => {
  const event = await givenDay(1)
  const person = await rsvp(event, fresh())
  await owners.changeSettings(OWNER, { forget_after: 30 })
  await owners.changeSettings(OWNER, { forget_after: null })
  await sweepIn(33)
  expect(await isErased(person)).toBe(false)
  expect(await getOne(table, keyOf.forgetting(OWNER))).toBeUndefined()
})
