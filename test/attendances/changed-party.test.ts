import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type InterfaceChange, cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import {
  assignPending,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  service,
  violations,
} from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { vocabularies } from '../support/given/vocabularies.js'

/* The guests of a party change: by key, by the link of the person, in the organizer's list. */

const FORM = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const owner = `group:${demo.group.id}` as const
const change = (id: string, fields: InterfaceChange) =>
  updateInterfaceEvent(owner, id, fields, eventDependencies(service))

/** Records the RSVP of a new person. */
async function rsvp(path: string, guests = 0) {
  const reply = await post(`${path}/attendances`, {
    person: { email_addresses: [{ address: `${randomUUID()}@example.org` }] },
    ...(guests > 0 && { 'service:guests': guests }),
  })
  expect(reply.status).toBe(200)
  const link = new URL(reply.body._links['service:self_service'].href).pathname
  return { at: `${path}/attendances/${idOf(reply)}`, id: idOf(reply), link, status: reply.body.status }
}

const bring = (at: string, guests: unknown) => put(at, { 'service:guests': guests })
const partyAt = async (at: string) => {
  const { body } = await get(at)
  return [body.status, body['service:guests']]
}
const totalsOf = async (path: string) => (await get(path)).body['service:totals']
const codeIn = ({ body }: { body: any }): string | undefined =>
  body['osdi:error']?.resource_status?.[0]?.error_descriptions?.[0]?.error_code

