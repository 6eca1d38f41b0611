import { beforeAll, expect, it } from 'vitest'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { submit } from '../support/clients/visitors.js'
import { demo, get, givenInterfaceEvent, put } from '../support/service.js'
import { has } from '../support/rooms.js'

const BLOCKED = `/manage/${demo.group.id}/blocked`

let organizer: Browser
let member: Browser
let stranger: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
  member = await signedInAs(demo.group.member)
  stranger = await signedInAs(demo.other_group.creator)
})

it('an organizer blocks a contact, sees the attempts, and lifts the block', async () => {
  const { id, path } = await givenInterfaceEvent({ title: 'Dinner' })
  expect((await organizer.open(BLOCKED)).html).toContain('No one is blocked.')
  const sent = await organizer.send(BLOCKED, { contact: 'Loud@page.example', reason: 'Threats <b>' })
  expect([sent.status, sent.headers['location']]).toEqual([303, BLOCKED])
  await submit(id, { email: 'loud@page.example' })
  const { html } = await organizer.open(BLOCKED)
  expect(html).toContain('loud@page.example')
  expect(html).toContain('Threats &lt;b&gt;')
  expect((await get(path)).body['service:totals'].accepted).toBe(0)
  const lift = /\/blocked\/[0-9a-f]{32}\/lift/.exec(html)?.[0] as string
  expect((await organizer.send(`/manage/${demo.group.id}${lift}`)).status).toBe(303)
  expect((await organizer.open(BLOCKED)).html).toContain('No one is blocked.')
  await submit(id, { email: 'loud@page.example' })
  expect((await get(path)).body['service:totals'].accepted).toBe(1)
  const log = (await organizer.open(`/manage/${demo.group.id}/log`)).html
  expect(log).toContain('Blocked a contact')
  expect(log).toContain('Unblocked a contact')
  expect(log).not.toContain('loud@page.example')
})

it('a contact that is none, and a reason that is too long, are said beside their fields', async () => {
  const { status, html } = await organizer.send(BLOCKED, { contact: 'nobody', reason: 'x'.repeat(201) })
  expect(status).toBe(400)
  expect(html).toContain('Enter an email address or a phone number.')
  expect(html).toContain('Enter at most 200 characters.')
})

it('a guest whom the team adds is refused, with the reason', async () => {
  const { id } = await givenInterfaceEvent({ title: 'Dinner' })
  await organizer.send(BLOCKED, { contact: 'added@page.example' })
  const added = { given_name: 'Ada', email_addresses: 'added@page.example' }
  const { html } = await organizer.send(`/manage/events/${id}/guests`, added)
  expect(html).toContain('This person is blocked.')
})

it.runIf(has('door'))('a guest who comes to the door is refused, with the reason', async () => {
  const { id } = await givenInterfaceEvent({ title: 'Dinner' })
  await organizer.send(BLOCKED, { contact: 'door@page.example' })
  const added = { given_name: 'Eve', email_addresses: 'door@page.example' }
  expect((await organizer.send(`/manage/events/${id}/door`, added)).html).toContain('This person is blocked.')
})

it('a guest who is blocked while waiting gets no seat that becomes free: the next in line does', async () => {
  const { id, path } = await givenInterfaceEvent({ title: 'Dinner', capacity: 1, waitlist: true })
  for (const name of ['seated', 'waits', 'next']) await submit(id, { email: `${name}@line.example` })
  const all = async () => (await get(`${path}/attendances`)).body._embedded['osdi:attendances'] as any[]
  await organizer.send(BLOCKED, { contact: 'waits@line.example' })
  const seated = (await all()).find(({ status }) => status === 'accepted')
  await put(new URL(seated._links.self.href).pathname, { status: 'declined' })
  const [next, waits] = (await all()).map((each) => each.status)
  expect({ next, waits }).toEqual({ next: 'accepted', waits: 'declined' })
})

it('neither a member of the team nor a stranger sees who is blocked', async () => {
  expect((await member.open(BLOCKED)).status).toBe(403)
  expect((await stranger.open(BLOCKED)).status).toBe(404)
  expect((await member.send(BLOCKED, { contact: 'any@page.example' })).status).toBe(403)
})
