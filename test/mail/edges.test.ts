import { describe, expect, it } from 'vitest'
import { cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { erasePerson } from '../../lib/merging/erase-person.js'
import { departingIn } from '../../lib/app/merging.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { mails } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { demo, get, post, put, service, table, violations } from '../support/service.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'

/* Mails and places where an event is over, an RSVP is restored, or a person is erased. */

const owner = `group:${demo.group.id}` as const
const kindsOf = (all: { kind: string; recipient: string }[]) =>
  all.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()
const over = { start_date: { wallClock: clockIn(-3) }, end_date: { wallClock: clockIn(-2) } }
const codeOf = ({ body }: { body: any }) => body['osdi:error'].resource_status[0].error_descriptions[0].error_code

describe('an RSVP that is restored', () => {
  it('is confirmed, also where the event has a waiting list that was used', async () => {
    const { path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path, 'first@restored.example')
    const second = await rsvp(path, 'second@restored.example')
    await put(first.path, { status: 'declined' })
    await put(second.path, { status: 'declined' })
    await mails()
    expect((await put(first.path, { status: 'accepted' })).body.status).toBe('accepted')
    expect(kindsOf(await mails())).toEqual(['confirmation first@restored.example'])
    expect((await put(second.path, { status: 'accepted' })).body.status).toBe('tentative')
    expect(kindsOf(await mails())).toEqual(['waitlisted second@restored.example'])
    await put(first.path, { status: 'declined' })
    expect(kindsOf(await mails())).toEqual(['promoted second@restored.example'])
  })

  it('is confirmed when it is new and finds a seat at once', async () => {
    const { path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path, 'first@new.example')
    await rsvp(path, 'second@new.example')
    await put(first.path, { status: 'declined' })
    await updateInterfaceEvent(owner, path.split('/').at(-1) as string, { capacity: 3 }, eventDependencies(service))
    await mails()
    expect((await rsvp(path, 'third@new.example')).status).toBe('accepted')
    expect(kindsOf(await mails())).toEqual(['confirmation third@new.example'])
  })
})

describe('an event that is over', () => {
  it('takes no RSVP by its form, nor by the link of an RSVP', async () => {
    await rsvpSettings({ browser_rsvps: true })
    const { id, path } = await givenMailedEvent(over)
    const refused = await submit(id, { email: 'late@over.example' })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'event_over'])
    const { _links, path: attendance } = await rsvp(path, 'by-key@over.example')
    await put(attendance, { status: 'declined' })
    const link = new URL(_links['service:self_service'].href).pathname
    const page = await submit(link, { action: 'accept' })
    expect(page.status).toBe(409)
    expect((await put(attendance, { status: 'accepted' })).body.status).toBe('accepted')
    await rsvpSettings({ browser_rsvps: null })
  })

  it('promotes no one and mails nothing, whatever a key records', async () => {
    const { path, id } = await givenMailedEvent({ ...over, capacity: 1, waitlist: true })
    const first = await rsvp(path, 'first@over.example')
    const second = await rsvp(path, 'second@over.example')
    await put(first.path, { status: 'declined' })
    expect((await get(second.path)).body.status).toBe('tentative')
    await cancelEvent(owner, id, eventDependencies(service))
    expect(await mails()).toEqual([])
    expect(await violations()).toEqual([])
  })

  it('promotes again once it takes place later', async () => {
    const { path, id } = await givenMailedEvent({ ...over, capacity: 1, waitlist: true })
    const first = await rsvp(path, 'first@later.example')
    const second = await rsvp(path, 'second@later.example')
    await put(first.path, { status: 'declined' })
    const change = { start_date: { wallClock: clockIn(3) }, end_date: { wallClock: clockIn(4) } }
    await updateInterfaceEvent(owner, id, change, eventDependencies(service))
    expect((await get(second.path)).body.status).toBe('accepted')
    expect(kindsOf(await mails())).toEqual(['promoted second@later.example'])
  })
})

