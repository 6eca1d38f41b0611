import { describe, expect, it } from 'vitest'
import { UpdateCommand } from '../../lib/table/client/commands.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { keyOf } from '../../lib/table/table.js'
import {
  PUBLIC_URL,
  UNKNOWN_ID,
  assignPending,
  demo,
  get,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  service,
  table,
  violations,
} from '../support/service.js'
import { eventsIn, vocabularies } from '../support/given/vocabularies.js'
import { has } from '../support/rooms.js'

const other = { key: demo.other_group.key }

let people = 0
async function givenPerson(): Promise<string> {
  const person = { email_addresses: [{ address: `status-${++people}@example.org` }] }
  return idOf(await post('/api/v2/people', { person }))
}

describe.each(vocabularies)('the status of $api/events/{id}/$attendances/{id}', (vocabulary) => {
  const { version, attendances, origin_system } = vocabulary
  const { given, person } = eventsIn(vocabulary)
  const body = (id: string) => ({
    ...(version === 'v1' && { [origin_system]: 'Old' }),
    _links: { 'osdi:person': { href: person(id) } },
  })
  const attend = (path: string, id: string) => post(`${path}/${attendances}`, body(id))
  /** An event with some attendances, and their paths. */
  async function givenAttendances(count: number, path?: string) {
    const event = path ?? (await given()).path
    const paths: string[] = []
    for (let i = 0; i < count; i++) {
      const { body } = await attend(event, await givenPerson())
      paths.push(body._links.self.href.slice(PUBLIC_URL.length))
    }
    return { path: event, attendances: paths as [string, ...string[]] }
  }
  /** An event of the organizer's interface, in the paths of this version. */
  const limitedTo = async (capacity: number) => (await givenInterfaceEvent({ capacity })).path.replace('v2', version)
  const totalsOf = async (path: string) => {
    const { total_accepted, 'service:totals': totals } = (await get(path)).body
    return { total_accepted, ...totals }
  }

  it('is declined by PUT and accepted again by another, and stays in its list in its place', async () => {
    const { path, attendances: paths } = await givenAttendances(3)
    const before = (await get(`${path}/${attendances}`)).body._embedded[`osdi:${attendances}`]
    const declined = await put(paths[1] as string, { status: 'declined' })
    expect([declined.status, declined.body.status]).toEqual([200, 'declined'])
    expect((await get(paths[1] as string)).body).toEqual(declined.body)
    const list = (await get(`${path}/${attendances}`)).body
    expect(list.total_records).toBe(3)
    expect(list._embedded[`osdi:${attendances}`]).toEqual([
      before[0],
      { ...before[1], status: 'declined', [vocabulary.modified_date]: expect.any(String) },
      before[2],
    ])
    expect((await put(paths[1] as string, { status: 'accepted' })).body.status).toBe('accepted')
  })

  it('is counted exactly, at once', async () => {
    const { path, attendances: paths } = await givenAttendances(3)
    const totals = {
      declined: 0,
      waitlisted: 0,
      requested: 0,
      attended: 0,
      attended_guests: 0,
      guests: 0,
      confirmed: 0,
    }
    expect(await totalsOf(path)).toEqual({ ...totals, total_accepted: 3, accepted: 3 })
    await put(paths[0], { status: 'declined' })
    await put(paths[0], { status: 'declined' })
    await put(paths[1] as string, { status: 'declined' })
    expect(await totalsOf(path)).toEqual({ ...totals, total_accepted: 1, accepted: 1, declined: 2 })
    await put(paths[0], { status: 'accepted' })
    expect(await totalsOf(path)).toEqual({ ...totals, total_accepted: 2, accepted: 2, declined: 1 })
  })

  it('is accepted again by another RSVP of the person, with the same id', async () => {
    const path = (await given()).path
    const who = await givenPerson()
    const first = await attend(path, who)
    await put(`${path}/${attendances}/${idOf(first)}`, { status: 'declined' })
    const again = await attend(path, who)
    expect([again.status, idOf(again), again.body.status]).toEqual([200, idOf(first), 'accepted'])
    expect((await totalsOf(path)).total_accepted).toBe(1)
  })

  it.each(['tentative', 'gone', 7, null, '', ['declined']])(
    'does not change to %j, which is named as ignored',
    async (status) => {
      const { attendances: paths } = await givenAttendances(1)
      const { headers, body } = await put(paths[0], { status })
      expect([headers['osdi-ignored'], body.status]).toEqual(['status', 'accepted'])
    },
  )

  it('is changed with identifiers, if the attendance is as If-Match says', async () => {
    const { attendances: paths } = await givenAttendances(1)
    const { headers } = await get(paths[0])
    const identifiers = [`acme:declined-${version}`]
    const { body } = await put(
      paths[0],
      { status: 'declined', identifiers },
      { headers: { 'if-match': headers['etag'] as string } },
    )
    expect(body).toMatchObject({ status: 'declined', identifiers: expect.arrayContaining(identifiers) })
    const late = await put(paths[0], { status: 'accepted' }, { headers: { 'if-match': headers['etag'] as string } })
    expect([late.status, (await get(paths[0])).body.status]).toEqual([412, 'declined'])
  })

  it('is that of the own attendances alone', async () => {
    const { path, attendances: paths } = await givenAttendances(1)
    expect((await put(paths[0], { status: 'declined' }, other)).status).toBe(404)
    expect((await put(`${path}/${attendances}/${UNKNOWN_ID}`, { status: 'declined' })).status).toBe(404)
    expect((await totalsOf(path)).total_accepted).toBe(1)
  })

  it('is what filters ask for', async () => {
    const { path, attendances: paths } = await givenAttendances(3)
    await put(paths[1] as string, { status: 'declined' })
    const found = async (filter: string) => {
      const { body } = await get(`${path}/${attendances}?filter=${encodeURIComponent(filter)}`)
      return body._embedded[`osdi:${attendances}`].map((each: any) => each._links.self.href)
    }
    expect(await found(`status eq 'declined'`)).toEqual([PUBLIC_URL + paths[1]])
    expect(await found(`status eq 'accepted'`)).toEqual([PUBLIC_URL + paths[2], PUBLIC_URL + paths[0]])
    expect(await found(`status ne 'accepted'`)).toEqual([PUBLIC_URL + paths[1]])
  })

  it.runIf(has('seats'))(
    'frees a place at once, which another person or the same one gets, and no person twice',
    async () => {
      const { path, attendances: paths } = await givenAttendances(2, await limitedTo(2))
      expect((await attend(path, await givenPerson())).status).toBe(409)
      await put(paths[0], { status: 'declined' })
      expect((await attend(path, await givenPerson())).status).toBe(200)
      const full = await put(paths[0], { status: 'accepted' })
      expect([full.status, full.body.error]).toEqual([409, 'This event is full'])
      await put(paths[1] as string, { status: 'declined' })
      expect((await put(paths[0], { status: 'accepted' })).status).toBe(200)
      expect(await totalsOf(path)).toMatchObject({ total_accepted: 2, declined: 1 })
    },
  )

  it('may change before the attendance has its ordinal', async () => {
    const { path } = await givenAttendances(1, await limitedTo(5))
    markContended(table, lists.attendancesOf(path.split('/').at(-1) as string), 60_000)
    const { attendances: pending } = await givenAttendances(2, path)
    expect((await put(pending[0], { status: 'declined' })).body.status).toBe('declined')
    await assignPending()
    expect(await totalsOf(path)).toMatchObject({ total_accepted: 2, declined: 1 })
    expect((await get(`${path}/${attendances}`)).body.total_records).toBe(3)
    expect((await get(pending[0])).body.status).toBe('declined')
  })
})

