import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Guest } from '../../lib/attendances/files/guests-file-state.js'
import { listedGuests } from '../../lib/mail/emails/list-email.js'
import { listLog } from '../../lib/access/store/log-store.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { departingIn } from '../../lib/app/merging.js'
import { erasePerson } from '../../lib/merging/erase-person.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { suppress } from '../../lib/mail/store/mail-store.js'
import { type Received, admin, mails, mailsDueAt, refuse } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { demo, gateway, get, put, service, table } from '../support/service.js'

/* The list of an event goes once, when its RSVPs close, to an address that has agreed. */

const OWNER = `group:${demo.group.id}` as const
const MINUTE = 60_000
const CLOSE = clockIn(5)
const at = (clock: string) => new Date(`${clock}Z`)
const later = (clock: string, minutes: number) => new Date(at(clock).getTime() + minutes * MINUTE)

beforeAll(() => rsvpSettings({ browser_rsvps: true }))

let venues = 0
const newVenue = () => `venue-${++venues}@list.example`

const given = (list_to: string, fields: object = {}) =>
  givenMailedEvent({ timezone_identifier: 'UTC', rsvps_close: CLOSE, list_to, ...fields })

const change = (id: string, fields: object) => updateInterfaceEvent(OWNER, id, fields, eventDependencies(service))

const open = async (path: string, method = 'GET', body = '') => {
  const headers = { accept: 'text/html', ...(body && { 'content-type': 'application/x-www-form-urlencoded' }) }
  const answer = await gateway.handle({ method, path, headers, body })
  return { status: answer.status, text: answer.body.toString() }
}

const press = (path: string, body: string) => open(path, 'POST', body)

const asked = async () => (await mails()).filter(({ kind }) => kind === 'confirm-address')
const linkIn = (text: string) => /\/addresses\/[\w-]+/.exec(text)?.[0] as string

/** An event whose venue has agreed. */
async function givenAgreed(fields: object = {}) {
  const venue = newVenue()
  const event = await given(venue, fields)
  const [mail] = await asked()
  expect((await open(linkIn(mail!.text), 'POST')).status).toBe(200)
  return { ...event, venue }
}

const listsAt = async (time: Date) =>
  [...(await mailsDueAt(time)), ...(await mails())].filter(({ kind }) => kind === 'list')

const fileOf = (list: Received | undefined) => String(list?.mail.attachments[0]?.content)

