import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { keyStore } from '../../lib/access/store/key-store.js'
import { adminOf } from '../admin/admin.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import {
  UNKNOWN_ID,
  address as tableAddress,
  assignPending,
  demo,
  get,
  givenInterfaceEvent,
  post,
  put,
  service,
  table,
  violations,
} from '../support/service.js'

let people = 0
const email = () => `asks-${++people}@approval.example`
const START = { start_date: { wallClock: '2041-06-01T10:00:00' } }
const given = (fields: Parameters<typeof givenInterfaceEvent>[0] = {}) =>
  givenInterfaceEvent({ title: 'Dinner', ...START, approval: true, ...fields })
const change = (id: string, fields: Parameters<typeof updateInterfaceEvent>[2]) =>
  updateInterfaceEvent(`group:${demo.group.id}`, id, fields, eventDependencies(service))
const totals = async (path: string) => (await get(path)).body['service:totals']
const all = async (path: string, query = '') => {
  await assignPending()
  return (await get(`${path}/attendances?per_page=100${query}`)).body._embedded['osdi:attendances'] as any[]
}
const pathOf = (attendance: any) => new URL(attendance._links.self.href).pathname
/** Somebody asks to come. @returns the path of the attendance */
const asks = async (event: { id: string; path: string }, address = email(), more: Record<string, string> = {}) => {
  const { status, body } = await submit(event.id, { email: address, ...more })
  expect([status, body]).toEqual([200, { 'service:standing': 'requested' }])
  const person = await personOf(address)
  return pathOf((await all(event.path)).find((each) => each['service:person_id'] === person))
}
const personOf = async (address: string) =>
  (await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${address}'`)}`)).body._embedded[
    'osdi:people'
  ][0]._links.self.href
    .split('/')
    .at(-1) as string
const decide = (path: string, state: string, key?: string) =>
  put(path, { 'service:request': { state } }, key === undefined ? {} : { key })
const codeOf = ({ status, body }: any) => [
  status,
  body?.['osdi:error']?.resource_status?.[0]?.error_descriptions?.[0]?.error_code,
]

const rsvpKey = 'key-of-the-scope-rsvp'
beforeAll(async () => {
  await rsvpSettings({ browser_rsvps: true })
  const owner = `group:${demo.group.id}` as const
  await keyStore(table).create(rsvpKey, { owner, default_creator: demo.group.creator, scope: 'rsvp' }, new Date())
})
describe('an RSVP without a key to an event with approval', () => {
  it('is a request, which takes no seat and counts nowhere else', async () => {
    const event = await given({ capacity: 1, instructions: '<p>The code is 12</p>' })
    const path = await asks(event)
    const { body } = await get(path)
    expect(body).toMatchObject({
      status: 'tentative',
      'service:request': { state: 'waiting' },
      'service:waitlisted': false,
    })
    expect(body).not.toHaveProperty('service:waitlist_position')
    expect((await get(event.path)).body).toMatchObject({
      total_accepted: 0,
      'service:approval': true,
      'service:totals': { accepted: 0, declined: 0, waitlisted: 0, requested: 1, guests: 0 },
    })
    // The seat is free for a key.
    const { status } = await post(`${event.path}/attendances`, {
      person: { email_addresses: [{ address: email() }] },
    })
    expect(status).toBe(200)
  })

  it('is one by JSON, too, and a key is not asked', async () => {
    const event = await given()
    const person = { email_addresses: [{ address: email() }] }
    const { body } = await post(`${event.path}/attendances`, { person }, { key: null })
    expect(body).toEqual({ 'service:standing': 'requested' })
    await post(`${event.path}/attendances`, { person: { email_addresses: [{ address: email() }] } })
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 1 })
  })

  it('asks before the line, and is refused by a full event without one', async () => {
    const full = async (fields: object) => {
      const event = await given({ capacity: 1, ...fields })
      await post(`${event.path}/attendances`, { person: { email_addresses: [{ address: email() }] } })
      return event
    }
    await asks(await full({ waitlist: true }))
    const { id } = await full({})
    expect((await submit(id, { email: email() })).status).toBe(409)
  })

  it('is found by its state, and by no filter of the waiting list', async () => {
    const event = await given()
    const path = await asks(event)
    await post(`${event.path}/attendances`, { person: { email_addresses: [{ address: email() }] } })
    const filtered = async (filter: string) =>
      (await all(event.path, `&filter=${encodeURIComponent(filter)}`)).map(pathOf)
    expect(await filtered("service:request.state eq 'waiting'")).toEqual([path])
    expect(await filtered("service:waitlisted eq 'true'")).toEqual([])
    expect(
      (
        await get(
          `${event.path.replace('v2', 'v1')}/attendance?filter=${encodeURIComponent("service:request.state eq 'waiting'")}`,
        )
      ).body.total_records,
    ).toBe(1)
  })

  it('is none once approval is off: who asks again comes, and others still wait', async () => {
    const event = await given({ capacity: 5 })
    const address = email()
    const [again, other] = [await asks(event, address), await asks(event)]
    await change(event.id, { approval: null })
    expect((await submit(event.id, { email: address })).body).toEqual({ 'service:standing': 'place' })
    expect((await get(again)).body).toMatchObject({ status: 'accepted' })
    expect((await get(again)).body).not.toHaveProperty('service:request')
    expect((await get(other)).body).toMatchObject({ status: 'tentative' })
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 1 })
  })
})

