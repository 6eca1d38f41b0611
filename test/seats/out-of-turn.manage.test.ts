import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { attending } from '../../lib/app/attendances.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { changeAttendance } from '../../lib/attendances/change-attendance.js'
import { type InterfaceChange, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { rankBefore } from '../../lib/seats/store/waiting-list.js'
import { type Browser, request, signedInAs } from '../support/clients/organizer.js'
import { demo, get, givenInterfaceEvent, idOf, post, put, service, table, violations } from '../support/service.js'
import { keyOf } from '../../lib/table/table.js'
import { getOne } from '../../lib/table/reads.js'
import { loadEvent } from '../../lib/events/store/load-event.js'

/* An organizer lets somebody who waits in before others. */

let organizer: Browser
let member: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
  member = await signedInAs(demo.group.member)
})

const rsvp = async (path: string, guests = 0) => {
  const reply = await post(`${path}/attendances`, {
    person: { given_name: 'Ana', email_addresses: [{ address: `${randomUUID()}@turn.example` }] },
    ...(guests && { 'service:guests': guests }),
  })
  expect(reply.status).toBe(200)
  return { id: idOf(reply), at: `${path}/attendances/${idOf(reply)}` }
}
const stateOf = async ({ at }: { at: string }) => {
  const { body } = await get(at)
  return body.status === 'tentative' ? body['service:waitlist_position'] : body.status
}
const press = (event: string, { id }: { id: string }, button: 'seat' | 'first', by = organizer) =>
  by.send(`/manage/events/${event}/guests/${id}/${button}`, {})
const raise = (event: string, { id }: { id: string }, capacity: number | string, by = organizer) =>
  by.send(`/manage/events/${event}/guests/${id}/seat`, { capacity: String(capacity) })
const change = (id: string, fields: InterfaceChange) =>
  updateInterfaceEvent(`group:${demo.group.id}`, id, fields, eventDependencies(service))
const letIn = async (event: string, { id }: { id: string }, outOfTurn: 'seat' | 'first') => {
  const found = await loadEvent(table, event)
  return changeAttendance(attending(service), found!, id, { outOfTurn })
}
const totals = async (path: string) => {
  const { accepted, guests, waitlisted } = (await get(path)).body['service:totals']
  return [accepted, guests, waitlisted]
}

/** Two seats are free behind a party of four that waits, and two people wait behind it. */
async function givenFreeSeats() {
  const event = await givenInterfaceEvent({ capacity: 4, waitlist: true, max_guests: 3 })
  const came = [await rsvp(event.path, 1), await rsvp(event.path, 1)]
  const party = await rsvp(event.path, 3)
  const line = [await rsvp(event.path), await rsvp(event.path, 1)] as const
  await put(came[0]!.at, { status: 'declined' })
  return { ...event, party, line }
}

/** Two people have all seats, and three wait. */
async function givenInterfaceEventInLine() {
  const event = await givenInterfaceEvent({ capacity: 2, waitlist: true })
  const came = [await rsvp(event.path), await rsvp(event.path)]
  const line = [await rsvp(event.path), await rsvp(event.path), await rsvp(event.path)]
  return { ...event, came, line }
}

it('seats that are free behind a party are left for no newcomer, on no surface', async () => {
  const { id } = await givenFreeSeats()
  const page = (await get(`/events/${id}`, { key: null })).text
  expect(page).toContain('All spots are taken. You can join the waiting list.')
  expect(page).not.toMatch(/spots? left|"remainingAttendeeCapacity":[1-9]|InStock/)
  const embed = await get(`/embed/events/${id}`, { key: null })
  expect(embed.body).toMatchObject({ state: 'waitlist', places_left: 0 })
})

it('Undo of a cancellation says that the guest waits again, where the seat is given by then', async () => {
  const { id, came, line } = await givenInterfaceEventInLine()
  const said = async (guest: { id: string }, button: string) => {
    const { headers, cookies } = await organizer.send(`/manage/events/${id}/guests/${guest.id}/${button}`, {})
    const flash = cookies.find((each) => each.includes('flash'))?.split(';')[0]
    return (await request('GET', headers['location'] as string, { cookie: `${organizer.cookie}; ${flash}` })).html
  }
  expect(await said(came[0]!, 'cancel')).toContain('RSVP canceled')
  expect(await stateOf(line[0]!)).toBe('accepted')
  const html = await said(came[0]!, 'restore')
  expect(html).toContain('the guest is on the waiting list again')
  expect(html).not.toContain('RSVP restored')
  await put(line[1]!.at, { status: 'declined' })
  await put(line[2]!.at, { status: 'declined' })
  await put(line[0]!.at, { status: 'declined' })
  await said(came[0]!, 'cancel')
  expect(await said(came[0]!, 'restore')).toContain('RSVP restored')
})