describe('the list at the close', () => {
  it('has at most so many rows, and reads no further page than it needs', async () => {
    let read = 0
    const pages = (async function* () {
      for (const status of ['accepted', 'declined', 'accepted', 'accepted'] as const) {
        read++
        const guest = (name: string) =>
          ({ attendance: { status, guests: 0 }, person: { given_name: name } }) as unknown as Guest
        yield [guest(`B${read}`), guest(`A${read}`)]
      }
    })()
    const rows = await listedGuests(pages, 3)
    expect(rows.map(({ name }) => name)).toEqual(['A1', 'B1', 'B3'])
    expect(read).toBe(3)
  })

  it('goes to an address that has agreed by the button in an email, when RSVPs close and not before', async () => {
    const venue = newVenue()
    const { path } = await given(venue)
    const [mail, ...others] = await asked()
    expect([mail?.recipient, others]).toEqual([venue, []])
    const link = linkIn(mail!.text)
    expect((await open(link)).text).toContain('Yes, send me the lists')
    await rsvp(path, 'ana@list.example')
    await mails()
    // Looking at the page agrees to nothing.
    expect(await listsAt(at(CLOSE))).toEqual([])
    expect((await open(link, 'POST')).text).toContain('You’ll get the lists')
    expect((await open(link)).text).not.toContain('Yes, send me the lists')
    expect(await listsAt(later(CLOSE, 14))).toEqual([])
    const [list, ...twice] = await listsAt(later(CLOSE, 16))
    expect([list?.recipient, list?.kind, twice]).toEqual([venue, 'list', []])
    expect(list?.text).toContain('with their guests: 1')
    expect(await listsAt(later(CLOSE, 60))).toEqual([])
    const { members } = await listLog(table, OWNER, { page: 1, per_page: 5 })
    expect(members.find(({ action }) => action === 'list_sent')).toMatchObject({
      subject: { title: expect.any(String) },
    })
  })

  it('names who comes and then who waits, with guests and answers that are not sensitive, and no contacts', async () => {
    const { id, path } = await givenAgreed({ capacity: 3, waitlist: true, max_guests: 2 })
    const questions = [
      { id: 'food', title: 'Food', type: 'text' },
      { id: 'health', title: 'Health', type: 'text', sensitive: true },
    ]
    expect((await put(path, { 'service:questions': questions })).status).toBe(200)
    const named = (given_name: string, more: object = {}) =>
      rsvp(path, `${given_name.toLowerCase()}@list.example`, {
        person: { given_name, email_addresses: [{ address: `${given_name.toLowerCase()}@list.example` }] },
        ...more,
      })
    await named('Zoe', { 'service:guests': 1, 'service:answers': { food: '=Soup', health: 'Secret' } })
    await named('Bea')
    await named('Late')
    const gone = await named('Gone')
    await put(gone.path, { status: 'declined' })
    await change(id, { title: 'List' })
    await mails()
    const [list] = await listsAt(at(CLOSE))
    const file = fileOf(list)
    expect(file.replace('\u{feff}', '').trim().split('\r\n')).toEqual([
      '"Name","Guests","Status","Food"',
      '"Bea","0","coming",""',
      `"Zoe","1","coming","'=Soup"`,
      '"Late","0","waiting",""',
    ])
    expect(file).not.toMatch(/Secret|@/)
    expect(list?.text).toContain('with their guests: 3')
    expect(list?.text).toContain('waiting list: 1')
  })

  it('goes at the new time where the close moves, and never twice where it moves afterwards', async () => {
    const { id, venue } = await givenAgreed()
    await change(id, { rsvps_close: clockIn(7) })
    expect(await listsAt(at(CLOSE))).toEqual([])
    expect((await listsAt(at(clockIn(7)))).map(({ recipient }) => recipient)).toEqual([venue])
    await change(id, { rsvps_close: clockIn(8) })
    await change(id, { list_to: newVenue() })
    const [mail] = await asked()
    await open(linkIn(mail!.text), 'POST')
    expect(await listsAt(at(clockIn(8)))).toEqual([])
  })

  it('is empty where nobody comes, and is not sent of a canceled event, or after the address was taken away', async () => {
    const empty = await givenAgreed()
    const canceled = await givenAgreed()
    const taken = await givenAgreed()
    expect((await admin('event', 'cancel', canceled.id)).code).toBe(0)
    await change(taken.id, { list_to: null })
    await mails()
    const sent = await listsAt(at(CLOSE))
    expect(sent.map(({ recipient }) => recipient)).toEqual([empty.venue])
    expect(fileOf(sent[0]).trim().split('\r\n')).toHaveLength(1)
  })

  it('has no row of an erased person, who counts still', async () => {
    const { path } = await givenAgreed()
    const { _links } = await rsvp(path, 'erased@list.example')
    await rsvp(path, 'stays@list.example')
    const person = _links['osdi:person'].href.split('/').at(-1)
    await erasePerson(departingIn(table), OWNER, person)
    await mails()
    const [list] = await listsAt(at(CLOSE))
    expect(fileOf(list).trim().split('\r\n')).toHaveLength(2)
    expect(list?.text).toContain('with their guests: 2')
  })

  it('is not sent while the address has not agreed, nor after the event is over', async () => {
    const venue = newVenue()
    await given(venue)
    const [mail] = await asked()
    const toVenue = async (time: Date) => (await listsAt(time)).filter(({ recipient }) => recipient === venue)
    expect(await toVenue(at(CLOSE))).toEqual([])
    expect(await toVenue(at(clockIn(13)))).toEqual([])
    await open(linkIn(mail!.text), 'POST')
    expect(await toVenue(at(clockIn(14)))).toEqual([])
  })

  it('ends where its address presses the button at the link in it, of which the team is told, and is not asked again', async () => {
    const { venue } = await givenAgreed()
    await given(venue, { rsvps_close: clockIn(6) })
    expect(await asked()).toEqual([])
    const [list] = await listsAt(at(CLOSE))
    const link = linkIn(list!.text)
    expect((await open(link)).text).toContain('>Stop</button>')
    expect((await press(link, 'stop=1')).text).toContain('You’ll get no more lists.')
    const told = (await mails()).filter(({ kind }) => kind === 'address-stopped')
    expect(told.length).toBeGreaterThan(0)
    expect(told[0]).toMatchObject({ subject: expect.stringContaining('stopped'), text: expect.stringContaining(venue) })
    expect(told.map(({ recipient }) => recipient)).not.toContain(venue)
    expect((await press(link, 'stop=1')).status).toBe(200)
    expect(await mails()).toEqual([])
    expect(await listsAt(at(clockIn(6)))).toEqual([])
    const third = await given(venue)
    expect(await asked()).toEqual([])
    await admin('event', 'cancel', third.id)
    // The link stays the way back.
    expect((await open(link)).text).toContain('Yes, send me the lists')
    await open(link, 'POST')
    const [late, ...more] = await listsAt(later(clockIn(6), 16))
    expect([late?.recipient, more]).toEqual([venue, []])
  })

  it.each([
    ['is refused by the server', async (venue: string) => void refuse(venue, 550)],
    ['is not sent to an address that bounced', (venue: string) => suppress(table, venue, 'bouncing', new Date())],
  ])('is told to the team once where it %s', async (_, fail) => {
    const { venue, title } = await givenAgreed()
    await fail(venue)
    await mailsDueAt(at(CLOSE))
    const told = (await mails()).filter(({ kind }) => kind === 'address-bounced')
    expect(told[0]).toMatchObject({
      subject: `An address bounced: ${title}`,
      text: expect.stringContaining(venue),
    })
    expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length)
    expect((await mailsDueAt(later(CLOSE, 120))).filter(({ kind }) => kind === 'address-bounced')).toEqual([])
  })

  it('is of an event that closes: without a close, the address is refused', async () => {
    await expect(givenMailedEvent({ list_to: newVenue() })).rejects.toMatchObject({
      faults: [{ error_code: 'list_without_close' }],
    })
  })

  it('is cleared by the command, whose word none ends the close, too', async () => {
    const { id, path } = await given(newVenue())
    expect(await admin('event', 'update', id, '--list-to', 'none', '--rsvps-close', 'none')).toMatchObject({ code: 0 })
    const { body } = await get(path)
    expect([body['service:list_to'], body['service:rsvps_close']]).toEqual([undefined, undefined])
  })

  it('is shown to keys, cannot be set by them, and is on no public document', async () => {
    const { id, path, venue } = await givenAgreed()
    expect((await get(path)).body['service:list_to']).toBe(venue)
    const { headers, body } = await put(path, { 'service:list_to': 'other@list.example' })
    expect([headers['osdi-ignored'], body['service:list_to']]).toEqual(['service:list_to', venue])
    for (const page of [`/events/${id}`, `/events/${id}.json`, `/events/${id}/calendar.ics`, `/embed/events/${id}`])
      expect((await get(page, { key: null })).text).not.toContain(venue)
  })

  it('answers a link that is not signed, or names nothing, as unknown', async () => {
    for (const method of ['GET', 'POST']) expect((await open('/addresses/none', method)).status).toBe(404)
  })

  it('asks an address once a day for all events of an owner, and once it has agreed never', async () => {
    const venue = newVenue()
    await given(venue)
    await given(venue)
    const [mail, ...others] = await asked()
    expect(others).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * MINUTE })
    await given(venue)
    expect(await asked()).toHaveLength(1)
    await open(linkIn(mail!.text), 'POST')
    vi.setSystemTime(Date.now() + 25 * 60 * MINUTE)
    await given(venue)
    expect(await asked()).toEqual([])
    vi.useRealTimers()
  })
})
