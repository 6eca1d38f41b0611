import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type InterfaceChange, cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { demo, get, givenEvent, givenInterfaceEvent, idOf, post, put, service, violations } from '../support/service.js'

/* Places: the capacity changes while people come, and they join a waiting list. */

const owner = `group:${demo.group.id}` as const

const change = (id: string, fields: InterfaceChange) =>
  updateInterfaceEvent(owner, id, fields, eventDependencies(service))

const guests = (count: number) => ({ 'service:guests': count })

const emailOf = (name: string) => ({ email_addresses: [{ address: `${name}@example.org` }] })

/** Records an RSVP of a new person, or of one who is named. @returns the answer and the path of the attendance */
async function rsvp(path: string, fields: object = {}, name: string = randomUUID()) {
  const person = emailOf(name)
  const reply = await post(`${path}/attendances`, { person, ...fields })
  const { status, 'service:waitlisted': waitlisted, 'service:waitlist_position': position } = reply.body
  const at = reply.status === 200 ? `${path}/attendances/${idOf(reply)}` : ''
  return { code: reply.status, status, waitlisted, position, at, reply }
}

const cancel = (at: string) => put(at, { status: 'declined' })
const statusOf = async (at: string) => (await get(at)).body.status as string
const errorCodesIn = (body: any): string[] =>
  body['osdi:error'].resource_status.flatMap(({ error_descriptions: all }: any) =>
    all.map(({ error_code: code }: any) => code),
  )
const totalsOf = async (path: string) => (await get(path)).body['service:totals']

