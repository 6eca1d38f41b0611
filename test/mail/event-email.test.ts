import { describe, expect, it } from 'vitest'
import { admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { demo, get, post, put } from '../support/service.js'

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)
const kindsOf = (all: { kind: string; recipient: string }[]) =>
  all.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()

/** An event with a person who comes, whose confirmation has gone. */
async function givenAttended(email: string, fields: Parameters<typeof givenMailedEvent>[0] = {}) {
  const event = await givenMailedEvent(fields)
  const attendance = await rsvp(event.path, email)
  await mails()
  return { ...event, attendance }
}

async function update(id: string, ...flags: string[]) {
  const { code, err } = await admin('event', 'update', id, ...flags)
  if (code !== 0) throw new Error(err)
}

describe('a change of time or place', () => {
  it('is told once for the edits of ten minutes, with an update of the calendar entry', async () => {
    const { id } = await givenAttended('edits@example.org')
    await update(id, '--start-date', clockIn(11))
    await update(id, '--start-date', clockIn(12))
    expect(await mailsDueAt(inMinutes(9))).toEqual([])
    const [mail, ...others] = await mailsDueAt(inMinutes(11))
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'changed', recipient: 'edits@example.org' })
    expect(mail?.text).toMatch(/New time: \w+day, [^(]+ \(it was \w+day, [^)]+\)/)
    const event = mail?.calendar?.getFirstSubcomponent('vevent')
    expect(event?.getFirstPropertyValue('uid')).toBe(id)
    expect(event?.getFirstPropertyValue('sequence')).toBe(2)
    expect(await mailsDueAt(inMinutes(30))).toEqual([])
  })

  it('says where it is now and where it was, and leaves out what is as before', async () => {
    const { id } = await givenAttended('moved@example.org', {
      location: { venue: 'Old hall', country: 'US' },
    })
    await update(id, '--venue', 'New hall')
    const [mail] = await mailsDueAt(inMinutes(11))
    expect(mail?.text).toContain('New place: New hall (it was Old hall).')
    expect(mail?.text).not.toContain('New time')
  })

  it('is told again when there is another edit afterwards', async () => {
    const { id } = await givenAttended('twice@example.org')
    await update(id, '--start-date', clockIn(11))
    expect(await mailsDueAt(inMinutes(11))).toHaveLength(1)
    await update(id, '--start-date', clockIn(12))
    expect(await mailsDueAt(inMinutes(11))).toHaveLength(1)
  })

  it('is not told when it was taken back, or of another field', async () => {
    const { id, start_date } = await givenAttended('taken-back@example.org')
    await update(id, '--start-date', clockIn(11))
    await update(id, '--start-date', start_date as string)
    await update(id, '--title', 'Another title')
    expect(await mailsDueAt(inMinutes(11))).toEqual([])
  })

  it('is told to people who wait too, and not to people who canceled or who answered after it', async () => {
    const { id, path } = await givenAttended('comes@example.org', { capacity: 2, waitlist: true })
    const gone = await rsvp(path, 'gone@example.org')
    await put(gone.path, { status: 'declined' })
    await rsvp(path, 'second@example.org')
    await rsvp(path, 'waits@example.org')
    await mails()
    await update(id, '--start-date', clockIn(11))
    await rsvp(path, 'knows@example.org')
    await mails()
    expect(kindsOf(await mailsDueAt(inMinutes(11)))).toEqual([
      'changed comes@example.org',
      'changed second@example.org',
      'changed waits@example.org',
    ])
  })
})

describe('a change of the instructions', () => {
  const JOIN = '<p>Join at https://meet.example/new</p>'

  it.each(['online', 'mixed'] as const)(
    'of an event that is %s is told to people who come, and not to people who wait',
    async (attendance_mode) => {
      const [comes, waits] = [`comes-${attendance_mode}@example.org`, `waits-${attendance_mode}@example.org`]
      const { id, path } = await givenAttended(comes, { attendance_mode, capacity: 1, waitlist: true })
      await rsvp(path, waits)
      await mails()
      await update(id, '--instructions', JOIN)
      const told = await mailsDueAt(inMinutes(11))
      expect(kindsOf(told)).toEqual([`changed ${comes}`])
      expect(told[0]?.text).toContain('https://meet.example/new')

      await update(id, '--instructions', '<p>Join elsewhere</p>', '--start-date', clockIn(11))
      const both = await mailsDueAt(inMinutes(11))
      expect(kindsOf(both)).toEqual([`changed ${comes}`, `changed ${waits}`])
      for (const { recipient, text } of both)
        expect([recipient, text.includes('Join elsewhere')]).toEqual([recipient, recipient === comes])
    },
  )

  it('of an event at a place is not told, nor one that was taken back', async () => {
    const { id } = await givenAttended('place@example.org')
    await update(id, '--instructions', JOIN)
    const online = { attendance_mode: 'online' as const, instructions: '<p>Before</p>' }
    const { id: other } = await givenAttended('back@example.org', online)
    await update(other, '--instructions', JOIN)
    await update(other, '--instructions', '<p>Before</p>')
    expect(await mailsDueAt(inMinutes(11))).toEqual([])
  })
})

