import { describe, expect, it } from 'vitest'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import {
  assignPending,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  table,
  violations,
} from '../support/service.js'
import { vocabularies } from '../support/given/vocabularies.js'

let names = 0
const stranger = () => ({ person: { email_addresses: [{ address: `guest-${++names}@example.org` }] } })

/** An RSVP to an event, and its path in a version. */
async function givenRsvp(event: { path: string }, api: string, attendances: string) {
  const id = idOf(await post(`${event.path}/attendances`, stranger()))
  return `${event.path.replace('/api/v2', api)}/${attendances}/${id}`
}

const attendedOf = async ({ path }: { path: string }) => (await get(path)).body['service:totals'].attended

describe.each(vocabularies)('service:attended in $version', ({ api, attendances }) => {
  it('is set and taken back by PUT, with its date, and counted', async () => {
    const event = await givenEvent()
    const path = await givenRsvp(event, api, attendances)
    const before = (await get(path)).body
    expect(before).toMatchObject({ 'service:attended': false, status: 'accepted' })
    expect(before).not.toHaveProperty('service:attended_date')

    const { status, headers, body } = await put(path, { 'service:attended': true })
    expect([status, headers['osdi-ignored']]).toEqual([200, undefined])
    expect(body).toMatchObject({ 'service:attended': true, status: 'accepted' })
    expect(Date.parse(body['service:attended_date'])).toBeGreaterThan(Date.now() - 10_000)
    expect((await get(path)).body).toEqual(body)
    expect(await attendedOf(event)).toBe(1)

    expect((await put(path, { 'service:attended': true })).body).toEqual(body)
    const undone = (await put(path, { 'service:attended': false })).body
    expect(undone['service:attended']).toBe(false)
    expect(undone).not.toHaveProperty('service:attended_date')
    expect(await attendedOf(event)).toBe(0)
    expect(await violations()).toEqual([])
  })

  it('is counted whatever the status, and changes together with it', async () => {
    const event = await givenEvent()
    const path = await givenRsvp(event, api, attendances)
    const { body } = await put(path, { status: 'declined', 'service:attended': true })
    expect(body).toMatchObject({ status: 'declined', 'service:attended': true })
    expect((await get(event.path)).body).toMatchObject({
      total_accepted: 0,
      'service:totals': { accepted: 0, declined: 1, attended: 1 },
    })
    await put(path, { status: 'accepted', 'service:attended': null })
    expect((await get(event.path)).body['service:totals']).toMatchObject({
      accepted: 1,
      declined: 0,
      attended: 0,
    })
    expect(await violations()).toEqual([])
  })

  it('is ignored and named when it is no boolean, and when a POST or the API sets its date', async () => {
    const event = await givenEvent()
    const path = await givenRsvp(event, api, attendances)
    const { headers, body } = await put(path, {
      'service:attended': 'yes',
      'service:attended_date': '2026-01-01',
    })
    expect(headers['osdi-ignored']?.split(', ').sort()).toEqual(['service:attended', 'service:attended_date'])
    expect(body['service:attended']).toBe(false)
  })

  it('is what collections may be filtered by', async () => {
    const event = await givenEvent()
    const [came] = [await givenRsvp(event, api, attendances), await givenRsvp(event, api, attendances)]
    await put(came, { 'service:attended': true })
    const found = async (filter: string) => {
      const list = came.slice(0, came.lastIndexOf('/'))
      const { body } = await get(`${list}?filter=${encodeURIComponent(filter)}`)
      return [body.total_records, body._embedded[`osdi:${attendances}`].map((each: any) => each['service:attended'])]
    }
    expect(await found('service:attended eq true')).toEqual([1, [true]])
    expect(await found("service:attended eq 'false'")).toEqual([1, [false]])
    expect(await found('service:attended ne true')).toEqual([1, [false]])
  })
})

it('a check-in is counted in a rush, once sequencers have counted', async () => {
  const event = await givenEvent()
  const [path] = [await givenRsvp(event, '/api/v2', 'attendances')]
  markContended(table, lists.attendancesOf(event.id), 60_000)
  expect((await put(path, { 'service:attended': true })).status).toBe(200)
  await assignPending()
  expect(await attendedOf(event)).toBe(1)
  expect(await violations()).toEqual([])
})

it('a check-in respects If-Match, and a POST with it records a plain RSVP', async () => {
  const event = await givenEvent()
  const path = await givenRsvp(event, '/api/v2', 'attendances')
  const { headers } = await get(path)
  await put(path, { 'service:attended': true })
  const late = await put(path, { 'service:attended': false }, { headers: { 'if-match': headers['etag'] as string } })
  expect(late.status).toBe(412)
  const posted = await post(`${event.path}/attendances`, { ...stranger(), 'service:attended': true })
  expect([posted.headers['osdi-ignored'], posted.body['service:attended']]).toEqual(['service:attended', false])
})

describe.each(vocabularies)('service:attended_guests in $version', ({ api, attendances }) => {
  const party = async (guests: number) => {
    const event = await givenInterfaceEvent({ max_guests: 9 })
    const id = idOf(await post(`/api/v2/events/${event.id}/attendances`, { ...stranger(), 'service:guests': guests }))
    return { path: `${api}/events/${event.id}/${attendances}/${id}`, event: `/api/v2/events/${event.id}` }
  }
  const peopleOf = async (event: string) => {
    const { attended, attended_guests } = (await get(event)).body['service:totals']
    return [attended, attended_guests]
  }

  it('is the whole party unless a PUT says how many came, and is counted', async () => {
    const { path, event } = await party(2)
    expect((await get(path)).body['service:attended_guests']).toBe(0)
    expect((await put(path, { 'service:attended': true })).body['service:attended_guests']).toBe(2)
    expect(await peopleOf(event)).toEqual([1, 2])
    expect((await put(path, { 'service:attended_guests': 1 })).body['service:attended_guests']).toBe(1)
    expect(await peopleOf(event)).toEqual([1, 1])
    // More than the party has are no change.
    const tooMany = await put(path, { 'service:attended_guests': 3 })
    expect([tooMany.headers['osdi-ignored'], tooMany.body['service:attended_guests']]).toEqual([
      'service:attended_guests',
      1,
    ])
    await put(path, { 'service:attended': false })
    expect(await peopleOf(event)).toEqual([0, 0])
    await put(path, { 'service:attended': true, 'service:attended_guests': null })
    expect(await peopleOf(event)).toEqual([1, 0])
    expect(await violations()).toEqual([])
  })

  it('shrinks with the party', async () => {
    const { path, event } = await party(3)
    await put(path, { 'service:attended': true })
    expect((await put(path, { 'service:guests': 1 })).body['service:attended_guests']).toBe(1)
    expect(await peopleOf(event)).toEqual([1, 1])
    expect(await violations()).toEqual([])
  })
})