describe('a decision by key', () => {
  it('approves: the request takes its seats, and has its date and reason', async () => {
    const event = await given({ capacity: 3, max_guests: 2 })
    const path = await asks(event, email(), { guests: '2' })
    const { body, status } = await put(path, { 'service:request': { state: 'approved', note: ' Welcome ' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'accepted',
      'service:guests': 2,
      'service:request': { state: 'approved', note: 'Welcome' },
    })
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 0, guests: 2 })
    const late = { person: { email_addresses: [{ address: email() }] } }
    expect(codeOf(await post(`${event.path}/attendances`, late))).toEqual([409, 'event_full'])
  })

  it('declines, and the same answer again changes nothing, where another is refused', async () => {
    const event = await given()
    const path = await asks(event)
    expect((await decide(path, 'declined')).body).toMatchObject({
      status: 'declined',
      'service:request': { state: 'declined' },
    })
    const before = (await get(path)).body
    expect((await decide(path, 'declined')).body).toEqual(before)
    expect(codeOf(await decide(path, 'approved'))).toEqual([409, 'already_decided'])
    expect(await totals(event.path)).toMatchObject({ accepted: 0, declined: 1, requested: 0 })
  })

  it.each([
    ['accepted', 'approved'],
    ['declined', 'declined'],
  ])('is made by the status %s, too', async (status, state) => {
    const path = await asks(await given())
    expect((await put(path, { status })).body).toMatchObject({ status, 'service:request': { state } })
  })

  it('is refused where the event is full without a line, and changes nothing', async () => {
    const event = await given({ capacity: 1 })
    const [first, second] = [await asks(event), await asks(event)]
    expect((await decide(first, 'approved')).status).toBe(200)
    expect(codeOf(await decide(second, 'approved'))).toEqual([409, 'event_full'])
    expect((await get(second)).body['service:request'].state).toBe('waiting')
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 1 })
  })

  it('puts an approved request into the line of a full event, which promotes it', async () => {
    const event = await given({ capacity: 1, waitlist: true })
    const [first, second] = [await asks(event), await asks(event)]
    await decide(first, 'approved')
    expect((await decide(second, 'approved')).body).toMatchObject({
      status: 'tentative',
      'service:waitlisted': true,
      'service:waitlist_position': 1,
      'service:request': { state: 'approved' },
    })
    expect(await totals(event.path)).toMatchObject({ accepted: 1, waitlisted: 1, requested: 0 })
    await put(first, { status: 'declined' })
    expect((await get(second)).body).toMatchObject({
      status: 'accepted',
      'service:request': { state: 'approved' },
    })
  })

  it('races for the last place, which one of two gets', async () => {
    const event = await given({ capacity: 1 })
    const paths = [await asks(event), await asks(event)]
    const answers = await Promise.all(paths.map((path) => decide(path, 'approved')))
    expect(answers.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, 'event_full'],
    ])
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 1 })
  })

  it('is refused by a canceled event and by one that is over, and not by one that is closed', async () => {
    const [over, cancelled, closed] = [await given(), await given(), await given()]
    const paths = [await asks(over), await asks(cancelled), await asks(closed)] as const
    await change(over.id, {
      start_date: { wallClock: '2020-06-01T10:00:00' },
      end_date: { wallClock: '2020-06-01T11:00:00' },
    })
    await cancelEvent(`group:${demo.group.id}`, cancelled.id, eventDependencies(service))
    await change(closed.id, { rsvps_close: '2021-01-01T00:00:00' })
    expect(codeOf(await decide(paths[0], 'approved'))).toEqual([409, 'event_over'])
    expect(codeOf(await decide(paths[1], 'approved'))).toEqual([409, 'event_cancelled'])
    expect((await decide(paths[2], 'approved')).status).toBe(200)
  })

  it('is ignored and named where there is no request, or where it is none', async () => {
    const event = await given()
    const { body } = await post(`${event.path}/attendances`, {
      person: { email_addresses: [{ address: email() }] },
    })
    const answered = await decide(pathOf(body), 'declined')
    expect([answered.status, answered.headers['osdi-ignored']]).toEqual([200, 'service:request'])
    const asked = await decide(await asks(event), 'perhaps')
    expect([asked.status, asked.headers['osdi-ignored']]).toEqual([200, 'service:request'])
    expect(asked.body['service:request'].state).toBe('waiting')
  })

  it('needs the scope all: another key is refused, and its RSVP answers the request as it is', async () => {
    const event = await given()
    const address = email()
    const path = await asks(event, address)
    for (const answer of [
      await decide(path, 'approved', rsvpKey),
      await put(path, { status: 'accepted' }, { key: rsvpKey }),
    ])
      expect(codeOf(answer)).toEqual([403, 'insufficient_scope'])
    const rsvp = { person: { email_addresses: [{ address }] } }
    expect((await post(`${event.path}/attendances`, rsvp, { key: rsvpKey })).body).toMatchObject({
      status: 'tentative',
      'service:request': { state: 'waiting' },
    })
    expect((await post(`${event.path}/attendances`, rsvp)).body).toMatchObject({
      status: 'accepted',
      'service:request': { state: 'approved' },
    })
  })
})