describe('PUT of service:guests', () => {
  it('grows a party within the seats left, and shrinks it at once, in both versions', async () => {
    for (const { api, attendances } of vocabularies) {
      const { path } = await givenInterfaceEvent({ capacity: 4, max_guests: 3 })
      const { at } = await rsvp(path)
      const mine = at.replace('/api/v2', api).replace('/attendances', `/${attendances}`)
      const grown = await bring(mine, 3)
      expect(grown).toMatchObject({ status: 200, body: { 'service:guests': 3 } })
      expect(grown.headers['osdi-ignored']).toBeUndefined()
      expect(await totalsOf(path)).toMatchObject({ accepted: 1, guests: 3 })
      expect((await post(`${path}/attendances`, emailed())).status).toBe(409)
      expect((await bring(mine, 1)).body['service:guests']).toBe(1)
      expect((await post(`${path}/attendances`, emailed())).status).toBe(200)
      expect((await bring(mine, null)).body['service:guests']).toBe(0)
      expect(await totalsOf(path)).toMatchObject({ accepted: 2, guests: 0 })
    }
  })

  it('refuses to grow a party beyond the seats left, and changes nothing', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 3, max_guests: 5 })
    const { at } = await rsvp(path, 1)
    await rsvp(path)
    const refused = await bring(at, 2)
    expect([refused.status, codeIn(refused)]).toEqual([409, 'event_full'])
    const large = await bring(at, 3)
    expect([large.status, codeIn(large)]).toEqual([409, 'party_too_large'])
    expect(await partyAt(at)).toEqual(['accepted', 1])
    expect(await totalsOf(path)).toMatchObject({ accepted: 2, guests: 1 })
  })

  it('does not grow a party while others wait, though there is room', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 3, max_guests: 2, waitlist: true })
    const [first] = [await rsvp(path), await rsvp(path)]
    expect((await rsvp(path, 2)).status).toBe('tentative')
    const refused = await bring(first.at, 1)
    expect([refused.status, codeIn(refused)]).toEqual([409, 'event_full'])
    expect(await totalsOf(path)).toMatchObject({ accepted: 2, waitlisted: 1, guests: 0 })
  })

  it('grows a party at an event whose line has emptied', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 2, max_guests: 2, waitlist: true })
    const [first, second] = [await rsvp(path), await rsvp(path)]
    const third = await rsvp(path)
    await put(second.at, { status: 'declined' })
    await put(third.at, { status: 'declined' })
    expect((await bring(first.at, 1)).body['service:guests']).toBe(1)
    expect(codeIn(await bring(first.at, 2))).toBe('party_too_large')
    expect(await totalsOf(path)).toMatchObject({ accepted: 1, waitlisted: 0, guests: 1 })
  })

  it('promotes who waits when a party shrinks', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 3, max_guests: 2, waitlist: true })
    const first = await rsvp(path, 2)
    const [second, third] = [await rsvp(path), await rsvp(path)]
    await bring(first.at, 1)
    expect(await partyAt(second.at)).toEqual(['accepted', 0])
    expect(await partyAt(third.at)).toEqual(['tentative', 0])
    expect(await totalsOf(path)).toMatchObject({ accepted: 2, guests: 1, waitlisted: 1 })
  })

  it('keeps the rank of who waits, and promotes a party that shrinks to fit', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 3, max_guests: 3, waitlist: true })
    await rsvp(path, 1)
    const [second, third] = [await rsvp(path, 1), await rsvp(path)]
    const grown = await bring(second.at, 2)
    expect(grown.body).toMatchObject({ 'service:guests': 2, 'service:waitlist_position': 1 })
    expect(codeIn(await bring(second.at, 3))).toBe('party_too_large')
    expect((await get(third.at)).body['service:waitlist_position']).toBe(2)
    expect((await bring(second.at, 0)).body.status).toBe('accepted')
    expect((await get(third.at)).body['service:waitlist_position']).toBe(1)
  })

  it('ignores and names more guests than allowed, any at an event of the API, and what is no number', async () => {
    const { path } = await givenInterfaceEvent({ max_guests: 2 })
    const { at } = await rsvp(path, 1)
    for (const sent of [3, -1, 1.5, '2', {}, true]) {
      const reply = await bring(at, sent)
      expect(reply.status).toBe(200)
      expect(reply.headers['osdi-ignored']).toContain('service:guests')
      expect(reply.body['service:guests']).toBe(1)
    }
    const api = await rsvp((await givenEvent()).path)
    const reply = await bring(api.at, 1)
    expect(reply.headers['osdi-ignored']).toContain('service:guests')
    expect(reply.body['service:guests']).toBe(0)
  })

  it('changes with the status in one request, and of a canceled RSVP for when the person comes again', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 4, max_guests: 3 })
    const { at } = await rsvp(path, 3)
    expect((await put(at, { status: 'declined', 'service:guests': 1 })).body.status).toBe('declined')
    expect(await totalsOf(path)).toMatchObject({ accepted: 0, guests: 0 })
    await bring(at, 2)
    expect((await put(at, { status: 'accepted' })).body).toMatchObject({ 'service:guests': 2 })
    await put(at, { status: 'declined' })
    expect((await put(at, { status: 'accepted', 'service:guests': 3 })).body).toMatchObject({
      'service:guests': 3,
    })
    expect(await totalsOf(path)).toMatchObject({ accepted: 1, guests: 3 })
  })

  it('grows no party of a canceled event, and shrinks it', async () => {
    const { path, id } = await givenInterfaceEvent({ max_guests: 2 })
    const { at } = await rsvp(path, 1)
    await cancelEvent(owner, id, eventDependencies(service))
    expect(codeIn(await bring(at, 2))).toBe('event_cancelled')
    expect((await bring(at, 0)).status).toBe(200)
  })

  it('gives each seat once when parties grow at the same time', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 12, max_guests: 4 })
    const parties = [await rsvp(path), await rsvp(path), await rsvp(path), await rsvp(path)]
    const replies = await Promise.all(parties.map(({ at }) => bring(at, 4)))
    const grown = replies.filter(({ status }) => status === 200).length
    expect(grown).toBe(2)
    await assignPending()
    expect(await totalsOf(path)).toMatchObject({ accepted: 4, guests: 8 })
    expect(await violations()).toEqual([])
  })

  it('lets a party that a lowered capacity cannot hold shrink, and be in line again', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 4, max_guests: 3, waitlist: true })
    const [first, party] = [await rsvp(path, 1), await rsvp(path, 3)]
    await change(id, { capacity: 3 })
    await bring(party.at, 2)
    expect(await partyAt(party.at)).toEqual(['tentative', 2])
    await put(first.at, { status: 'declined' })
    expect(await partyAt(party.at)).toEqual(['accepted', 2])
  })
})

