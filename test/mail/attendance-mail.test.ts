import { describe, expect, it } from 'vitest'
import { admin, mails, refuse, refuseNothing, sendAnnounced, mailsDueAt } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { givenEvent, givenInterfaceEvent, post, put } from '../support/service.js'

const kindsOf = (all: { kind: string; recipient: string }[]) => all.map(({ kind, recipient }) => `${kind} ${recipient}`)

describe('a confirmation', () => {
  it('has the instructions, the calendar file and the link by which the RSVP is changed', async () => {
    const { id, path } = await givenMailedEvent()
    const { _links } = await rsvp(path, 'ada@example.org')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'ada@example.org', kind: 'confirmation' })
    expect(mail?.mail.headers.get('x-turnout-event')).toBe(id)
    expect(mail?.mail.from?.text).toBe('"Turnout Demo Group" <events@example.net>')
    expect(mail?.text).toContain('Bring water.')
    expect(mail?.text).toContain(_links['service:self_service'].href)
    expect(mail?.mail.html).toContain('Bring <b>water</b>.')
    const event = mail?.calendar?.getFirstSubcomponent('vevent')
    expect(mail?.calendar?.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(event?.getFirstPropertyValue('uid')).toBe(id)
    expect(event?.getFirstPropertyValue('sequence')).toBe(0)
    expect(event?.getFirstPropertyValue('attendee')).toBe('MAILTO:ada@example.org')
  })

  it('has the pass: its code as a part that programs show without asking a host, the party, and the way', async () => {
    const { path } = await givenMailedEvent({
      max_guests: 3,
      address_shown: 'guests',
      capacity: 3,
      waitlist: true,
      location: { venue: 'Hall', address_lines: ['12 Elm St'], locality: 'Denver', region: 'CO', country: 'US' },
    })
    await rsvp(path, 'pass@example.org', {
      person: { given_name: 'Ana', email_addresses: [{ address: 'pass@example.org' }] },
      'service:guests': 2,
    })
    await rsvp(path, 'waits@example.org')
    const [coming, waiting] = await mails()
    const image = coming?.mail.attachments.find(({ contentType }) => contentType === 'image/gif')
    expect(image).toMatchObject({ cid: 'pass', related: true })
    expect(String(image?.content.subarray(0, 3))).toBe('GIF')
    expect(coming?.mail.html).toMatch(/<img src="data:image\/gif;base64,[^"]+" alt="Your pass code"/)
    expect(coming?.text).toContain(
      'Pass for 3: Ana\nShow this at the door, or just give your name.\nDirections: https://',
    )
    expect(coming?.mail.html).toContain('Hall%2C+12+Elm+St%2C+Denver')
    expect(waiting).toMatchObject({ recipient: 'waits@example.org', kind: 'waitlisted' })
    expect(`${waiting?.text}${waiting?.mail.html}`).not.toMatch(/Pass for|Elm/)
    expect(waiting?.mail.attachments).toEqual([])
  })

  it('tells people without a seat no home and no contact of guests, in the calendar file neither', async () => {
    const { id, path } = await givenMailedEvent({
      address_shown: 'guests',
      capacity: 1,
      waitlist: true,
      location: { venue: 'Hall', address_lines: ['12 Elm St'], locality: 'Denver', region: 'CO', country: 'US' },
    })
    await rsvp(path, 'comes@homes.example')
    await rsvp(path, 'waits@homes.example')
    await mails()
    await admin('event', 'cancel', id)
    const [comes, waits] = (await mails()).sort((one, other) => one.recipient.localeCompare(other.recipient))
    const placeIn = (mail: typeof comes) =>
      mail?.calendar?.getFirstSubcomponent('vevent')?.getFirstPropertyValue('location')
    expect([comes?.recipient, placeIn(comes)]).toEqual(['comes@homes.example', expect.stringContaining('12 Elm St')])
    expect([waits?.recipient, waits?.kind, placeIn(waits)]).toEqual([
      'waits@homes.example',
      'cancelled',
      'Denver, CO, US',
    ])
    expect(JSON.stringify(waits)).not.toContain('Elm')
  })

  it('has no calendar file when the event has no date', async () => {
    const { path } = await givenInterfaceEvent()
    await rsvp(path, 'undated@example.org')
    expect((await mails())[0]).toMatchObject({ kind: 'confirmation', calendar: undefined })
  })

  it('speaks the language of the event', async () => {
    const { path } = await givenMailedEvent({ language: 'es', title: 'Cena' })
    await rsvp(path, 'es@example.org')
    const [mail] = await mails()
    expect(mail?.subject).toBe('Tienes plaza: Cena')
    expect(mail?.mail.html).toContain('<html lang="es"')
  })

  it('is not mailed for an event of the API', async () => {
    const { path } = await givenEvent()
    await rsvp(path, 'api@example.org')
    expect(await mails()).toEqual([])
  })

  it.each([
    [false, []],
    [true, ['confirmation trigger@example.org']],
  ])('is mailed when the trigger of the helper is %s: %j', async (enabled, expected) => {
    const { path } = await givenMailedEvent()
    await rsvp(path, 'trigger@example.org', { triggers: { autoresponse: { enabled } } })
    expect(kindsOf(await mails())).toEqual(expected)
  })

  it('is not mailed again for a repeated RSVP, a change, or a record of the stream that comes again', async () => {
    const { path } = await givenMailedEvent()
    const { path: attendance } = await rsvp(path, 'again@example.org')
    expect(await mails()).toHaveLength(1)
    await rsvp(path, 'again@example.org')
    await put(attendance, { 'service:attended': true })
    await put(attendance, { identifiers: ['other:1'] })
    expect(await mails()).toEqual([])
  })

  it('follows each time that a person comes again, and no cancellation by the person', async () => {
    const { path } = await givenMailedEvent()
    const { path: attendance } = await rsvp(path, 'back@example.org')
    await mails()
    await put(attendance, { status: 'declined' })
    expect(await mails()).toEqual([])
    await put(attendance, { status: 'accepted' })
    expect(kindsOf(await mails())).toEqual(['confirmation back@example.org'])
    await put(attendance, { status: 'declined' })
    await rsvp(path, 'back@example.org')
    expect(kindsOf(await mails())).toEqual(['confirmation back@example.org'])
    await put(attendance, { status: 'declined' })
    await rsvp(path, 'back@example.org', { triggers: { autoresponse: { enabled: false } } })
    expect(await mails()).toEqual([])
  })

  it('is not mailed to a person who has canceled before it was sent', async () => {
    const { path } = await givenMailedEvent()
    const { path: attendance } = await rsvp(path, 'quick@example.org')
    await put(attendance, { status: 'declined' })
    expect(await mails()).toEqual([])
  })

  it('goes to a person who is unsubscribed, because the person asked for it', async () => {
    const { path } = await givenMailedEvent()
    await post('/api/v2/people', {
      person: { email_addresses: [{ address: 'off@example.org', status: 'unsubscribed' }] },
    })
    await rsvp(path, 'off@example.org')
    expect(kindsOf(await mails())).toEqual(['confirmation off@example.org'])
  })

  it('keeps names and titles with line breaks within their header', async () => {
    const { path } = await givenMailedEvent({ title: 'Rally\r\nBcc: all@example.org' })
    await post(`${path}/attendances`, {
      person: {
        given_name: 'Ada\r\nX-Evil: 1',
        email_addresses: [{ address: 'header@example.org' }],
      },
    })
    const [mail] = await mails()
    expect(mail?.mail.headers.has('bcc')).toBe(false)
    expect(mail?.mail.headers.has('x-evil')).toBe(false)
    expect(mail?.subject).toBe('You’re in: Rally Bcc: all@example.org')
  })
})