describe('a request that the team declined', () => {
  const version1 = (path: string) => path.replace('/api/v2', '/api/v1').replace('attendances', 'attendance')

  it('stays declined for every way of a key with the scope rsvp, and comes by one with all', async () => {
    const event = await given()
    const address = email()
    const path = await asks(event, address)
    await decide(path, 'declined')
    const key = { key: rsvpKey }
    for (const answer of [
      await put(path, { status: 'accepted' }, key),
      await put(version1(path), { status: 'accepted' }, key),
    ])
      expect(answer.status).toBe(403)
    const rsvp = { person: { email_addresses: [{ address }] } }
    await post(`${event.path}/attendances`, rsvp, key)
    await post(version1(`${event.path}/attendances`), rsvp, key)
    await post(`${event.path}/attendances/bulk`, { attendances: [rsvp] }, key)
    expect((await get(path)).body).toMatchObject({ status: 'declined', 'service:request': { state: 'declined' } })
    expect((await post(`${event.path}/attendances`, rsvp)).body).toMatchObject({ status: 'accepted' })
  })
})

describe('event request of the command line', () => {
  const admin = adminOf({ TABLE_NAME: tableAddress.tableName, DYNAMODB_ENDPOINT: tableAddress.endpoint })
  const request = (...args: string[]) => admin('event', 'request', ...args, '--json')
  const idIn = (path: string) => path.split('/').at(-1) as string

  it('approves in the order of asking, and names who does not fit with exit code 1', async () => {
    const event = await given({ capacity: 3, max_guests: 2 })
    const party = idIn(await asks(event, email(), { guests: '2' }))
    const [second, third] = [idIn(await asks(event)), idIn(await asks(event))]
    const { code, json } = await request(event.id, '--approve', third, second, party)
    expect(json).toMatchObject([
      { id: party, result: 'approved', changed: true },
      { id: second, result: 'event_full', changed: false, why: expect.any(String) },
      { id: third, result: 'event_full', changed: false },
    ])
    expect(code).toBe(1)
    expect(await totals(event.path)).toMatchObject({ accepted: 1, guests: 2, requested: 2 })
  })

  it('goes on to one who fits after a party that does not', async () => {
    const event = await given({ capacity: 3, max_guests: 2 })
    const party = idIn(await asks(event, email(), { guests: '2' }))
    await post(`${event.path}/attendances`, { person: { email_addresses: [{ address: email() }] } })
    const alone = idIn(await asks(event))
    expect((await request(event.id, '--approve', party, alone)).json).toMatchObject([
      { id: party, result: 'event_full' },
      { id: alone, result: 'approved' },
    ])
  })

  it('says who is in line now', async () => {
    const event = await given({ capacity: 1, waitlist: true })
    const [first, second] = [idIn(await asks(event)), idIn(await asks(event))]
    const { code, json } = await request(event.id, '--approve', first, second)
    expect([code, json]).toMatchObject([0, [{ result: 'approved' }, { id: second, result: 'waitlisted' }]])
  })

  it('declines with a reason; the same answer again succeeds, and the other one is refused', async () => {
    const event = await given()
    const path = await asks(event)
    const decline = () => request(event.id, '--decline', idIn(path), '--note', 'For neighbors only')
    expect(await decline()).toMatchObject({ code: 0, json: [{ result: 'declined', changed: true }] })
    expect((await get(path)).body['service:request']).toMatchObject({
      state: 'declined',
      note: 'For neighbors only',
    })
    expect(await decline()).toMatchObject({ code: 0, json: [{ result: 'declined', changed: false }] })
    const other = await request(event.id, '--approve', idIn(path))
    expect(other).toMatchObject({ code: 1, json: [{ result: 'already_decided', changed: false }] })
    expect((await get(path)).body.status).toBe('declined')
  })

  it('changes nothing of an RSVP that is no request, and says so', async () => {
    const event = await given()
    const person = { email_addresses: [{ address: email() }] }
    const path = pathOf((await post(`${event.path}/attendances`, { person })).body)
    expect(await request(event.id, '--decline', idIn(path))).toMatchObject({
      code: 1,
      json: [{ result: 'no_request', changed: false }],
    })
    expect((await get(path)).body.status).toBe('accepted')
  })

  it('decides on none when one is of no RSVP of the event, which it names', async () => {
    const event = await given()
    const path = await asks(event)
    const { code, err } = await request(event.id, '--approve', idIn(path), UNKNOWN_ID)
    expect([code, err]).toEqual([1, `There is no attendance with the id ${UNKNOWN_ID} of this event.\n`])
    expect((await get(path)).body['service:request'].state).toBe('waiting')
    expect((await request(UNKNOWN_ID, '--approve', idIn(path))).err).toBe(
      `There is no event with the id ${UNKNOWN_ID}.\n`,
    )
  })

  it('takes one of the two, and no reason that is too long', async () => {
    const { id } = await given()
    expect((await request(id)).code).toBe(2)
    expect((await request(id, '--approve', UNKNOWN_ID, '--decline', UNKNOWN_ID)).code).toBe(2)
    const long = await request(id, '--decline', UNKNOWN_ID, '--note', 'x'.repeat(2001))
    expect([long.code, long.err]).toEqual([1, '--note must have at most 2000 characters.\n'])
  })
})