const emailed = () => ({ person: { email_addresses: [{ address: `${randomUUID()}@example.org` }] } })

describe('the number of guests at the link of a person', () => {
  const send = (link: string, guests: string) =>
    post(link, new URLSearchParams({ action: 'guests', guests }).toString(), FORM)

  it('is a choice of the numbers that there can be, and changes it', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 3, max_guests: 4 })
    const { at, link } = await rsvp(path, 1)
    const { text } = await get(link, { key: null })
    const [, choices = ''] = /<select[^>]*name="guests">(.*?)<\/select>/s.exec(text) ?? []
    expect([...choices.matchAll(/value="(\d+)"/g)].map(([, number]) => number)).toEqual(['0', '1', '2'])
    expect(choices).toMatch(/value="1" selected/)
    expect(await send(link, '2')).toMatchObject({ status: 303 })
    expect(await partyAt(at)).toEqual(['accepted', 2])
    expect(await send(link, ' 0 ')).toMatchObject({ status: 303 })
    expect(await partyAt(at)).toEqual(['accepted', 0])
  })

  it('answers 409 with a page when there is no room, and 400 for what is no number of guests', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 2, max_guests: 4 })
    const { at, link } = await rsvp(path)
    await rsvp(path)
    expect((await send(link, '1')).status).toBe(409)
    for (const guests of ['5', '-1', '', '1e1', 'x', '99999']) {
      const reply = await send(link, guests)
      expect([reply.status, reply.text.includes('<h1>')]).toEqual([400, true])
    }
    expect(await partyAt(at)).toEqual(['accepted', 0])
  })

  it('shrinks and does not grow after the end', async () => {
    const { path, id } = await givenInterfaceEvent({ max_guests: 4 })
    const { at, link } = await rsvp(path, 2)
    await change(id, {
      start_date: { wallClock: '2020-01-01T10:00:00' },
      end_date: { wallClock: '2020-01-01T12:00:00' },
    })
    expect((await get(link, { key: null })).text).not.toContain('name="guests"')
    expect((await send(link, '3')).status).toBe(409)
    expect((await send(link, '1')).status).toBe(303)
    expect(await partyAt(at)).toEqual(['accepted', 1])
  })

  it('is not on the page of an event that takes no guests', async () => {
    const { link } = await rsvp((await givenInterfaceEvent()).path)
    expect((await get(link, { key: null })).text).not.toContain('name="guests"')
  })
})

describe("the number of guests in the organizer's list", () => {
  let organizer: Browser
  beforeAll(async () => {
    organizer = await signedInAs(demo.group.organizer)
  })

  it('changes, says why it cannot, and is logged', async () => {
    const { path, id } = await givenInterfaceEvent({ capacity: 3, max_guests: 2 })
    const { at, id: attendance } = await rsvp(path)
    await rsvp(path)
    const list = `/manage/events/${id}/guests`
    const send = (guests: string) => organizer.send(`${list}/${attendance}/party`, { guests })
    expect((await organizer.open(list)).html).toContain(`${attendance}/party`)
    expect((await send('1')).status).toBe(303)
    expect(await partyAt(at)).toEqual(['accepted', 1])
    const full = await send('2')
    expect([full.status, full.html.includes('This event is full.')]).toEqual([409, true])
    for (const guests of ['3', 'x']) expect((await send(guests)).status).toBe(409)
    expect((await organizer.open(`/manage/${demo.group.id}/log`)).html).toContain('number of guests')
  })
})
