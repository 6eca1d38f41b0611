import { beforeAll, describe, expect, it } from 'vitest'
import { enteredPerson } from '../../lib/people/person.js'
import { chosenMails } from '../../lib/mail/store/chosen-mails.js'
import { suppress } from '../../lib/mail/store/mail-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { dueOf } from '../../lib/mail/schedule.js'
import { admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { has } from '../support/rooms.js'
import { demo, put, table } from '../support/service.js'

const { group } = demo
const PAGE = `/manage/${group.id}/settings/reports`
const BOTH = { eve: 'on', report: 'on' }

let organizer: Browser
let administrator: Browser

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  administrator = await signedInAs(group.administrator)
})

/** An event in Washington on a day in summer: 18:00 and 9:00 there are 22:00 and 13:00 in UTC. */
const givenEventOn = (day: string, fields: Parameters<typeof givenMailedEvent>[0] = {}) =>
  givenMailedEvent({
    start_date: { wallClock: `${day}T19:00:00` },
    end_date: { wallClock: `${day}T21:00:00` },
    ...fields,
  })

/** The mails of these kinds that come at a time. */
const told = async (at: string) =>
  [...(await mailsDueAt(at)), ...(await mails())].filter(({ kind }) => ['eve', 'report'].includes(kind))

const addressOf = async (person: string) => (await ownerStore(table).accessOf(person))?.address

const run = async (...args: string[]) => {
  const { code, err } = await admin(...args)
  if (code !== 0) throw new Error(err)
}

describe('the emails to organizers', () => {
  it('come to no one who has not chosen them', async () => {
    await givenEventOn('2031-06-10')
    await mails()
    expect(await told('2031-06-09T23:00:00Z')).toEqual([])
    expect((await organizer.open(PAGE)).html).not.toContain('checked=')
  })

  it('tell who chose them, the evening before at 18:00, who comes, who has not confirmed and how many wait', async () => {
    await organizer.send(PAGE, BOTH)
    expect((await organizer.open(PAGE)).html.match(/checked=/g)).toHaveLength(2)
    const event = await givenEventOn('2031-07-10', { capacity: 3, waitlist: true, max_guests: 1 })
    await rsvp(event.path, 'one@eve.example', { 'service:guests': 1 })
    await rsvp(event.path, 'two@eve.example')
    await rsvp(event.path, 'three@eve.example')
    await mails()
    expect(await told('2031-07-09T21:59:00Z')).toEqual([])
    const [mail, ...others] = await told('2031-07-09T22:00:00Z')
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Tomorrow: ${event.title} (3)`)
    expect(mail?.text).toContain('Coming, with guests: 3\nConfirmed: 0\nNot confirmed yet: 2')
    expect(mail?.text).toContain('On the waiting list: 1')
    expect(mail?.text.includes(`/manage/events/${event.id}/calls`)).toBe(has('calls'))
    expect(mail?.mail.html).toContain(`href="https://`)
    expect(mail?.calendar).toBeUndefined()
    expect(await told('2031-07-09T22:10:00Z')).toEqual([])
  })

  it('tell the morning after at 9:00 who came', async () => {
    const event = await givenEventOn('2031-08-10')
    const came = await rsvp(event.path, 'one@report.example')
    await rsvp(event.path, 'two@report.example')
    await put(came.path, { 'service:attended': true })
    await mails()
    await told('2031-08-09T23:00:00Z')
    expect(await told('2031-08-11T12:59:00Z')).toEqual([])
    const [mail] = await told('2031-08-11T13:00:00Z')
    expect(mail?.subject).toBe(`How ${event.title} went`)
    expect(mail?.text).toContain('Confirmed: 0\nCame: 1 of 2')
    expect(mail?.text.includes(`/manage/events/${event.id}/worked`)).toBe(has('reports'))
    expect(mail?.text).not.toContain('No one was checked in')
  })

  it('say that no one was marked where the door was not used', async () => {
    const event = await givenEventOn('2031-09-10')
    await rsvp(event.path, 'one@door.example')
    await mails()
    await told('2031-09-09T23:00:00Z')
    const [mail] = await told('2031-09-11T13:00:00Z')
    expect(mail?.text).toContain('No one was checked in')
    expect(mail?.text).not.toContain('Came:')
  })

  it('do not come of an event that is canceled or moved, and come once of one that was moved back', async () => {
    const canceled = await givenEventOn('2032-06-10')
    const moved = await givenEventOn('2032-06-10')
    await mails()
    await run('event', 'cancel', canceled.id)
    await run('event', 'update', moved.id, '--start-date', '2032-06-20T19:00:00', '--end-date', '2032-06-20T20:00:00')
    await mails()
    expect(await told('2032-06-09T22:00:00Z')).toEqual([])
    expect(await told('2032-06-19T22:00:00Z')).toHaveLength(1)
    await run('event', 'update', moved.id, '--start-date', '2032-06-21T19:00:00', '--end-date', '2032-06-21T20:00:00')
    await run('event', 'update', moved.id, '--start-date', '2032-06-20T19:00:00', '--end-date', '2032-06-20T20:00:00')
    expect(await told('2032-06-19T22:30:00Z')).toEqual([])
  })

  it('are each person’s own choice, and end with it and with the role', async () => {
    await administrator.send(PAGE, BOTH)
    const event = await givenEventOn('2033-06-10')
    await mails()
    const both = await told('2033-06-09T22:00:00Z')
    expect(both.map(({ recipient }) => recipient).sort()).toEqual(
      [await addressOf(group.organizer), await addressOf(group.administrator)].sort(),
    )
    await organizer.send(PAGE, {})
    await administrator.send(PAGE, { report: 'on' })
    const report = await told('2033-06-11T13:00:00Z')
    expect(report.map(({ recipient }) => recipient)).toEqual([await addressOf(group.administrator)])
    expect(report[0]?.text).toContain(event.title)
  })
})