it('an attendance of a canceled event is not accepted again, and may still be declined', async () => {
  const { path, id } = await givenInterfaceEvent()
  const [first, second] = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const person = { email_addresses: [{ address: `${name}@cancelled.example` }] }
      return `${path}/attendances/${idOf(await post(`${path}/attendances`, { person }))}`
    }),
  )
  await put(first as string, { status: 'declined' })
  const { cancelEvent } = await import('../../lib/events/interface-event.js')
  await cancelEvent(`group:${demo.group.id}`, id, eventDependencies(service))
  const refused = await put(first as string, { status: 'accepted' })
  expect([refused.status, refused.body.error]).toEqual([409, 'This event is canceled'])
  expect((await put(second as string, { status: 'declined' })).body.status).toBe('declined')
  expect((await get(path)).body['service:totals']).toMatchObject({ accepted: 0, declined: 2 })
})

it('the audit finds counts that are not those of the attendances', async () => {
  const { path, id } = await givenInterfaceEvent()
  await post(`${path}/attendances`, {
    person: { email_addresses: [{ address: 'audited@example.org' }] },
  })
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf.attendancesLength(id),
      UpdateExpression: 'SET declined = :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  )
  expect(await violations()).toEqual([`event:${id} counts 1 declined and has 0.`])
})
