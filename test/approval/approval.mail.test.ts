import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { assignPending, demo, gateway, get, post, put, service, violations } from '../support/service.js'

const { group } = demo
const owner = `group:${group.id}` as const
const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

let people = 0
const email = () => `asks-${++people}@request.example`
const given = (fields: Parameters<typeof givenMailedEvent>[0] = {}) =>
  givenMailedEvent({ title: 'Dinner', approval: true, ...fields })
const totals = async (path: string) => (await get(path)).body['service:totals']
const waiting = "service:request.state eq 'waiting'"
const asked = async ({ path }: { path: string }) => {
  await assignPending()
  const { body } = await get(`${path}/attendances?filter=${encodeURIComponent(waiting)}`)
  return (body._embedded['osdi:attendances'] as any[]).map(({ _links }) => new URL(_links.self.href).pathname)
}
/** Somebody asks to come. @returns the path, the address, and the email */
const asks = async (event: { id: string; path: string }, given_name = 'Ana') => {
  const address = email()
  await submit(event.id, { email: address, name: `${given_name} Ruiz` })
  const [path] = await asked(event)
  return { path: path as string, address, mails: await mails() }
}
const linkOf = async (path: string) => new URL((await get(path)).body._links['service:self_service'].href).pathname
const act = (link: string, action: string) => post(link, `action=${action}`, FORM)
const kinds = async () => (await mails()).map(({ kind }) => kind)

let organizer: Browser
let member: Browser
beforeAll(async () => {
  await rsvpSettings({ browser_rsvps: true })
  organizer = await signedInAs(group.organizer)
  member = await signedInAs(group.member)
})
beforeEach(() => mails())

describe('by mail', () => {
  it('a person who asks is told so, and hears of the approval with a calendar file and instructions', async () => {
    const event = await given()
    const { path, mails: first } = await asks(event)
    expect(first.map(({ kind }) => kind)).toEqual(['requested'])
    expect(first[0]?.text).toContain('You’ve asked to come to Dinner')
    expect(first[0]?.text).not.toContain('water')
    expect(first[0]?.calendar).toBeUndefined()
    await put(path, { 'service:request': { state: 'approved' } })
    const [confirmation, ...others] = await mails()
    expect([confirmation?.kind, others]).toEqual(['confirmation', []])
    expect(confirmation?.text).toContain('water')
    expect(confirmation?.calendar).toBeDefined()
  })

  it('a declined request is told once, with the reason, and another form is told nothing', async () => {
    const event = await given()
    const { path, address } = await asks(event)
    for (let n = 0; n < 2; n++) await put(path, { 'service:request': { state: 'declined', note: 'Members only.' } })
    const [told, ...others] = await mails()
    expect([told?.kind, told?.recipient, others]).toEqual(['request-declined', address, []])
    expect(told?.text).toContain('Members only.')
    expect((await submit(event.id, { email: address })).body['service:standing']).toBe('requested')
    expect(await mails()).toEqual([])
  })

  it('an approved request of a full event is told of its place in line', async () => {
    const event = await given({ capacity: 1, waitlist: true })
    await rsvp(event.path, email())
    const { path } = await asks(event)
    await mails()
    await put(path, { status: 'accepted' })
    expect(await kinds()).toEqual(['waitlisted'])
  })

  it('a canceled event tells those who asked', async () => {
    const event = await given()
    const { address } = await asks(event)
    await cancelEvent(owner, event.id, eventDependencies(service))
    const told = [...(await mails()), ...(await mailsDueAt(new Date(Date.now() + 60_000)))]
    expect(told.map(({ kind, recipient }) => [kind, recipient])).toEqual([['cancelled', address]])
  })

  it('the team hears of a request that has waited for a day, once a day, and not of one that was answered', async () => {
    const event = await given({ title: 'Patience' })
    await asks(event)
    await asks(event, 'Ben')
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    const ofTeam = async (at: Date) =>
      [...(await mailsDueAt(at)), ...(await mails())].filter(({ kind }) => kind === 'requests-wait')
    expect(await ofTeam(inHours(23))).toEqual([])
    const told = await ofTeam(inHours(25))
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length)
    expect(told[0]?.text).toContain(`/manage/events/${event.id}/guests?status=requested`)
    const answered = await given()
    const { path } = await asks(answered)
    await put(path, { 'service:request': { state: 'approved' } })
    await mails()
    expect(await ofTeam(inHours(26))).toEqual([])
  })
})