describe('a person who has asked', () => {
  it('and was declined stays so after another form, which gets the answer of everybody', async () => {
    const event = await given()
    const address = email()
    const path = await asks(event, address)
    await decide(path, 'declined')
    await asks(event, address)
    expect((await get(path)).body).toMatchObject({
      status: 'declined',
      'service:request': { state: 'declined' },
    })
  })

  it('and was approved stays accepted after another form', async () => {
    const event = await given({ capacity: 1, waitlist: true })
    const address = email()
    const path = await asks(event, address)
    await decide(path, 'approved')
    await asks(event, address)
    expect((await get(path)).body.status).toBe('accepted')
  })
})

describe('a party that was approved', () => {
  const bring = async (path: string, guests: number) => {
    const link = new URL((await get(path)).body._links['service:self_service'].href).pathname
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await post(link, `action=guests&guests=${guests}`, { key: null, headers })).status
  }
  const guestsOf = async (path: string) => (await get(path)).body['service:guests']

  it('brings fewer people by its link, and no more than the organizer approved', async () => {
    const event = await given({ capacity: 9, max_guests: 3 })
    const path = await asks(event, email(), { guests: '2' })
    expect([await bring(path, 3), await bring(path, 2)]).toEqual([303, 303])
    await decide(path, 'approved')
    expect([await bring(path, 3), await guestsOf(path)]).toEqual([400, 2])
    expect([await bring(path, 1), await guestsOf(path)]).toEqual([303, 1])
    expect(await totals(event.path)).toMatchObject({ accepted: 1, guests: 1 })
  })

  it('is offered no larger number, and in line not either', async () => {
    const event = await given({ capacity: 1, waitlist: true, max_guests: 3 })
    const paths = [await asks(event), await asks(event)]
    for (const path of paths) {
      await decide(path, 'approved')
      expect([await bring(path, 1), await guestsOf(path)]).toEqual([400, 0])
      const link = new URL((await get(path)).body._links['service:self_service'].href).pathname
      expect((await get(link, { key: null })).text).not.toContain('name="guests"')
    }
  })

  it('grows where the organizer says so, and where approval is off', async () => {
    const event = await given({ capacity: 9, max_guests: 3 })
    const path = await asks(event)
    await decide(path, 'approved')
    expect((await put(path, { 'service:guests': 1 })).body['service:guests']).toBe(1)
    await change(event.id, { approval: false })
    expect([await bring(path, 2), await guestsOf(path)]).toEqual([303, 2])
  })
})

it('approval is set in the interface alone: a key is told that it is ignored', async () => {
  const { path } = await givenInterfaceEvent({ title: 'Dinner' })
  const answer = await put(path, { 'service:approval': true })
  expect([answer.status, answer.headers['osdi-ignored']]).toEqual([200, 'service:approval'])
  expect(answer.body).not.toHaveProperty('service:approval')
})

it('a request joins the personal list of the creator with its approval, once', async () => {
  const event = await givenInterfaceEvent(
    { title: 'Dinner', ...START, approval: true },
    { creator: demo.group.organizer },
  )
  const items = async () =>
    (await get(`/api/v2/lists/${demo.group.organizer}/items`)).body.total_records as number | undefined
  const first = await asks(event)
  const before = (await items()) ?? 0
  await decide(first, 'approved')
  expect(await items()).toBe(before + 1)
  await decide(await asks(event), 'declined')
  await put(first, { status: 'declined' })
  await put(first, { status: 'accepted' })
  expect(await items()).toBe(before + 1)
  expect(await violations()).toEqual([])
})