describe('a party that a lowered capacity cannot hold', () => {
  it('is told by its email and its page that the line goes on without it, until it fits', async () => {
    const { path, id } = await givenMailedEvent({ capacity: 4, waitlist: true, max_guests: 3 })
    const resize = (capacity: number) => updateInterfaceEvent(owner, id, { capacity }, eventDependencies(service))
    await rsvp(path, 'first@lowered.example')
    const large = await rsvp(path, 'large@lowered.example', { 'service:guests': 3 })
    const small = await rsvp(path, 'small@lowered.example', { 'service:guests': 1 })
    const told = 'the line moves on without you'
    await resize(3)
    const sent = await mails()
    const textTo = (recipient: string) => sent.find((each) => each.recipient === recipient)?.text
    expect(textTo('large@lowered.example')).toContain(told)
    expect(textTo('small@lowered.example')).not.toContain(told)
    expect((await get(small.path)).body.status).toBe('accepted')
    const link = new URL(large._links['service:self_service'].href).pathname
    const page = async () => (await get(link, { key: null })).text
    expect(await page()).toContain('The line moves on without you.')
    expect(await page()).toContain('now has room for 3')
    expect(await page()).not.toContain('in line, Ada')
    await submit(link, { action: 'guests', guests: '2' })
    expect(await page()).not.toContain('The line moves on without you.')
    expect(await page()).toContain('You are number 1 in line, Ada')
    await resize(6)
    expect(await page()).toContain('You have a spot, Ada')
  })
})

describe('a person who is erased', () => {
  it('leaves the waiting list, and the next one is promoted', async () => {
    const { path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path, 'first@erased.example')
    const second = await rsvp(path, 'second@erased.example')
    const third = await rsvp(path, 'third@erased.example')
    const person = second._links['osdi:person'].href.split('/').at(-1) as string
    await erasePerson(departingIn(table), owner, person)
    expect((await get(second.path)).body).toMatchObject({ status: 'declined' })
    expect((await get(third.path)).body['service:waitlist_position']).toBe(1)
    await put(first.path, { status: 'declined' })
    expect((await get(third.path)).body.status).toBe('accepted')
    expect(kindsOf(await mails())).toContain('promoted third@erased.example')
    expect((await get(path)).body['service:totals']).toMatchObject({
      accepted: 1,
      declined: 2,
      waitlisted: 0,
    })
    expect(await violations()).toEqual([])
  })
})

describe('rows of a bulk request', () => {
  const rowOf = (name: string, more: object = {}) => ({
    person: { email_addresses: [{ address: `${name}@bulk.example` }] },
    ...more,
  })
  const bulk = async (path: string, rows: object[], more: object = {}) =>
    (await post(`${path}/attendances/bulk`, { rows, ...more })).status

  it('mail no one, unless the request or the row asks for it', async () => {
    const { path } = await givenMailedEvent()
    const asks = (enabled: boolean) => ({ triggers: { autoresponse: { enabled } } })
    expect(await bulk(path, [rowOf('silent'), rowOf('asks', asks(true))])).toBe(200)
    expect(kindsOf(await mails())).toEqual(['confirmation asks@bulk.example'])
    expect(await bulk(path, [rowOf('all'), rowOf('asks-not', asks(false))], { mail: true })).toBe(200)
    expect(kindsOf(await mails())).toEqual(['confirmation all@bulk.example'])
    expect(await bulk(path, [rowOf('x')], { mail: 'yes' })).toBe(400)
  })

  it('that free a seat promote, by mail, and are not promoted themselves by mail', async () => {
    const { path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const first = await rsvp(path, 'first@promoting.example')
    await rsvp(path, 'second@promoting.example')
    await put(first.path, { status: 'declined' })
    const [, ...others] = await Promise.all([mails()])
    expect(others).toEqual([])
    const second = (await get(`${path}/attendances`)).body._embedded['osdi:attendances'].find(
      ({ status }: any) => status === 'accepted',
    )
    await put(new URL(second._links.self.href).pathname, { status: 'declined' })
    await mails()
    expect(await bulk(path, [rowOf('finds-a-place')])).toBe(200)
    expect((await get(path)).body['service:totals']).toMatchObject({ accepted: 1, waitlisted: 0 })
    expect(await mails()).toEqual([])
  })
})