describe('at their link', () => {
  it('a person sees that they have asked, withdraws, and asks anew', async () => {
    const event = await given({ capacity: 5 })
    const { path } = await asks(event)
    const link = await linkOf(path)
    const page = (await get(link, KEYLESS)).text
    expect(page).toContain('You have asked to come, Ana')
    expect(page).toContain('Withdraw the request')
    expect(page).not.toContain('water')
    // To press a button of an older page gives no seat.
    expect((await act(link, 'accept')).status).toBe(303)
    expect(await totals(event.path)).toMatchObject({ accepted: 0, requested: 1 })
    await act(link, 'decline')
    expect((await get(path)).body).toMatchObject({ status: 'declined' })
    expect((await get(path)).body).not.toHaveProperty('service:request')
    expect(await totals(event.path)).toMatchObject({ declined: 1, requested: 0 })
    expect((await get(link, KEYLESS)).text).toContain('Ask to come')
    await act(link, 'accept')
    expect((await get(path)).body).toMatchObject({
      status: 'tentative',
      'service:request': { state: 'waiting' },
    })
    expect(await kinds()).toEqual(['requested'])
    expect(await totals(event.path)).toMatchObject({ declined: 0, requested: 1 })
  })

  it('a person who was declined reads it, and cannot come by a button', async () => {
    const { path } = await asks(await given())
    await put(path, { status: 'declined' })
    const link = await linkOf(path)
    expect((await get(link, KEYLESS)).text).toContain('Ana, your request was declined')
    await act(link, 'accept')
    expect((await get(path)).body.status).toBe('declined')
  })

  it('a guest of another event asks, too', async () => {
    const [one, other] = [await givenMailedEvent(), await given()]
    const guest = await rsvp(one.path, email())
    const link = new URL(guest._links['service:self_service'].href).pathname
    await post(link, `action=attend&event=${other.id}`, FORM)
    expect(await totals(other.path)).toMatchObject({ accepted: 0, requested: 1 })
  })

  it('a person brings more people before the answer, and the party takes its seats whole', async () => {
    const event = await given({ capacity: 2, max_guests: 4 })
    const { path } = await asks(event)
    const link = await linkOf(path)
    await post(link, 'action=guests&guests=1', FORM)
    expect((await get(path)).body).toMatchObject({ status: 'tentative', 'service:guests': 1 })
    await rsvp(event.path, email())
    expect((await put(path, { status: 'accepted' })).status).toBe(409)
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 1, guests: 0 })
  })
})

describe('at home', () => {
  const needsOf = async (browser: Browser) => (await browser.open(`/manage/${group.id}`)).html.split('To do')[1]

  it('requests are work for who may answer, until they are answered', async () => {
    const event = await given({ title: 'Work for two' })
    const paths = [(await asks(event)).path, (await asks(event, 'Ben')).path]
    const way = `href="/manage/events/${event.id}/guests?status=requested">Answer 2 requests<`
    expect(await needsOf(organizer)).toContain(way)
    expect(await needsOf(member)).not.toContain('Answer 2 requests')
    const row = async () =>
      (await organizer.open(`/manage/${group.id}/actions`)).html.split('Work for two')[1]?.split('<li>')[0]
    expect(await row()).toContain('2 asking to come')
    expect((await organizer.open(`/manage/events/${event.id}`)).html).toContain(way)
    for (const path of paths) await put(path, { 'service:request': { state: 'approved' } })
    expect(await needsOf(organizer)).not.toContain(`/manage/events/${event.id}/guests`)
    expect(await row()).not.toContain('asking to come')
  })

  it('requests to an event that is canceled are none', async () => {
    const event = await given({ title: 'Off' })
    await asks(event)
    await cancelEvent(owner, event.id, eventDependencies(service))
    expect(await needsOf(organizer)).not.toContain(`/manage/events/${event.id}/guests`)
  })
})

