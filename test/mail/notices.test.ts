import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mailStore } from '../../lib/mail/store/mail-store.js'
import { admin, mails } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { say, unhandled } from '../support/mail/notices.js'
import { demo, post, put, table } from '../support/service.js'

/** A notice of an email. */
const of = (mail: string, notice: object) => ({ ...notice, mail: { tags: { mail: [mail] } } })

const bounceOf = (emailAddress: string, bounceType = 'Permanent') => ({
  eventType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: [{ emailAddress }] },
})
const complaintOf = (emailAddress: string) => ({
  eventType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress }] },
})

const PHONE = { number: '+12025550173' }

/** A person with a confirmation. @returns the id of the email, and what to do next */
async function givenMail(address: string) {
  const { path } = await givenMailedEvent()
  const attendance = await rsvp(path, address)
  const [mail] = await mails()
  return {
    id: (mail?.mail.messageId ?? '').replace(/[<>]|@.*/g, ''),
    statusOf: async () =>
      (await post('/api/v2/people', { person: { email_addresses: [{ address }] } })).body.email_addresses[0].status,
    again: async () => {
      await put(attendance.path, { status: 'declined' })
      await rsvp(path, address)
      return mails()
    },
  }
}

describe('a notice of Amazon SES', () => {
  it.each([
    ['a bounce', bounceOf, 'bouncing'],
    ['a complaint', complaintOf, 'spam complaint'],
  ])('about %s sets the status of the address, and nothing goes there', async (_, noticeOf, status) => {
    const address = `${status.replace(' ', '')}@example.com`
    const { id, statusOf, again } = await givenMail(address)
    await say(of(id, noticeOf(address)))
    await say(of(id, noticeOf(address)))
    expect(await statusOf()).toBe(status)
    expect(await again()).toEqual([])
  })

  it.each([
    ['a bounce', bounceOf, 'previous bounce'],
    ['a complaint', complaintOf, 'previous spam complaint'],
  ])('about %s is lifted by a command, and mail about RSVPs goes there again', async (_, noticeOf, status) => {
    const address = `lifted-${status.replaceAll(' ', '')}@example.com`
    const { id, statusOf, again } = await givenMail(address)
    await say(of(id, noticeOf(address)))
    expect(await again()).toEqual([])
    const { code, err } = await admin('mail', 'lift', '--email', address)
    expect(code, err).toBe(0)
    expect(await statusOf()).toBe(status)
    expect(await again()).toHaveLength(1)
  })

  it.each([
    ['a bounce', bounceOf],
    ['a complaint', complaintOf],
  ])(
    'about %s keeps mail from the address, too, where it is entered again and its status starts anew',
    async (_, noticeOf) => {
      const address = `again-${noticeOf.name.toLowerCase()}@example.com`
      const { id, statusOf, again } = await givenMail(address)
      await say(of(id, noticeOf(address)))
      const { body } = await post('/api/v2/people', {
        person: { email_addresses: [{ address }], phone_numbers: [PHONE] },
      })
      const path = new URL(body._links.self.href).pathname
      await put(path, { email_addresses: [] })
      await put(path, { email_addresses: [{ address }] })
      expect(await statusOf()).toBe('subscribed')
      expect(await again()).toEqual([])
    },
  )

  it('about the email of an owner is not shown to another, whose emails do not go there either', async () => {
    const address = 'of-two-owners@example.com'
    const { id, statusOf } = await givenMail(address)
    await say(of(id, complaintOf(address)))
    const person = { email_addresses: [{ address }] }
    const theirs = await post('/api/v2/people', { person }, { key: demo.other_group.key })
    expect(theirs.body.email_addresses).toMatchObject([{ status: 'subscribed' }])
    expect(await statusOf()).toBe('spam complaint')
    expect(await mailStore(table).isSuppressed(address)).toBe(true)
  })

  it('about a bounce that may pass changes nothing', async () => {
    const { id, statusOf, again } = await givenMail('full@example.com')
    await say(of(id, bounceOf('full@example.com', 'Transient')), of(id, { eventType: 'Delivery' }))
    expect(await statusOf()).toBe('subscribed')
    expect(await again()).toHaveLength(1)
  })

  it('about an email that is not known keeps the address from mail', async () => {
    const { again } = await givenMail('unknown@example.com')
    await say(of('00000000-0000-4000-8000-000000000000', bounceOf('unknown@example.com')))
    expect(await again()).toEqual([])
  })

  it('that overtakes the note of its email is offered again, and nothing goes to the address before that', async () => {
    const address = 'overtakes@example.com'
    const { path, id: event } = await givenMailedEvent()
    const { 'service:person_id': person } = await rsvp(path, address)
    const store = mailStore(table)
    const id = randomUUID()
    const request = { kind: 'confirmation' as const, event, person }
    await store.claim(id, request, 'this test', new Date())
    const notice = of(id, bounceOf(address))
    await expect(say(notice)).rejects.toThrow()
    expect(await store.isSuppressed(address)).toBe(true)
    expect(unhandled()).toEqual([JSON.stringify(notice)])
    const owner = `group:${demo.group.id}` as const
    await store.finish(id, { kind: 'confirmation', outcome: 'sent', owner, person }, new Date())
    await say()
    const { body } = await post('/api/v2/people', { person: { email_addresses: [{ address }] } })
    expect(body.email_addresses[0].status).toBe('bouncing')
    expect(unhandled()).toEqual([])
  })

  it('is handled though a message before it can not be read, which alone is offered again', async () => {
    const addresses = Array.from({ length: 25 }, (_, i) => `many-${i}@example.com`)
    const mail = randomUUID()
    await say('poison', ...addresses.map((address) => of(mail, bounceOf(address))))
    expect(unhandled()).toEqual(['poison'])
    expect((await mailStore(table).suppressedOf(addresses)).size).toBe(25)
  })
})

describe('an address that an event names', () => {
  it('is told to the team once it bounces', async () => {
    const venue = 'venue@bounces.example.com'
    await givenMailedEvent({ rsvps_close: '2040-01-01T10:00:00', list_to: venue, title: 'Picnic' })
    const [asked] = (await mails()).filter(({ recipient }) => recipient === venue)
    const id = (asked?.mail.messageId ?? '').replace(/[<>]|@.*/g, '')
    await say(of(id, bounceOf(venue)))
    await say(of(id, bounceOf(venue)))
    const told = (await mails()).filter(({ kind }) => kind === 'address-bounced')
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length)
    expect(told[0]).toMatchObject({ subject: 'An address bounced: Picnic', text: expect.stringContaining(venue) })
  })
})