describe('an organizer', () => {
  const owner = `group:${group.id}` as const

  it('who has lost the role, or whose address complained, gets no email', async () => {
    const chosen = chosenMails(table)
    const gone = await ownerStore(table).addMember(
      group.id,
      enteredPerson({ id: crypto.randomUUID(), owner, email: 'gone@roles.example' }, new Date()),
      'organizer',
    )
    await chosen.choose(owner, gone, ['report'])
    await chosen.choose(owner, group.organizer, ['report'])
    await chosen.choose(owner, group.administrator, [])
    const address = String(await addressOf(group.organizer))
    const event = await givenEventOn('2034-06-10')
    await mails()
    await told('2034-06-09T23:00:00Z')
    await suppress(table, address, 'spam complaint', new Date())
    // The email to the other one is asked for before the role ends, and not sent any more.
    await mailsDueAt('2034-06-11T13:00:00Z')
    await ownerStore(table).removeMember(group.id, gone)
    expect((await mails()).filter(({ text }) => text.includes(event.title))).toEqual([])
    await expect(chosen.choose(owner, gone, ['eve'])).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the time of an email to organizers', () => {
  const at = (kind: 'eve' | 'report', start_date: string, end_date?: string) =>
    dueOf(kind, {
      start_date,
      start_date_utc: `${start_date}Z`,
      timezone_identifier: 'Europe/Madrid',
      ...(end_date && { end_date, end_date_utc: `${end_date}Z` }),
    })?.toISOString()

  it('follows the clock of the event through summer time', () => {
    expect(at('eve', '2031-03-30T12:00:00')).toBe('2031-03-29T17:00:00.000Z')
    expect(at('eve', '2031-03-31T12:00:00')).toBe('2031-03-30T16:00:00.000Z')
  })

  it('is the morning after a night, and the day after an event without an end', () => {
    expect(at('report', '2031-07-01T20:00:00', '2031-07-02T02:00:00')).toBe('2031-07-02T07:00:00.000Z')
    expect(at('report', '2031-07-01T20:00:00', '2031-07-01T22:00:00')).toBe('2031-07-02T07:00:00.000Z')
    expect(at('report', '2031-07-01T00:00:00')).toBe('2031-07-02T07:00:00.000Z')
  })
})