describe('in the list of guests', () => {
  const guests = ({ id }: { id: string }, query = '') => `/manage/events/${id}/guests${query}`
  const idIn = (path: string) => path.split('/').at(-1) as string

  it('requests have a state of their own, with buttons for one and for several', async () => {
    const event = await given()
    const { path } = await asks(event)
    await rsvp(event.path, 'comes@request.example')
    const { html } = await organizer.open(guests(event, '?status=requested'))
    expect(html).toContain('>Asked to come')
    expect(html).not.toContain('comes@request.example')
    expect(html).toContain('id="requests"')
    expect((await organizer.open(guests(event, '?status=waiting'))).html).not.toContain('Asked to come<')
    const sent = await organizer.send(guests(event) + '/requests', {
      attendance: idIn(path),
      decision: 'approve',
      view: '?status=requested',
    })
    expect([sent.status, sent.headers['location']]).toEqual([303, guests(event, '?status=requested')])
    expect((await get(path)).body.status).toBe('accepted')
    expect((await organizer.open(`/manage/${group.id}/log`)).html).toContain('Approved a request to come')
    const { path: refused } = await asks(event)
    await put(refused, { 'service:request': { state: 'declined' } })
    expect((await organizer.open(guests(event))).html).toContain('>Request declined')
  })

  it('several are approved in the order in which they asked, and the page names who did not fit', async () => {
    const event = await given({ capacity: 2 })
    const [first, second, third] = [await asks(event, 'Ana'), await asks(event, 'Ben'), await asks(event, 'Cleo')]
    const form = { attendance: [third, first, second].map(({ path }) => idIn(path)), decision: 'approve' }
    const { status, html } = await organizer.send(guests(event) + '/requests', form)
    expect(status).toBe(409)
    expect(html).toContain('This event is full. Not answered: Cleo Ruiz.')
    expect(await totals(event.path)).toMatchObject({ accepted: 2, requested: 1 })
    const declined = { attendance: idIn(first.path), decision: 'decline' }
    expect((await organizer.send(guests(event) + '/requests', declined)).html).toContain(
      'Someone else has already answered this request.',
    )
    expect((await organizer.send(guests(event) + '/requests', { decision: 'approve' })).html).toContain(
      'Select at least one person.',
    )
  })

  it('a member who may not change guests is refused', async () => {
    const event = await given()
    const { path } = await asks(event)
    const sent = await member.send(guests(event) + '/requests', {
      attendance: idIn(path),
      decision: 'approve',
    })
    expect(sent.status).toBe(403)
    expect((await get(path)).body.status).toBe('tentative')
  })
})

describe('the pages', () => {
  it('ask to come on the page, in the embed and in the answer', async () => {
    const event = await given({ capacity: 3 })
    const page = (await get(`/events/${event.id}`, KEYLESS)).text
    expect(page).toContain('>Ask to come</button>')
    expect(page).toContain('The organizers approve each RSVP')
    expect(page).toContain('id="answer-requested"')
    expect(page).not.toContain('id="answer-place"')
    const { body } = await get(`/embed/events/${event.id}`, KEYLESS)
    expect(body).toMatchObject({ approval: true, state: 'to_come', texts: { ask_to_come: 'Ask to come' } })
    const answer = await submit(event.id, { email: email(), name: 'Ana' }, { headers: { accept: 'text/html' } })
    expect(answer.text).toContain('You have asked to come, Ana')
    expect(answer.text).not.toContain('water')
    expect(answer.text).not.toContain('google.com/calendar')
  })

  it('the form of a series says of each date that it was asked for', async () => {
    const { json, err } = await admin(
      'event',
      'create',
      '--group',
      group.id,
      '--title',
      'Shift',
      '--origin-system',
      'Turnout',
      '--timezone',
      'America/Denver',
      '--start-date',
      '2037-05-02T10:00',
      '--end-date',
      '2037-05-02T12:00',
      '--repeat',
      'weekly',
      '--count',
      '2',
      '--approval',
      'on',
      '--json',
    )
    expect(err).toBe('')
    const answer = await gateway.handle({
      method: 'POST',
      path: `/series/${json.series}/attendances`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([
        ...(json.events as string[]).map((id): [string, string] => ['event', id]),
        ['email', email()],
      ]).toString(),
      remoteAddress: '198.51.100.7',
    })
    const { events } = JSON.parse(answer.body.toString())
    expect(events).toEqual(
      json.events.map((id: string) => ({ id, status: 'tentative', 'service:standing': 'requested' })),
    )
    expect(await kinds()).toEqual(['requested', 'requested'])
  })
})