describe('a cancellation', () => {
  it('is told at once to people who come and who wait, and takes the calendar entry away', async () => {
    const { id, path } = await givenAttended('comes2@example.org', { capacity: 1, waitlist: true })
    await rsvp(path, 'waits2@example.org')
    await mails()
    await admin('event', 'cancel', id)
    const told = await mails()
    expect(kindsOf(told)).toEqual(['cancelled comes2@example.org', 'cancelled waits2@example.org'])
    expect(told[0]?.calendar?.getFirstPropertyValue('method')).toBe('CANCEL')
    await admin('event', 'cancel', id)
    expect(await mails()).toEqual([])
    const due = kindsOf(await mailsDueAt(clockIn(20) + 'Z'))
    expect(due.filter((each) => /(comes|waits)2@/.test(each))).toEqual([])
  })
})

describe('a reminder', () => {
  it.each([
    ['America/New_York', '2027-03-14T12:00:00', '2027-03-13T16:00:00Z'],
    ['America/New_York', '2027-11-07T12:00:00', '2027-11-06T17:00:00Z'],
    ['Europe/Berlin', '2027-03-28T12:00:00', '2027-03-27T10:00:00Z'],
    ['Europe/Berlin', '2027-10-31T12:00:00', '2027-10-30T11:00:00Z'],
    ['Australia/Lord_Howe', '2027-10-03T12:00:00', '2027-10-02T01:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-04T12:00:00', '2027-04-03T01:30:00Z'],
  ])('of an event in %s at %s is due at %s', async (timezone_identifier, wallClock, due) => {
    const email = `${due.slice(0, 10)}@example.org`
    await givenAttended(email, { timezone_identifier, start_date: { wallClock } })
    const at = Date.parse(due)
    const mine = async (time: number) =>
      kindsOf(await mailsDueAt(new Date(time))).filter((each) => each.endsWith(` ${email}`))
    expect(await mine(at - 1_000)).toEqual([])
    expect(await mine(at)).toEqual([`reminder ${email}`])
    expect(await mine(at + 1_000)).toEqual([])
  })

  it('follows an edit of the start, and comes again for another start', async () => {
    const { id } = await givenAttended('moves@example.org', {
      timezone_identifier: 'UTC',
      start_date: { wallClock: '2028-05-10T12:00:00' },
    })
    await update(id, '--start-date', '2028-05-12T12:00:00')
    expect(kindsOf(await mailsDueAt('2028-05-09T12:00:00Z'))).not.toContain('reminder moves@example.org')
    expect(kindsOf(await mailsDueAt('2028-05-11T12:00:00Z'))).toContain('reminder moves@example.org')
    await update(id, '--start-date', '2028-05-20T12:00:00')
    const due = kindsOf(await mailsDueAt('2028-05-19T12:00:00Z'))
    expect(due).toContain('reminder moves@example.org')
  })

  it('is for people who come and answered before it was due, also off the mailing list', async () => {
    const soon = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 19)
    const { path } = await givenAttended('late@example.org', {
      timezone_identifier: 'UTC',
      start_date: { wallClock: soon },
    })
    expect(await mailsDueAt(new Date())).toEqual([])
    expect(path).toBeDefined()
    const { path: other } = await givenAttended('on@example.org', { capacity: 3, waitlist: true })
    const declined = await rsvp(other, 'declines@example.org')
    await put(declined.path, { status: 'declined' })
    await post('/api/v2/people', {
      person: { email_addresses: [{ address: 'unsubscribed@example.org', status: 'unsubscribed' }] },
    })
    await rsvp(other, 'unsubscribed@example.org')
    await rsvp(other, 'fills@example.org')
    await rsvp(other, 'waits3@example.org')
    await mails()
    const due = kindsOf(await mailsDueAt(clockIn(10) + 'Z'))
    for (const name of ['fills', 'on', 'unsubscribed']) expect(due).toContain(`reminder ${name}@example.org`)
    expect(due.filter((each) => /(declines|waits3|late)@/.test(each))).toEqual([])
  })

  it('leads to the page that ends it', async () => {
    const { attendance } = await givenAttended('footer@example.org')
    const due = await mailsDueAt(clockIn(10) + 'Z')
    const { text } = due.find(({ recipient }) => recipient === 'footer@example.org')!
    const link = attendance._links['service:self_service'].href as string
    expect(text).toMatch(new RegExp(`Stop reminders and updates: ${link}`))
  })
})

