import { describe, expect, it } from 'vitest'
import type { ExtraEmail } from '../../lib/events/extra-emails.js'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { demo, get, post, put, service, table } from '../support/service.js'

/* Two further emails of an event, beside the reminder. */

const MINUTE = 60_000
const DAY = 1_440
const noonIn = (days: number) => `${clockIn(days).slice(0, 10)}T12:00:00`
const before = (wallClock: string, minutes: number) => new Date(Date.parse(`${wallClock}Z`) - minutes * MINUTE)

const email = (when: number, to: ExtraEmail['to'] = 'coming', text = 'Bring **gloves**.'): ExtraEmail => ({
  when,
  to,
  text,
})

let days = 20

/** An event in UTC with further emails, and people who come. */
async function given(emails: ExtraEmail[], people: string[] = [], fields: object = {}) {
  const start = noonIn(++days)
  const event = await givenMailedEvent({
    timezone_identifier: 'UTC',
    start_date: { wallClock: start },
    emails,
    ...fields,
  })
  for (const each of people) await rsvp(event.path, each)
  await mails()
  return { ...event, start }
}

const change = (id: string, fields: object) =>
  updateInterfaceEvent(`group:${demo.group.id}`, id, fields, eventDependencies(service))

/** Does something at the link of an RSVP. */
const act = async (rsvp: { _links: any }, action: string) => {
  const { pathname } = new URL(rsvp._links['service:self_service'].href)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await post(pathname, `action=${action}`, { key: null, headers })).status).toBe(303)
}

/** The further emails and reminders that are sent by a time. */
const sentAt = async (at: Date) =>
  (await mailsDueAt(at))
    .filter(({ kind }) => kind === 'extra' || kind === 'reminder')
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .sort()

describe('a further email', () => {
  it('goes to the people who come so many minutes before the start, once, with its text and the link', async () => {
    const { start } = await given([email(120)], ['ana@extra.example'])
    expect(await sentAt(before(start, DAY))).toEqual(['reminder ana@extra.example'])
    expect(await sentAt(before(start, 121))).toEqual([])
    const [mail, ...others] = await mailsDueAt(before(start, 120))
    expect([mail?.kind, mail?.recipient, others]).toEqual(['extra', 'ana@extra.example', []])
    expect(mail?.text).toContain('Bring gloves.')
    expect(mail?.mail.html).toContain('<strong>gloves</strong>')
    expect(mail?.text).toMatch(/\/rsvp\/[\w-]+/)
    expect(await sentAt(before(start, 119))).toEqual([])
  })

  it('goes to those alone who have not confirmed, or who wait', async () => {
    const { path, start } = await given([email(300, 'unconfirmed'), email(60, 'waiting')], [], {
      capacity: 2,
      waitlist: true,
    })
    for (const each of ['open', 'sure', 'line']) await rsvp(path, `${each}@extra.example`)
    await act(await rsvp(path, 'sure@extra.example'), 'confirm')
    await mails()
    await mailsDueAt(before(start, DAY))
    expect(await sentAt(before(start, 300))).toEqual(['extra open@extra.example'])
    expect(await sentAt(before(start, 60))).toEqual(['extra line@extra.example'])
  })

  it('goes to who is in line, and not to who asked to come', async () => {
    await rsvpSettings({ browser_rsvps: true })
    const { id, start } = await given([email(60, 'waiting')], [], { approval: true })
    await submit(id, { email: 'asks@extra.example', name: 'Ana' })
    await mails()
    expect(await sentAt(before(start, 60))).toEqual([])
  })

  it('moves with the event, and not at the time before', async () => {
    const { id, start } = await given([email(120)], ['moved@extra.example'])
    const later = noonIn(++days)
    await change(id, { start_date: { wallClock: later } })
    expect(await sentAt(before(start, 120))).toEqual([])
    expect(await sentAt(before(later, DAY))).toEqual(['reminder moved@extra.example'])
    expect(await sentAt(before(later, 120))).toEqual(['extra moved@extra.example'])
  })

  it('says what it says when it is sent, and is not sent twice for another text', async () => {
    const { id, start } = await given([email(120)], ['text@extra.example'])
    await change(id, { emails: [email(120, 'coming', 'Gate **B**.')] })
    await mailsDueAt(before(start, DAY))
    expect((await mailsDueAt(before(start, 120)))[0]?.text).toContain('Gate B.')
    await change(id, { emails: [email(120, 'coming', 'Gate C.')] })
    expect(await sentAt(before(start, 100))).toEqual([])
  })

  it('is not sent when its time has passed as it is set, nor once it is taken back', async () => {
    const soon = new Date(Date.now() + 90 * MINUTE).toISOString().slice(0, 16)
    const wallClock = `${soon}:00`
    const { id } = await given([email(120)], ['late@extra.example'], { start_date: { wallClock } })
    expect(await getOne(table, keyOf.eventMail(id, 'extra-1'))).toBeUndefined()
    expect((await sentAt(before(wallClock, 60))).filter((each) => each.startsWith('extra'))).toEqual([])
    const { id: other, start } = await given([email(600)], ['back@extra.example'])
    await change(other, { emails: null })
    expect(await sentAt(before(start, 500))).toEqual(['reminder back@extra.example'])
  })

  it('is not sent to who has ended the reminders', async () => {
    const { path, start } = await given([email(120)])
    await act(await rsvp(path, 'quiet@extra.example'), 'quiet')
    await mails()
    await mailsDueAt(before(start, DAY))
    expect(await sentAt(before(start, 120))).toEqual([])
  })

  it('never follows the start', async () => {
    const { start } = await given([email(120)], ['over@extra.example'])
    await mailsDueAt(before(start, DAY))
    expect(await sentAt(before(start, -1))).toEqual([])
  })
})