describe('a request', () => {
  it('of a person who is merged yields to an RSVP that comes, and comes before one that was canceled', async () => {
    const event = await given({ capacity: 3 })
    const [one, other] = [await asks(event), await rsvp(event.path, email())]
    const personOf = async (path: string) => (await get(path)).body['service:person_id'] as string
    expect((await admin('person', 'merge', await personOf(one.path), await personOf(other.path))).code).toBe(0)
    expect((await get(one.path)).body.status).toBe('accepted')
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 0 })
    const [third, gone] = [await asks(event), await rsvp(event.path, email())]
    await put(gone.path, { status: 'declined' })
    expect((await admin('person', 'merge', await personOf(gone.path), await personOf(third.path))).code).toBe(0)
    expect((await get(gone.path)).body).toMatchObject({
      status: 'tentative',
      'service:request': { state: 'waiting' },
    })
    expect(await totals(event.path)).toMatchObject({ requested: 1 })
    expect(await violations()).toEqual([])
  })

  it('of a person who is merged yields to a place in line, whoever of the two stays', async () => {
    const event = await given({ capacity: 1, waitlist: true })
    await rsvp(event.path, email())
    const personOf = async (path: string) => (await get(path)).body['service:person_id'] as string
    for (const stays of ['line', 'request'] as const) {
      const [line, request] = [await rsvp(event.path, email()), await asks(event)]
      const [keep, goes] = stays === 'line' ? [line, request] : [request, line]
      expect((await admin('person', 'merge', await personOf(keep.path), await personOf(goes.path))).code).toBe(0)
      const { body } = await get(keep.path)
      expect([body.status, body['service:waitlisted'], body['service:waitlist_position'] > 0]).toEqual([
        'tentative',
        true,
        true,
      ])
    }
    expect(await totals(event.path)).toMatchObject({ accepted: 1, requested: 0, waitlisted: 2 })
    expect(await violations()).toEqual([])
  })

  it('of a person who is erased ends without a decision and an email', async () => {
    const event = await given({ capacity: 3 })
    const { path } = await asks(event)
    const person = (await get(path)).body['service:person_id'] as string
    expect((await admin('person', 'erase', person)).code).toBe(0)
    expect((await get(path)).body).toMatchObject({ status: 'declined' })
    expect((await get(path)).body).not.toHaveProperty('service:request')
    expect(await totals(event.path)).toMatchObject({ declined: 1, requested: 0 })
    expect(await mails()).toEqual([])
  })

  it('of a person who is erased loses the reason of a decision, and keeps the decision', async () => {
    const { path } = await asks(await given())
    await put(path, { 'service:request': { state: 'declined', note: 'You wrote to Ana.' } })
    const { body } = await get(path)
    expect(body['service:request']).toMatchObject({ note: 'You wrote to Ana.' })
    expect((await admin('person', 'erase', body['service:person_id'] as string)).code).toBe(0)
    const erased = (await get(path)).body['service:request']
    expect(erased).toEqual({ ...body['service:request'], note: undefined })
    expect(JSON.stringify(erased)).not.toContain('Ana')
    await mails()
  })

  it('is counted right by the audit, and is nothing that a raised capacity promotes', async () => {
    const event = await given({ capacity: 1, waitlist: true })
    await rsvp(event.path, email())
    await asks(event)
    await updateInterfaceEvent(owner, event.id, { capacity: 5 }, eventDependencies(service))
    expect(await totals(event.path)).toMatchObject({ accepted: 1, waitlisted: 0, requested: 1 })
    expect(await violations()).toEqual([])
  })
})
