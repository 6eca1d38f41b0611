import { expect, it } from 'vitest'
import { readStatistics } from '../../lib/attendances/store/rsvp-statistics.js'
import { whatWorked } from '../../lib/reports/store/what-worked.js'
import { signedInAs } from '../support/clients/organizer.js'
import { submit } from '../support/clients/visitors.js'
import { assignPending, demo, get, givenInterfaceEvent, post, put, table } from '../support/service.js'

let people = 0
const email = () => `asks-${++people}@reported.example`
/** Somebody asks to come. @returns the path of the attendance, the newest of the event */
const asks = async (event: { id: string; path: string }, source: string) => {
  await submit(event.id, { email: email(), source })
  await assignPending()
  const { body } = await get(`${event.path}/attendances?per_page=1`)
  return new URL(body._embedded['osdi:attendances'][0]._links.self.href).pathname
}
const decide = (path: string, state: string) => put(path, { 'service:request': { state } })

it('reports have an RSVP once it is approved, by source, by friend and in time, and no request that waits', async () => {
  const event = await givenInterfaceEvent({ title: 'Dinner', approval: true })
  const owner = `group:${demo.group.id}` as const
  const read = async () => {
    await assignPending()
    const { counts, points } = await readStatistics(table, owner, event.id)
    const { total, by_source } = (await whatWorked(table, { ...event, owner })).worked
    const worked = Object.fromEntries(Object.entries(by_source).map(([source, { rsvps }]) => [source, rsvps]))
    expect([worked, total.rsvps]).toEqual([counts, points.at(-1)?.total ?? 0])
    return counts
  }
  const [first, second] = [await asks(event, 'poster'), await asks(event, 'flyer')]
  expect(await read()).toEqual({})
  const { html, status } = await (await signedInAs(demo.group.organizer)).open(`/manage/events/${event.id}`)
  expect([status, html.includes('RSVPs by source')]).toEqual([200, false])
  await decide(first, 'approved')
  expect(await read()).toEqual({ poster: 1 })
  await decide(second, 'declined')
  expect(await read()).toEqual({ poster: 1, flyer: 1 })
  await post(`${event.path}/attendances`, { person: { email_addresses: [{ address: email() }] } })
  expect(await read()).toEqual({ poster: 1, flyer: 1, none: 1 })
})