describe('within three hours', () => {
  it('who has answered gets none', async () => {
    const soon = `${new Date(Date.now() + 150 * MINUTE).toISOString().slice(0, 16)}:00`
    const event = await givenMailedEvent({
      timezone_identifier: 'UTC',
      start_date: { wallClock: soon },
      emails: [email(60)],
    })
    await rsvp(event.path, 'just@extra.example')
    await mails()
    expect((await sentAt(before(soon, 60))).filter((each) => each.startsWith('extra'))).toEqual([])
  })

  it('of the reminder, who got it gets none; later they do', async () => {
    const { start } = await given([email(DAY - 120), email(DAY - 181)], ['told@extra.example'])
    expect(await sentAt(before(start, DAY))).toEqual(['reminder told@extra.example'])
    expect(await sentAt(before(start, DAY - 120))).toEqual([])
    // Three hours after the reminder, for the first.
    expect(await sentAt(before(start, DAY - 181))).toEqual(['extra told@extra.example'])
  })

  it('of the other one, who got it gets none, and of two at once the first is sent', async () => {
    const emails = [email(300, 'unconfirmed'), email(300, 'coming')]
    const { path, start } = await given(emails, ['one@extra.example'])
    await act(await rsvp(path, 'two@extra.example'), 'confirm')
    await mails()
    await mailsDueAt(before(start, DAY))
    expect(await sentAt(before(start, 300))).toEqual(['extra one@extra.example', 'extra two@extra.example'])
  })

  it('a reminder that is switched off tells nobody', async () => {
    const { id, start } = await given([email(DAY - 60)], ['off@extra.example'])
    expect((await admin('mail', 'word', '--event', id, '--kind', 'reminder', '--sent', 'off')).code).toBe(0)
    expect(await sentAt(before(start, DAY))).toEqual([])
    expect(await sentAt(before(start, DAY - 60))).toEqual(['extra off@extra.example'])
  })
})

describe('the emails of an event', () => {
  it('are shown to callers, who cannot set them', async () => {
    const emails = [email(120), email(60, 'waiting')]
    const { path } = await given(emails)
    expect((await get(path)).body['service:emails']).toEqual(emails)
    expect((await get(path.replace('/v2/', '/v1/'))).body['service:emails']).toEqual(emails)
    const { status, headers } = await put(path, { 'service:emails': [] })
    expect([status, headers['osdi-ignored'] ?? headers['Osdi-Ignored']]).toEqual([
      200,
      expect.stringContaining('service:emails'),
    ])
    expect((await get(path)).body['reminders']).toEqual([{ method: 'email', minutes: 1440 }])
  })

  it('are set by the command, which refuses what is wrong', async () => {
    const { id, path } = await given([])
    const set = (value: string) => admin('event', 'update', id, '--emails', value)
    for (const wrong of [
      'no JSON',
      '[]',
      '[{"when":0,"to":"coming","text":"x"}]',
      '[{"when":43201,"to":"coming","text":"x"}]',
      '[{"when":60,"to":"all","text":"x"}]',
      '[{"when":60,"to":"coming","text":" "}]',
      JSON.stringify([email(1), email(2), email(3)]),
    ])
      expect((await set(wrong)).code, wrong).not.toBe(0)
    expect((await set(JSON.stringify([email(43_200)]))).code).toBe(0)
    expect((await get(path)).body['service:emails']).toEqual([email(43_200)])
    expect((await set('none')).code).toBe(0)
    expect((await get(path)).body).not.toHaveProperty('service:emails')
  })
})
