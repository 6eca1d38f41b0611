import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { signedInAs } from '../support/clients/organizer.js'
import { type Received, mails, mailsDueAt } from '../support/mail/mail.js'
import { rsvp } from '../support/mail/mailed-events.js'
import { submit } from '../support/clients/visitors.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { withAgreedContact } from '../../lib/mail/store/confirmed-addresses.js'
import { ownerStore } from '../../lib/app/access.js'
import {
  PUBLIC_URL,
  address,
  anEvent,
  demo,
  gateway,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  put,
  table,
} from '../support/service.js'

const admin = adminOf({ PUBLIC_URL, TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const KEYLESS = { key: null }
const ADA = { name: 'Ada Lovelace', email_address: 'ada@contact.example', phone_number: '15550001111' }
const LATER = { start_date: { wallClock: '2035-05-05T18:00:00' } }
const replyTo = (mail: any) => mail.mail.replyTo?.value.map((each: any) => each.address)

let people = 0
const confirmationOf = async (path: string) => {
  await rsvp(path, `guest-${++people}@contact.example`)
  const [mail] = await mails()
  return mail
}

/** Opens the link by which the newest mail asks an address, and presses its button. */
async function agree(text: string) {
  const path = /\/addresses\/[\w-]+/.exec(text)?.[0] as string
  const open = async (method: string) =>
    (await gateway.handle({ method, path, headers: { accept: 'text/html' }, body: '' })).body.toString()
  expect(await open('GET')).toContain('Yes, guests may write to me')
  expect(await open('POST')).toContain('Guests may write to you.')
}

const press = async (text: string, body: string) => {
  const path = /\/addresses\/[\w-]+/.exec(text)?.[0] as string
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  return (await gateway.handle({ method: 'POST', path, headers, body })).body.toString()
}

const asked = async () => (await mails()).filter(({ kind }) => kind === 'confirm-address')

beforeAll(async () => {
  await givenInterfaceEvent({ ...LATER, contact: { ...ADA, public: false } })
  const [mail] = await asked()
  await agree(mail!.text)
})

const organizerOf = (mail: Received | undefined) =>
  mail?.calendar?.getFirstSubcomponent('vevent')?.getFirstProperty('organizer')?.getFirstValue()

describe('the contact of an event', () => {
  it('is asked by an email first, and until it agrees, mails are as without its address', async () => {
    const BEN = { name: 'Ben', email_address: 'ben@contact.example', public: false }
    const both = await givenInterfaceEvent({ ...LATER, contact: { ...BEN, phone_number: '15550003333' } })
    const byMail = await givenInterfaceEvent({ ...LATER, contact: BEN })
    const [mail, ...others] = await mails()
    expect([mail?.kind, mail?.recipient, others]).toEqual(['confirm-address', BEN.email_address, []])
    const before = await confirmationOf(both.path)
    expect([replyTo(before), organizerOf(before)]).toEqual([undefined, expect.stringContaining('@example.net')])
    expect(before?.text).toContain('Questions about this event: Ben, 15550003333')
    expect(before?.text).not.toContain(BEN.email_address)
    expect((await confirmationOf(byMail.path))?.text).not.toContain('Questions about this event')
    // So are mails to all of its people.
    await admin('event', 'cancel', both.id)
    expect((await mails()).map((each) => [each.kind, replyTo(each)])).toEqual([['cancelled', undefined]])
    await agree(mail!.text)
    const after = await confirmationOf(byMail.path)
    expect([replyTo(after), organizerOf(after)]).toEqual([[BEN.email_address], `mailto:${BEN.email_address}`])
    await admin('event', 'cancel', byMail.id)
    expect((await mails()).map(replyTo)).toEqual([[BEN.email_address], [BEN.email_address]])
  })

  it('stops at the link by which it agreed: mails name the group again, and the team is told', async () => {
    const EVA = { name: 'Eva', email_address: 'eva@contact.example', public: false }
    const { path } = await givenInterfaceEvent({ ...LATER, contact: EVA })
    const [mail] = await asked()
    await agree(mail!.text)
    expect(replyTo(await confirmationOf(path))).toEqual([EVA.email_address])
    expect(await press(mail!.text, 'stop=1')).toContain('Your address is no longer in any emails.')
    const told = (await mails()).filter(({ kind }) => kind === 'address-stopped')
    expect(told.length).toBeGreaterThan(0)
    expect(told[0]?.text).toContain(EVA.email_address)
    const after = await confirmationOf(path)
    expect([replyTo(after), after?.text.includes(EVA.email_address)]).toEqual([undefined, false])
    // Typed again for another event, it is not asked again.
    await givenInterfaceEvent({ ...LATER, contact: EVA })
    expect(await asked()).toEqual([])
  })

  it('costs an email a read of one unit where it has an address, and none otherwise', async () => {
    const { email_address, ...byPhone } = ADA
    for (const [contact, units] of [
      [{ ...byPhone, email_address, public: false }, 1],
      [{ ...byPhone, public: false }, 0],
    ] as const) {
      const { id } = await givenInterfaceEvent({ ...LATER, ...(contact && { contact }) })
      const event = (await loadEvent(table, id)) as OsdiEvent
      const { read } = table.consumedCapacity
      expect((await withAgreedContact(table, event)).contact).toEqual(contact)
      expect(table.consumedCapacity.read - read).toBe(units)
    }
  })

  it('is not asked where it is of the team, whose address counts at once', async () => {
    const { body } = await get(`/api/v2/people/${demo.group.organizer}`)
    const [{ address: known }] = body.email_addresses
    const email_address = known.toUpperCase()
    const { path } = await givenInterfaceEvent({ ...LATER, contact: { email_address, public: false } })
    expect(await mails()).toEqual([])
    expect(String(replyTo(await confirmationOf(path))).toLowerCase()).toBe(known)
  })

  it('gets the answers to its emails, and organizes the entry of the calendar, for which the service writes', async () => {
    const { path } = await givenInterfaceEvent({ ...LATER, contact: { ...ADA, public: false } })
    const mail = await confirmationOf(path)
    expect(replyTo(mail)).toEqual([ADA.email_address])
    expect(mail?.text).toContain('Questions about this event: Ada Lovelace, ada@contact.example, 15550001111')
    const organizer = mail?.calendar?.getFirstSubcomponent('vevent')?.getFirstProperty('organizer')
    expect(organizer?.getFirstValue()).toBe('mailto:ada@contact.example')
    expect(String(organizer?.getParameter('sent-by'))).toMatch(/^mailto:.+@/)
  })

  it('organizes the entry in the calendar file at the link of a guest, which nobody else may have', async () => {
    const lines = async (path: string) => {
      const { status, text, headers } = await get(path, KEYLESS)
      return { status, headers, text: text.replaceAll('\r\n ', '') }
    }
    const fileOf = async (contact: OsdiEvent['contact']) => {
      const { id, path } = await givenInterfaceEvent({ ...LATER, ...(contact && { contact }) })
      await mails()
      const mail = await confirmationOf(path)
      const link = /\/rsvp\/[\w-]+/.exec(mail?.text ?? '')?.[0] as string
      const { text: page } = await get(link, { ...KEYLESS, headers: { accept: 'text/html' } })
      expect(page).toContain(`href="${PUBLIC_URL}${link}/calendar.ics"`)
      return { link, own: await lines(`${link}/calendar.ics`), anybody: await lines(`/events/${id}/calendar.ics`) }
    }
    const agreed = await fileOf({ ...ADA, public: false })
    expect(agreed.own.text).toMatch(/\r\nORGANIZER;CN="Ada Lovelace";SENT-BY="mailto:[^"]+@example.net":mailto:ada@/)
    expect(agreed.own.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, max-age=60' })
    expect(agreed.anybody.text).not.toMatch(/ORGANIZER|ATTENDEE|ada@/)
    // Until an address agrees, and without one, it is the service.
    for (const contact of [{ email_address: 'silent@contact.example', public: false }, undefined]) {
      const { own } = await fileOf(contact)
      expect(own.text).toMatch(/\r\nORGANIZER;CN="[^"]+":mailto:[^\r]+@example.net\r\n/)
    }
    await gateway.handle({
      method: 'POST',
      path: agreed.link,
      body: 'action=decline',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    for (const path of [`${agreed.link}/calendar.ics`, `${agreed.link}x/calendar.ics`])
      expect((await lines(path)).status).toBe(404)
  })

  it('gets the answers to what organizers write to its guests', async () => {
    const { id, path } = await givenInterfaceEvent({ ...LATER, contact: { ...ADA, public: false } })
    await confirmationOf(path)
    const organizer = await signedInAs(demo.group.organizer)
    const message = { subject: 'Another door', text: 'Come by the side.', guests: 'coming', draft: randomUUID() }
    await organizer.send(`/manage/events/${id}/messages`, { ...message, action: 'check' })
    await organizer.send(`/manage/events/${id}/messages`, { ...message, action: 'send' })
    const [mail] = await mailsDueAt(new Date(Date.now() + 60_000))
    expect([mail?.kind, replyTo(mail)]).toEqual(['message', [ADA.email_address]])
  })

  it('gets no answers to what was written before it stopped', async () => {
    const { id, path } = await givenInterfaceEvent({ ...LATER, contact: { ...ADA, public: false } })
    await confirmationOf(path)
    const organizer = await signedInAs(demo.group.organizer)
    const message = { subject: 'Another door', text: 'Come by the side.', guests: 'coming', draft: randomUUID() }
    await organizer.send(`/manage/events/${id}/messages`, { ...message, action: 'check' })
    await organizer.send(`/manage/events/${id}/messages`, { ...message, action: 'send' })
    const changed = await admin('event', 'update', id, '--contact-email', 'none')
    if (changed.code !== 0) throw new Error(changed.err)
    const [mail] = await mailsDueAt(new Date(Date.now() + 60_000))
    expect([mail?.kind, replyTo(mail)]).toEqual(['message', undefined])
  })

  it('comes before the address of the group, and without either mails have none', async () => {
    const { path } = await givenInterfaceEvent(LATER)
    expect(replyTo(await confirmationOf(path))).toBeUndefined()
    const { code } = await admin('group', 'update', demo.group.id, '--reply-to', 'team@contact.example')
    expect(code).toBe(0)
    expect(replyTo(await confirmationOf(path))).toEqual(['team@contact.example'])
    const own = await givenInterfaceEvent({ ...LATER, contact: { ...ADA, public: false } })
    expect(replyTo(await confirmationOf(own.path))).toEqual([ADA.email_address])
    const byPhone = await givenInterfaceEvent({
      ...LATER,
      contact: { phone_number: '15550002222', public: false },
    })
    expect(replyTo(await confirmationOf(byPhone.path))).toEqual(['team@contact.example'])
    await ownerStore(table).changeSettings(`group:${demo.group.id}`, { reply_to: null })
  })

  it('is shown to guests at their links, and to anybody only where it is public', async () => {
    for (const isPublic of [true, false]) {
      const { id, path } = await givenInterfaceEvent({ ...LATER, contact: { ...ADA, public: isPublic } })
      const page = await get(`/events/${id}`, KEYLESS)
      expect(page.text.includes(ADA.email_address)).toBe(isPublic)
      const file = await get(`/events/${id}/calendar.ics`, KEYLESS)
      expect(file.text.includes('ORGANIZER')).toBe(isPublic)
      expect((await get(`/embed/events/${id}`, KEYLESS)).text).not.toContain(ADA.email_address)
      const { body } = await post(`${path}/attendances`, {
        person: { email_addresses: [{ address: `guest-${++people}@contact.example` }] },
      })
      const link = new URL(body._links['service:self_service'].href).pathname
      expect((await get(link, KEYLESS)).text).toContain('mailto:ada@contact.example')
    }
  })

  it('is neither mailed nor shown to who only asks to come, was refused, or has canceled, where it is not public', async () => {
    const names = [ADA.name, ADA.phone_number]
    for (const isPublic of [true, false]) {
      const contact = { ...ADA, public: isPublic }
      const { id, path } = await givenInterfaceEvent({ ...LATER, approval: true, contact })
      const told = async (kind: string) => {
        const mail = (await mails()).find((each) => each.kind === kind)
        expect([kind, replyTo(mail)]).toEqual([kind, [ADA.email_address]])
        return names.filter((each) => mail?.text.includes(each))
      }
      await submit(id, { email: `asks-${++people}@contact.example` })
      const [attendance] = (await get(`${path}/attendances`)).body._embedded['osdi:attendances']
      const [self, link] = ['self', 'service:self_service'].map((rel) => new URL(attendance._links[rel].href).pathname)
      const shown = async () => (await get(link as string, KEYLESS)).text.includes(`mailto:${ADA.email_address}`)
      const decide = (sent: object) => put(self as string, sent)
      expect([await told('requested'), await shown()]).toEqual([isPublic ? names : [], isPublic])
      await decide({ 'service:request': { state: 'approved' } })
      expect([await told('confirmation'), await shown()]).toEqual([names, true])
      await decide({ status: 'declined' })
      expect(await shown()).toBe(isPublic)
      await submit(id, { email: `refused-${++people}@contact.example` })
      const [other] = (await get(`${path}/attendances`)).body._embedded['osdi:attendances']
      await put(new URL(other._links.self.href).pathname, { 'service:request': { state: 'declined' } })
      expect(await told('request-declined')).toEqual(isPublic ? names : [])
    }
  })

  it('is set by key on events of the API, in both versions, and replaced as a whole', async () => {
    const { path } = await givenEvent({ 'service:contact': ADA })
    expect((await get(path)).body['service:contact']).toEqual({ ...ADA, public: false })
    const { body: after } = await put(path, { 'service:contact': { email_address: 'x@contact.example' } })
    expect(after['service:contact']).toEqual({ email_address: 'x@contact.example', public: false })
    const old = await get(path.replace('v2', 'v1'))
    expect(old.body['service:contact'].email_address).toBe('x@contact.example')
    expect((await put(path, { 'service:contact': null })).body).not.toHaveProperty('service:contact')
  })

  it.each([
    ['with nothing to write to or call', { name: 'Ada' }, 'service:contact'],
    ['with two addresses', { email_address: 'a@b.example,c@d.example' }, 'service:contact.email_address'],
    ['with a line break', { email_address: 'a@b.example\r\nBcc: c@d.example' }, 'service:contact.email_address'],
    ['with a name in two lines', { ...ADA, name: 'Ada\nLovelace' }, 'service:contact.name'],
    ['with a long name', { ...ADA, name: 'a'.repeat(101) }, 'service:contact.name'],
    ['that is a list', [ADA], 'service:contact'],
  ])('is refused on POST %s, and named and ignored on PUT', async (_, sent, at) => {
    const refused = await post('/api/v2/events', anEvent({ 'service:contact': sent }))
    const [fault] = refused.body['osdi:error'].resource_status[0].error_descriptions
    expect([refused.status, fault.properties]).toEqual([400, [at]])
    const { path } = await givenEvent({ 'service:contact': ADA })
    const { headers, body } = await put(path, { 'service:contact': sent })
    expect([headers['osdi-ignored'], body['service:contact'].name]).toEqual(['service:contact', ADA.name])
  })

  it('is set in the interface and by the command, whose word none clears', async () => {
    const organizer = await signedInAs(demo.group.organizer)
    const form = { title: 'With a contact', contact_name: 'Ada', contact_public: 'on' }
    const wrong = await organizer.send(`/manage/${demo.group.id}/actions/new`, form)
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('id="contact_email_address-fault"')])
    const made = await organizer.send(`/manage/${demo.group.id}/actions/new`, {
      ...form,
      contact_email_address: ADA.email_address,
    })
    const id = made.headers['location']?.split('/').at(-1) as string
    const contactNow = async () => (await get(`/api/v2/events/${id}`)).body['service:contact']
    expect(await contactNow()).toEqual({ name: 'Ada', email_address: ADA.email_address, public: true })
    await admin('event', 'update', id, '--contact-phone', '555 000 1111', '--contact-name', 'none', '--json')
    expect(await contactNow()).toEqual({
      email_address: ADA.email_address,
      phone_number: '555 000 1111',
      public: true,
    })
    await admin('event', 'update', id, '--contact-phone', 'none', '--contact-email', 'none', '--json')
    expect(await contactNow()).toBeUndefined()
  })
})