describe('a waiting list', () => {
  it('is joined by who comes to a full event, in order', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    expect((await get(path)).body).toMatchObject({ 'service:waitlist': true })
    expect(await rsvp(path)).toMatchObject({ code: 200, status: 'accepted', waitlisted: undefined })
    expect(await rsvp(path)).toMatchObject({ status: 'tentative', waitlisted: true, position: 1 })
    const second = await rsvp(path)
    expect(second).toMatchObject({ status: 'tentative', position: 2 })
    expect((await get(second.at)).body['service:waitlist_position']).toBe(2)
    const { body } = await get(`${path}/attendances`)
    expect(body._embedded['osdi:attendances'].map((each: any) => each['service:waitlist_position'])).toEqual([
      2,
      1,
      undefined,
    ])
    expect(await totalsOf(path)).toMatchObject({ accepted: 1, waitlisted: 2 })
  })

  it('promotes the first for each seat that is freed, before anyone who comes later', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 2, waitlist: true })
    const [a, b] = [await rsvp(path), await rsvp(path)]
    const [c, d] = [await rsvp(path), await rsvp(path)]
    await cancel(a.at)
    expect([await statusOf(c.at), await statusOf(d.at)]).toEqual(['accepted', 'tentative'])
    expect((await get(c.at)).body).not.toHaveProperty(['service:waitlisted'])
    expect((await get(d.at)).body['service:waitlist_position']).toBe(1)
    expect((await rsvp(path)).position).toBe(2)
    await cancel(b.at)
    expect(await statusOf(d.at)).toBe('accepted')
    expect(await totalsOf(path)).toMatchObject({ accepted: 2, declined: 2, waitlisted: 1 })
  })

  it('is left by who declines, and joined at its end by who comes again', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path)
    const b = await rsvp(path, {}, 'comes-again')
    const c = await rsvp(path)
    expect((await cancel(b.at)).body.status).toBe('declined')
    expect((await get(c.at)).body['service:waitlist_position']).toBe(1)
    expect(await rsvp(path, {}, 'comes-again')).toMatchObject({ at: b.at, status: 'tentative', position: 2 })
    expect((await put(b.at, { status: 'accepted' })).body).toMatchObject({
      status: 'tentative',
      'service:waitlist_position': 2,
    })
    await cancel(first.at)
    expect([await statusOf(c.at), await statusOf(b.at)]).toEqual(['accepted', 'tentative'])
    expect((await put(first.at, { status: 'accepted' })).body).toMatchObject({ status: 'tentative' })
  })

  it('does not pass over a party that does not fit', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 3, waitlist: true, max_guests: 2 })
    const [a, b] = [await rsvp(path), await rsvp(path)]
    await rsvp(path)
    const party = await rsvp(path, guests(2))
    const single = await rsvp(path)
    await cancel(a.at)
    expect([await statusOf(party.at), await statusOf(single.at)]).toEqual(['tentative', 'tentative'])
    await cancel(party.at)
    expect(await statusOf(single.at)).toBe('accepted')
    await cancel(b.at)
    expect(await totalsOf(path)).toMatchObject({ accepted: 2, waitlisted: 0, guests: 0 })
    expect((await rsvp(path)).status).toBe('accepted')
  })

  it('is not joined by a party that is larger than the event', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 3, waitlist: true, max_guests: 5 })
    const tooLarge = async (name: string) => (await rsvp(path, guests(3), name)).reply
    const refused = await tooLarge('large-party')
    expect([refused.status, errorCodesIn(refused.body)]).toEqual([409, ['party_too_large']])
    expect((await get("/api/v2/people?filter=email_address eq 'large-party@example.org'")).body.total_records).toBe(0)
    const known = await rsvp(path, {}, 'large-party')
    expect((await tooLarge('large-party')).status).toBe(200)
    await cancel(known.at)
    expect((await tooLarge('large-party')).status).toBe(409)
    expect(await rsvp(path, guests(2))).toMatchObject({ status: 'accepted' })
    expect((await tooLarge('another')).status).toBe(409)
    await change(id, { capacity: 2 })
    const { body, status } = await put(known.at, { status: 'accepted' })
    expect([status, body.status]).toEqual([200, 'tentative'])
    expect(await violations()).toEqual([])
  })

  it('goes on without a party that a lowered capacity cannot hold, which keeps its rank', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 4, waitlist: true, max_guests: 3 })
    const [first, second] = [await rsvp(path, guests(1)), await rsvp(path, guests(1))]
    const party = await rsvp(path, guests(3))
    const single = await rsvp(path)
    await change(id, { capacity: 3 })
    await cancel(first.at)
    expect([await statusOf(party.at), await statusOf(single.at)]).toEqual(['tentative', 'accepted'])
    expect((await get(party.at)).body['service:waitlist_position']).toBe(1)
    await cancel(second.at)
    expect(await rsvp(path)).toMatchObject({ status: 'accepted' })
    const last = await rsvp(path, guests(1))
    expect((await get(party.at)).body['service:waitlist_position']).toBe(1)
    expect(await violations()).toEqual([])
    await change(id, { capacity: 6 })
    expect([await statusOf(party.at), await statusOf(last.at)]).toEqual(['accepted', 'tentative'])
    expect(await violations()).toEqual([])
  })

  it('that is switched off and holds only a party that is too large leaves the other seats open', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 3, waitlist: true, max_guests: 2 })
    const first = await rsvp(path)
    await rsvp(path, guests(2))
    await change(id, { capacity: 2 })
    await change(id, { waitlist: false })
    expect([(await rsvp(path)).status, (await rsvp(path)).code]).toEqual(['accepted', 409])
    await cancel(first.at)
    expect((await rsvp(path)).status).toBe('accepted')
    expect(await violations()).toEqual([])
  })

  it('that is switched off is joined by no one, and still promotes', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path)
    const waiting = await rsvp(path)
    await change(id, { waitlist: false })
    expect((await rsvp(path)).code).toBe(409)
    await cancel(first.at)
    expect(await statusOf(waiting.at)).toBe('accepted')
    await cancel(waiting.at)
    expect(await rsvp(path)).toMatchObject({ code: 200, status: 'accepted' })
    expect((await rsvp(path)).code).toBe(409)
    expect(await violations()).toEqual([])
  })

  it('promotes no one at a canceled event', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path)
    const waiting = await rsvp(path)
    await cancelEvent(owner, id, eventDependencies(service))
    await cancel(first.at)
    expect(await statusOf(waiting.at)).toBe('tentative')
  })
})

