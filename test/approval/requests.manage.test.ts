import { beforeAll, expect, it } from 'vitest'
import { loadKeys } from '../../lib/attendances/links/link-key-store.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { demo, get, givenInterfaceEvent, post, table } from '../support/service.js'

/*
 * Requests to come, answered on the page of the guests.
 */

let organizer: Browser
beforeAll(async () => {
  await rsvpSettings({ browser_rsvps: true })
  // Links of people are there once their key is.
  await loadKeys(table)
  organizer = await signedInAs(demo.group.organizer)
})

const given = () =>
  givenInterfaceEvent({
    title: 'Dinner',
    start_date: { wallClock: '2041-06-01T10:00:00' },
    approval: true,
    capacity: 5,
    max_guests: 3,
  })

/** Somebody asks to come. @returns the attendance, and what changes it at the link of its person */
async function asks(event: { id: string; path: string }, email: string) {
  await submit(event.id, { email, given_name: 'Tomas' })
  const { body } = await get(`${event.path}/attendances?per_page=1`)
  const path = new URL(body._embedded['osdi:attendances'][0]._links.self.href).pathname
  const link = new URL((await get(path)).body._links['service:self_service'].href).pathname
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { path, change: (fields: string) => post(link, fields, { key: null, headers }) }
}

it.each([
  ['whose party has grown', 'action=guests&guests=3'],
  ['whose name is another', 'action=name&name=Completely+Other'],
])('a request %s since the page was shown is not approved by it, and by the next one it is', async (_why, fields) => {
  const event = await given()
  const { path, change } = await asks(event, `${fields.length}@toc.example`)
  const list = `/manage/events/${event.id}/guests`
  const seen = async () =>
    /name="attendance" value="([^"]+)"/.exec((await organizer.open(`${list}?status=requested`)).html)?.[1] as string
  const before = await seen()
  expect((await change(fields)).status).toBe(303)
  const refused = await organizer.send(`${list}/requests`, { attendance: before, decision: 'approve' })
  expect(refused.html).toContain('This request has changed since you opened the page. Check it again.')
  expect((await get(path)).body['service:request'].state).toBe('waiting')
  await organizer.send(`${list}/requests`, { attendance: await seen(), decision: 'approve' })
  expect((await get(path)).body['service:request'].state).toBe('approved')
})