describe('action=quiet on the page of an RSVP', () => {
  const act = (link: string, action: string) =>
    post(new URL(link).pathname, `action=${action}`, {
      key: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const mailed = (all: Parameters<typeof kindsOf>[0], email: string) =>
    kindsOf(all).filter((each) => each.endsWith(` ${email}`))

  it('ends reminders and changes of this event, until action=unquiet', async () => {
    const email = 'quiet@example.org'
    const { id, attendance } = await givenAttended(email)
    const other = await givenAttended(email)
    const link = attendance._links['service:self_service'].href as string
    expect((await act(link, 'quiet')).status).toBe(303)
    await update(id, '--start-date', clockIn(9))
    expect(mailed(await mailsDueAt(inMinutes(11)), email)).toEqual([])
    expect(mailed(await mailsDueAt(clockIn(10) + 'Z'), email)).toEqual([`reminder ${email}`])
    expect(other.id).not.toBe(id)

    expect((await act(link, 'unquiet')).status).toBe(303)
    await update(id, '--start-date', clockIn(12))
    expect(mailed(await mailsDueAt(inMinutes(11)), email)).toEqual([`changed ${email}`])
    expect(mailed(await mailsDueAt(clockIn(12) + 'Z'), email)).toEqual([`reminder ${email}`])
  })

  it('leaves promotions and cancellations', async () => {
    const email = 'quiet-waits@example.org'
    const { id, path, attendance } = await givenAttended('first@example.org', { capacity: 1, waitlist: true })
    const waiting = await rsvp(path, email)
    await act(waiting._links['service:self_service'].href as string, 'quiet')
    await mails()
    await put(attendance.path, { status: 'declined' })
    expect(mailed(await mails(), email)).toEqual([`promoted ${email}`])
    await admin('event', 'cancel', id)
    expect(mailed(await mails(), email)).toEqual([`cancelled ${email}`])
  })
})

describe('an address that bounced or complained', () => {
  it.each([
    ['bouncing', []],
    ['spam complaint', ['--complaint']],
  ])('is %s, and nothing goes there', async (status, flags) => {
    const email = `${status.replace(' ', '-')}@example.org`
    const { path, id, attendance } = await givenAttended(email)
    await admin('mail', 'bounce', '--email', email.toUpperCase(), ...flags)
    const { body } = await post('/api/v2/people', { person: { email_addresses: [{ address: email }] } })
    expect(body.email_addresses[0].status).toBe(status)
    expect(attendance['service:event_id']).toBe(id)
    await update(id, '--start-date', clockIn(11))
    expect(kindsOf(await mailsDueAt(inMinutes(11)))).not.toContain(`changed ${email}`)
    await put(attendance.path, { status: 'declined' })
    await rsvp(path, email)
    expect(await mails()).toEqual([])
  })

  it('is subscribed again by no request of a program, and may be unsubscribed', async () => {
    const address = 'stays@example.org'
    const person = (status?: string) => ({ email_addresses: [{ address, ...(status && { status }) }] })
    const { body } = await post('/api/v2/people', { person: person() })
    await admin('mail', 'bounce', '--email', address, '--complaint')
    const path = `/api/v2/people/${new URL(body._links.self.href).pathname.split('/').at(-1)}`
    const refused = [
      await put(path, person('subscribed')),
      await put(path, { email_addresses: [{ status: 'subscribed' }] }),
      await post('/api/v2/people', { person: person('subscribed') }),
    ]
    for (const { status, body, headers } of refused)
      expect([status, body.email_addresses[0].status, headers['osdi-ignored']]).toEqual([
        200,
        'spam complaint',
        'email_addresses[0].status',
      ])
    expect((await get(path)).body.email_addresses[0].status).toBe('spam complaint')
    await put(path, person('unsubscribed'))
    expect((await get(path)).body.email_addresses[0].status).toBe('unsubscribed')
  })

  it('is taken out of another group as well', async () => {
    const email = 'both@example.org'
    await post(
      '/api/v2/people',
      { person: { email_addresses: [{ address: email }] } },
      {
        key: demo.other_group.key,
      },
    )
    const { json } = await admin('mail', 'bounce', '--email', email, '--json')
    expect(json.people).toHaveLength(1)
  })
})