describe('the waiting list', () => {
  it('is told, and so is who gets a seat', async () => {
    const { path } = await givenMailedEvent({ capacity: 1, waitlist: true })
    const { path: first } = await rsvp(path, 'first@example.org')
    await rsvp(path, 'second@example.org')
    expect(kindsOf(await mails())).toEqual(['confirmation first@example.org', 'waitlisted second@example.org'])
    await put(first, { status: 'declined' })
    const promoted = await mails()
    expect(kindsOf(promoted)).toEqual(['promoted second@example.org'])
    expect(promoted[0]?.calendar).toBeDefined()
  })
})

describe('an address that the server refuses', () => {
  it('for good is given up', async () => {
    const { path } = await givenMailedEvent()
    refuse('gone@example.org', 550)
    await rsvp(path, 'gone@example.org')
    expect(await mails()).toEqual([])
    refuseNothing()
    expect(await mailsDueAt(clockIn(2) + 'Z')).toEqual([])
  })

  it('for the moment is tried again, and mailed once', async () => {
    const { path } = await givenMailedEvent()
    refuse('busy@example.org', 451)
    await rsvp(path, 'busy@example.org')
    expect(await mails()).toEqual([])
    expect(await sendAnnounced()).toEqual([])
    refuseNothing()
    expect(kindsOf(await mailsDueAt(clockIn(2) + 'Z'))).toEqual(['confirmation busy@example.org'])
    expect(await mailsDueAt(clockIn(2) + 'Z')).toEqual([])
  })
})