it('the team reads the waiting list from its front, with the number of each', async () => {
  const { id, path } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
  const came: string[] = []
  for (let i = 0; i < 4; i++) came.push((await rsvp(path)).id)
  await press(id, { id: came[3] as string }, 'first')
  const inLine = async () => {
    const { html } = await organizer.open(`/manage/events/${id}/guests?status=waiting`)
    return [...html.matchAll(/Number (\d) in line|guests\/([0-9a-f-]+)\/seat/g)].map(([, rank, guest]) => rank ?? guest)
  }
  const [, second, third, first] = came
  expect(await inLine()).toEqual(['1', first, '2', second, '3', third])
})

describe('a seat out of turn', () => {
  it('is one that is free behind a party which does not fit, is counted, and is in the log', async () => {
    const { id, path, party, line } = await givenFreeSeats()
    expect(await stateOf(line[0])).toBe(2)
    expect((await organizer.open(`/manage/events/${id}/guests`)).html).toContain('Give a spot')
    expect((await press(id, line[0], 'seat')).status).toBe(303)
    expect(await stateOf(line[0])).toBe('accepted')
    expect([await stateOf(party), await stateOf(line[1])]).toEqual([1, 2])
    expect(await totals(path)).toEqual([2, 1, 2])
    expect((await organizer.open(`/manage/${demo.group.id}/log`)).html).toContain('Gave a waiting person a spot')
    const { mails } = (await getOne(table, keyOf.attendance((await personOf(line[0])) as string, id)))!
    expect(mails).toMatch(/^promoted /)
  })

  it('is never one above the capacity: the page offers to put the person first in line, and that works', async () => {
    const { id, path, line } = await givenFreeSeats()
    await press(id, line[0], 'seat')
    const { status, html } = await press(id, line[1], 'seat')
    expect([status, html]).toEqual([409, expect.stringContaining('Put first in line')])
    expect(await stateOf(line[1])).toBe(2)
    expect((await press(id, line[1], 'first')).status).toBe(303)
    expect(await stateOf(line[1])).toBe(1)
    expect(await totals(path)).toEqual([2, 1, 2])
    expect((await press(id, line[1], 'first')).status).toBe(303)
    expect(await stateOf(line[1])).toBe(1)
  })

  it('goes at once to whoever is first in line and fits', async () => {
    const { id, path, party, line } = await givenFreeSeats()
    expect((await press(id, line[1], 'first')).status).toBe(303)
    expect(await stateOf(line[1])).toBe('accepted')
    expect(await stateOf(party)).toBe(1)
    expect(await totals(path)).toEqual([2, 2, 2])
  })

  it('changes nothing for a person who comes, and is refused to one who has canceled', async () => {
    const { id, path, line } = await givenFreeSeats()
    await press(id, line[0], 'seat')
    expect((await press(id, line[0], 'seat')).status).toBe(303)
    expect(await totals(path)).toEqual([2, 1, 2])
    await put(line[1].at, { status: 'declined' })
    const { status, html } = await press(id, line[1], 'seat')
    expect([status, html]).toEqual([409, expect.stringContaining('This person is not on the waiting list')])
  })

  it('is given by organizers, not by members, who change nothing', async () => {
    const { id, line } = await givenFreeSeats()
    expect((await press(id, line[0], 'seat', member)).status).toBe(403)
    expect(await stateOf(line[0])).toBe(2)
    // A raised capacity is given to the line first.
    await change(id, { capacity: 6 })
    expect((await press(id, line[0], 'seat')).status).toBe(409)
    expect(await stateOf(line[0])).toBe(1)
  })

  it('is taken once where organizers, cancellations and newcomers meet, and never above the capacity', async () => {
    const event = await givenInterfaceEvent({ capacity: 6, waitlist: true, max_guests: 3 })
    const came = await Promise.all(Array.from({ length: 6 }, () => rsvp(event.path)))
    const parties = await Promise.all([rsvp(event.path, 3), rsvp(event.path, 3)])
    const line = await Promise.all(Array.from({ length: 6 }, () => rsvp(event.path)))
    const outcomes = await Promise.allSettled([
      ...came.slice(0, 3).map(({ at }) => put(at, { status: 'declined' })),
      ...line.map((each) => letIn(event.id, each, 'seat')),
      ...line.slice(0, 2).map((each) => letIn(event.id, each, 'first')),
      ...parties.map((each) => letIn(event.id, each, 'seat')),
      rsvp(event.path),
    ])
    // On a slow machine one may lose too many races; it has changed nothing.
    for (const each of outcomes)
      if (each.status === 'rejected') expect(['conflict', 'busy']).toContain(each.reason.code)
    const states = await Promise.all([...came, ...parties, ...line].map(async ({ at }) => (await get(at)).body))
    const seats = states
      .filter(({ status }) => status === 'accepted')
      .reduce((sum, each) => sum + 1 + (each['service:guests'] ?? 0), 0)
    expect(seats).toBeLessThanOrEqual(6)
    expect(await violations()).toEqual([])
  })

  it('comes with a capacity that is raised in the same form; what is left goes to those whose turn it is', async () => {
    const { id, path, party, line } = await givenFreeSeats()
    await press(id, line[0], 'seat')
    const { html } = await press(id, line[1], 'seat')
    // Three people come, and two more need five seats.
    expect(/name="capacity" min="(\d+)" value="(\d+)"/.exec(html)?.slice(1)).toEqual(['5', '5'])
    expect((await raise(id, line[1], 9)).status).toBe(303)
    expect([await stateOf(line[1]), await stateOf(party)]).toEqual(['accepted', 'accepted'])
    const { body } = await get(path)
    expect([body.capacity, await totals(path)]).toEqual([9, [4, 5, 0]])
    const { html: log } = await organizer.open(`/manage/${demo.group.id}/log`)
    expect(log).toContain('Changed an event')
    // The same form again changes nothing.
    expect((await raise(id, line[1], 9)).status).toBe(303)
    expect((await get(path)).body.capacity).toBe(9)
  })

  it('changes nothing for a capacity that is not enough, or none, and never lowers one', async () => {
    const { id, path, party, line } = await givenFreeSeats()
    await press(id, line[0], 'seat')
    for (const capacity of [4, 'many', 1, '']) {
      const { status, html } = await raise(id, line[1], capacity)
      expect([status, html]).toEqual([409, expect.stringContaining('Raise the limit and give a spot')])
      expect(html).toMatch(/You can put [^<]+ first in line, or raise the limit\./)
    }
    expect([await stateOf(party), await stateOf(line[1])]).toEqual([1, 2])
    expect((await get(path)).body.capacity).toBe(4)
    expect((await raise(id, line[1], 5, member)).status).toBe(403)
    await change(id, { capacity: 5, waitlist: false })
    await put(party.at, { status: 'declined' })
    await change(id, { capacity: 20 })
    expect((await raise(id, line[1], 6)).status).toBe(303)
    expect((await get(path)).body.capacity).toBe(20)
  })

  it('raises to the highest of two forms at once, and gives one seat twice to nobody', async () => {
    const { id, path, line } = await givenInterfaceEventInLine()
    const answers = await Promise.all(line.map((each) => raise(id, each, 3)))
    const states = await Promise.all(line.map(stateOf))
    expect(states.filter((state) => state === 'accepted')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThanOrEqual(1)
    expect((await get(path)).body.capacity).toBe(3)
    expect(await totals(path)).toEqual([3, 0, 2])
    expect(await violations()).toEqual([])
  })

  it('raises for newcomers and cancellations at once without a seat too many', async () => {
    const { id, path, line, came } = await givenInterfaceEventInLine()
    await Promise.all([
      raise(id, line[0]!, 3),
      raise(id, line[1]!, 4),
      raise(id, line[2]!, 5),
      put(came[0]!.at, { status: 'declined' }),
      rsvp(path),
      change(id, { capacity: 4 }),
    ])
    const { capacity } = (await get(path)).body
    const [accepted = 0, guests = 0, waiting = 0] = await totals(path)
    expect(accepted + guests).toBeLessThanOrEqual(capacity)
    expect(accepted + waiting).toBe(5)
    expect(await violations()).toEqual([])
  })

  it('ranks just before another entry, also at the beginning of a second', () => {
    expect(rankBefore('2026-11-27T02:10:20.123456Z#p', 'q')).toBe('2026-11-27T02:10:20.123455Z#q')
    expect(rankBefore('2026-11-27T02:10:20.000000Z#p', 'q')).toBe('2026-11-27T02:10:19.999999Z#q')
  })
})

const personOf = async ({ at }: { at: string }) =>
  ((await get(at)).body._links['osdi:person'].href as string).split('/').at(-1)
