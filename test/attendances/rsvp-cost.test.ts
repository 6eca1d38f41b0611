import { beforeEach, describe, expect, it, vi } from 'vitest'
import { block } from '../../lib/blocked/store/blocked-store.js'
import { markContended } from '../../lib/collections/contention.js'
import { keyedMutex } from '../../lib/collections/append-at.js'
import { lists } from '../../lib/collections/numbered-list.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { openTable } from '../../lib/table/table.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { address, demo, givenEvent, givenInterfaceEvent, get, idOf, post, service, table } from '../support/service.js'
import { has } from '../support/rooms.js'
import { changeStatus } from '../../lib/attendances/store/change-status.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

/* The cost of RSVPs: requests to DynamoDB, and units as the engine reports them. */

let names = 0
const email = () => `cost-${++names}@example.org`
const helper = (address: string, more: object = {}, besides: object = {}) => ({
  person: { email_addresses: [{ address }], ...more },
  ...besides,
})

let path: string
beforeEach(async () => {
  // A memory of one second stays.
  vi.useFakeTimers({ toFake: ['Date'] })
  ;({ path } = await givenEvent())
  // The first RSVP makes the event selectable, which costs more.
  await rsvp(helper(email()))
})

const rsvp = (body: object, at = path, sending?: { key: string }) => post(`${at}/attendances`, body, sending)

async function costOf(body: object, at = path, sending?: { key: string }) {
  const before = { ...table.consumedCapacity }
  const reply = await rsvp(body, at, sending)
  expect(reply.status).toBe(200)
  const { requests, read, write } = table.consumedCapacity
  return { requests: requests - before.requests, read: read - before.read, write: write - before.write }
}

describe('an RSVP through the helper', () => {
  it('of a new person costs two requests and thirteen write units, as the claim is in the transaction', async () => {
    expect(await costOf(helper(email()))).toEqual({ requests: 2, read: 3, write: 13 })
    expect((await get(path)).body.total_accepted).toBe(2)
  })

  it('of a new person shares its transaction, with the claim, with an RSVP of the same process', async () => {
    const work = Promise.withResolvers<undefined>()
    const held = keyedMutex(table, lists.peopleOf(`group:${demo.group.id}`).name, () => work.promise)
    const before = { ...table.consumedCapacity }
    const replies = [rsvp(helper(email())), rsvp(helper(email()))]
    // Both wait after their reads.
    await vi.waitFor(() => expect(table.consumedCapacity.requests).toBe(before.requests + 2))
    work.resolve(undefined)
    await held
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
    expect(table.consumedCapacity.requests - before.requests).toBe(3)
  })

  it('of a new person with a phone number costs two requests, as the claims are in the transaction', async () => {
    const phone_numbers = [{ number: `+1303555${1000 + ++names}` }]
    expect(await costOf(helper(email(), { phone_numbers }))).toEqual({ requests: 2, read: 4, write: 15 })
  })

  it('of a new person with a number without a code reads the event before, and the person in a further request', async () => {
    const phone_numbers = [{ number: `303555${1000 + ++names}` }]
    expect(await costOf(helper(email(), { phone_numbers }))).toEqual({ requests: 3, read: 4, write: 15 })
  })

  it.runIf(has('seats'))(
    'of a new person to an event with a capacity costs two requests, and two write units more for the seat',
    async () => {
      const { path: limited } = await givenInterfaceEvent({ capacity: 20 })
      await rsvp(helper(email()), limited)
      expect(await costOf(helper(email()), limited)).toEqual({ requests: 2, read: 3, write: 15 })
    },
  )

  it('of a known person costs three requests, four read units and six write units', async () => {
    const address = email()
    await post('/api/v2/people', helper(address))
    expect(await costOf(helper(address))).toEqual({ requests: 3, read: 4, write: 6 })
  })

  it('of an owner who has blocked somebody costs one read unit more, in the same request', async () => {
    const { other_group: other } = demo
    await block(
      table,
      `group:${other.id}`,
      { kind: 'email', value: 'loud@example.org' },
      { date: '2030-01-01T00:00:00Z' },
    )
    const key = { key: other.key }
    const { path: theirs } = await givenEvent({}, key)
    await post(`${theirs}/attendances`, helper(email()), key)
    expect(await costOf(helper(email()), theirs, key)).toEqual({ requests: 2, read: 4, write: 13 })
  })

  it('of a new person in a rush costs four requests, and six write units before the ordinals', async () => {
    markContended(table, lists.attendancesOf(path.split('/').at(-1) as string), 60_000)
    markContended(table, lists.peopleOf(`group:${demo.group.id}`), 60_000)
    expect(await costOf(helper(email()))).toEqual({ requests: 4, read: 1, write: 6 })
  })
})

it('a plain RSVP of a known person costs two requests and six write units', async () => {
  const person = idOf(await post('/api/v2/people', helper(email())))
  const href = `https://events.example.org/api/v2/people/${person}`
  expect(await costOf({ _links: { 'osdi:person': { href } } })).toEqual({ requests: 2, read: 2, write: 6 })
})

it('a cancellation costs a new process two requests: it reads the attendance, and writes a transaction', async () => {
  const inCampaign = await givenInterfaceEvent({ event_campaign_id: demo.event_campaign.id })
  const attendance = idOf(await rsvp(helper(email()), inCampaign.path))
  const elsewhere = openTable({ tableName: table.name, dynamodbEndpoint: address.endpoint })
  const event = await loadEvent(elsewhere, inCampaign.id)
  const before = elsewhere.consumedCapacity.requests
  const { status } = await changeStatus(elsewhere, attendanceReactions, event as OsdiEvent, attendance, {
    status: 'declined',
    now: () => new Date(),
  })
  expect(status).toBe('declined')
  expect(elsewhere.consumedCapacity.requests - before).toBe(2)
})

describe.runIf(has('seats'))('an RSVP that joins a waiting list', () => {
  let full: string
  beforeEach(async () => {
    // Thirty buckets of seats, of which the first seats are gone.
    ;({ path: full } = await givenInterfaceEvent({ capacity: 300, waitlist: true }))
    await rsvp(helper(email()), full)
    const [owner, id] = [`group:${demo.group.id}` as const, full.split('/').at(-1) as string]
    await updateInterfaceEvent(owner, id, { capacity: 1 }, eventDependencies(service))
    await rsvp(helper(email()), full)
  })

  it('reads the seats once, to settle them, and not the list', async () => {
    expect(await costOf(helper(email()), full)).toEqual({ requests: 14, read: 41, write: 16 })
  })

  it('in a rush reads neither, once the process has found the event full', async () => {
    markContended(table, lists.attendancesOf(full.split('/').at(-1) as string), 60_000)
    markContended(table, lists.peopleOf(`group:${demo.group.id}`), 60_000)
    expect(await costOf(helper(email()), full)).toEqual({ requests: 7, read: 5, write: 15 })
  })
})