describe('a capacity', () => {
  it('below the number of people who come lets no one else in, until it is met', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 30 })
    const all = []
    for (let i = 0; i < 12; i++) all.push((await rsvp(path)).at)
    await change(id, { capacity: 10 })
    expect((await rsvp(path)).code).toBe(409)
    await cancel(all[0] as string)
    await cancel(all[1] as string)
    expect((await rsvp(path)).code).toBe(409)
    expect((await put(all[0] as string, { status: 'accepted' })).status).toBe(409)
    await cancel(all[2] as string)
    expect((await put(all[0] as string, { status: 'accepted' })).status).toBe(200)
    expect((await rsvp(path)).code).toBe(409)
    expect((await get(path)).body).toMatchObject({ total_accepted: 10, capacity: 10 })
    expect(await violations()).toEqual([])
  })

  it('is given to an event that had none, and taken from it', async () => {
    const { path, id } = await givenInterfaceEvent()
    const first = await rsvp(path)
    await rsvp(path)
    await change(id, { capacity: 3 })
    expect([(await rsvp(path)).code, (await rsvp(path)).code]).toEqual([200, 409])
    await cancel(first.at)
    expect([(await rsvp(path)).code, (await rsvp(path)).code]).toEqual([200, 409])
    expect((await change(id, { capacity: null })).capacity).toBeUndefined()
    for (let i = 0; i < 5; i++) expect((await rsvp(path)).code).toBe(200)
    await change(id, { capacity: 9 })
    expect([(await rsvp(path)).code, (await rsvp(path)).code]).toEqual([200, 409])
    expect(await violations()).toEqual([])
  })

  it('that is raised promotes the first on the waiting list', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    await rsvp(path)
    const waiting = [await rsvp(path), await rsvp(path), await rsvp(path)]
    expect(await change(id, { capacity: 3 })).toMatchObject({ total_accepted: 3 })
    expect(await Promise.all(waiting.map(({ at }) => statusOf(at)))).toEqual(['accepted', 'accepted', 'tentative'])
  })
})

describe('guests', () => {
  it('take seats, and are counted apart', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 25, max_guests: 3 })
    expect((await get(path)).body['service:max_guests']).toBe(3)
    const party = await rsvp(path, guests(3))
    expect(party.reply.body['service:guests']).toBe(3)
    expect(await totalsOf(path)).toMatchObject({ accepted: 1, guests: 3 })
    for (let i = 0; i < 5; i++) expect((await rsvp(path, guests(3))).code).toBe(200)
    expect((await rsvp(path, guests(1))).code).toBe(409)
    expect((await rsvp(path)).code).toBe(200)
    await cancel(party.at)
    expect(await totalsOf(path)).toMatchObject({ accepted: 6, declined: 1, guests: 15 })
    expect((await rsvp(path, guests(3))).code).toBe(200)
    expect(await violations()).toEqual([])
  })

  it('beyond the limit, or that are no number, get 400, and no person is added', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 9, max_guests: 2 })
    for (const count of [3, -1, 1.5, 'two']) {
      const name = `no-guests-${count}`
      const { reply } = await rsvp(path, { 'service:guests': count }, name)
      expect(reply.status, String(count)).toBe(400)
      const filter = encodeURIComponent(`email_address eq '${name}@example.org'`)
      expect((await get(`/api/v2/people?filter=${filter}`)).body.total_records).toBe(0)
    }
    const { path: none } = await givenInterfaceEvent()
    expect((await rsvp(none, guests(1))).code).toBe(400)
    expect((await rsvp(none, guests(0))).code).toBe(200)
  })

  it('beyond the limit are named in the error as the body of either version has them', async () => {
    const { path } = await givenInterfaceEvent({ max_guests: 2 })
    const known = idOf(await post('/api/v2/people', { person: { given_name: 'Host', ...emailOf('host') } }))
    const first = {
      originating_system: 'site',
      _links: { 'osdi:person': { href: `http://localhost/api/v1/people/${known}` } },
    }
    const refused = [
      (await rsvp(path, guests(3))).reply,
      await post(`${path.replace('v2', 'v1')}/attendance`, { ...first, ...guests(3) }),
    ]
    for (const { status, body } of refused)
      expect([status, ...body['osdi:error'].resource_status[0].error_descriptions]).toMatchObject([
        400,
        { error_code: 'too_many_guests', properties: ['service:guests'] },
      ])
  })

  it('of an event of the API are ignored and named', async () => {
    const { path } = await givenEvent()
    const { reply } = await rsvp(path, guests(2))
    expect([reply.status, reply.headers['osdi-ignored'], reply.body['service:guests']]).toEqual([
      200,
      'service:guests',
      0,
    ])
  })

  it('of a person who comes again are those of the new RSVP', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 5, max_guests: 4 })
    const { at } = await rsvp(path, guests(4), 'party')
    expect((await rsvp(path, guests(1), 'party')).reply.headers['osdi-ignored']).toBe('service:guests')
    await cancel(at)
    expect((await rsvp(path, guests(1), 'party')).reply.body['service:guests']).toBe(1)
    expect((await rsvp(path, guests(3))).code).toBe(409)
    expect((await rsvp(path, guests(2))).code).toBe(200)
  })
})
