import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { OsdiError } from '../../lib/runtime/errors.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { isTimely } from '../../lib/mail/kinds-of-event-email.js'
import { deliver } from '../../lib/mail/deliver-mail.js'
import { isTaken } from '../../lib/mail/mail-request.js'
import { environment, readMail } from '../../lib/runtime/environment.js'
import { sendAnnounced } from '../../lib/mail/sending/announced.js'
import { sendDueMail } from '../../lib/mail/sending/due.js'
import { sendingOf } from '../../lib/app/kinds-of-mail.js'
import { admin, mails, mailsDueAt, refuse, refuseNothing, takeReceived } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { table } from '../support/service.js'

const sending = () => sendingOf(table, environment(), readMail(), () => undefined, 500)
const kindsOf = (all: { kind: string; recipient: string }[]) =>
  all.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()

describe('mail that comes late', () => {
  const event = {
    start_date: '2027-05-01T12:00:00',
    start_date_utc: '2027-05-01T12:00:00Z',
    end_date: '2027-05-01T14:00:00',
    end_date_utc: '2027-05-01T14:00:00Z',
    timezone_identifier: 'UTC',
  } as OsdiEvent
  const start = '2027-05-01T12:00:00Z'

  it.each([
    ['reminder', '2027-05-01T11:59:59Z', start, true],
    ['reminder', '2027-05-01T12:00:00Z', start, false],
    ['reminder', '2027-05-01T11:00:00Z', '2027-05-02T12:00:00Z', false],
    ['changed', '2027-05-01T13:59:59Z', undefined, true],
    ['changed', '2027-05-01T14:00:01Z', undefined, false],
    ['cancelled', '2027-05-01T14:00:01Z', undefined, false],
    ['confirmation', '2027-05-01T13:59:59Z', undefined, true],
    ['confirmation', '2027-05-01T14:00:01Z', undefined, false],
  ] as const)('as a %s at %s, of the start %s: %s', (kind, now, cause, isSent) => {
    expect(isTimely(kind, event, new Date(now), cause)).toBe(isSent)
  })

  it('is not sent as a reminder after the service was away until the start', async () => {
    const start = new Date(Date.now() + 25 * 3_600_000)
    const { path } = await givenMailedEvent({
      timezone_identifier: 'UTC',
      start_date: { wallClock: start.toISOString().slice(0, 19) },
    })
    await rsvp(path, 'too-late@example.org')
    await mails()
    const now = () => new Date(start.getTime() + 1_000)
    await sendDueMail(now(), { ...sending(), now, asOf: now }, { until: Infinity })
    expect(kindsOf(takeReceived())).not.toContain('reminder too-late@example.org')
  })

  it('is not sent as a reminder that the server takes only after the event was moved', async () => {
    const { id, path } = await givenMailedEvent({
      timezone_identifier: 'UTC',
      start_date: { wallClock: clockIn(3) },
    })
    await rsvp(path, 'moved-on@example.org')
    await mails()
    refuse('moved-on@example.org', 451)
    await mailsDueAt(`${clockIn(2)}Z`)
    refuseNothing()
    await admin('event', 'update', id, '--start-date', clockIn(9))
    const came = kindsOf(await mailsDueAt(`${clockIn(3)}Z`)).filter((each) => /moved-on/.test(each))
    expect(came).toEqual(['changed moved-on@example.org'])
    expect(kindsOf(await mailsDueAt(`${clockIn(8)}Z`))).toContain('reminder moved-on@example.org')
  })
})

describe('a process that waits long for its turn', () => {
  it('keeps its claim, so that no other process sends the email', async () => {
    const { path, id: event } = await givenMailedEvent()
    const { 'service:person_id': person } = await rsvp(path, 'patient@example.org')
    await mails()
    const [id, request] = [randomUUID(), { kind: 'confirmation' as const, event, person }]
    let clock = Date.now()
    const now = () => new Date(clock)
    const takeTurn = async () => {
      clock += 19_000
    }
    const mailer = sending().mailer
    const other = async () => {
      // Sending takes some seconds more: the first claim would have ended by now.
      clock += 5_000
      return deliver(id, request, { ...sending(), now })
    }
    let seen: unknown
    const slow = {
      send: async (...args: Parameters<NonNullable<typeof mailer>['send']>) => {
        seen = await other()
        await mailer?.send(...args)
      },
    }
    expect(await deliver(id, request, { ...sending(), now, takeTurn, mailer: slow })).toBe('sent')
    expect(isTaken(seen)).toBe(true)
    expect(takeReceived()).toHaveLength(1)
  })

  it('sends nothing after its claim has ended and another process has sent the email', async () => {
    const { path, id: event } = await givenMailedEvent()
    const { 'service:person_id': person } = await rsvp(path, 'overtaken@example.org')
    await mails()
    const [id, request] = [randomUUID(), { kind: 'confirmation' as const, event, person }]
    let clock = Date.now()
    const now = () => new Date(clock)
    const takeTurn = async () => {
      clock += 21_000
      expect(await deliver(id, request, { ...sending(), now })).toBe('sent')
    }
    expect(isTaken(await deliver(id, request, { ...sending(), now, takeTurn }))).toBe(true)
    expect(takeReceived()).toHaveLength(1)
  })
})

describe('an email that cannot be written', () => {
  it('is tried again later, and holds up no other one', async () => {
    const inUtc = { timezone_identifier: 'UTC' }
    const [broken, good] = [await givenMailedEvent(inUtc), await givenMailedEvent(inUtc)]
    await rsvp(broken.path, 'broken@example.org')
    await rsvp(good.path, 'good@example.org')
    await mails()
    const now = () => new Date(`${clockIn(9)}Z`)
    const parts = sending()
    const findEvent = (id: string) => (id === broken.id ? Promise.reject(new Error('Broken')) : parts.findEvent(id))
    const said: string[] = []
    const report = (reason: string) => void said.push(reason)
    await sendDueMail(now(), { ...parts, findEvent, report, now }, { until: Infinity })
    expect(kindsOf(takeReceived())).toEqual(['reminder good@example.org'])
    expect(said).toContain('Error: Broken')
    const later = () => new Date(now().getTime() + 180_000)
    await sendDueMail(later(), { ...sending(), now: later }, { until: Infinity })
    expect(kindsOf(takeReceived())).toEqual(['reminder broken@example.org'])
  })
})

describe('a table that is busy for a moment', () => {
  const busy = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>, times: number) =>
    vi.fn((...args: Args) =>
      times-- > 0 ? Promise.reject(new OsdiError('busy', 'Too many requests at once')) : work(...args),
    )
  async function givenRequest(email: string) {
    const { path, id: event } = await givenMailedEvent()
    const { 'service:person_id': person } = await rsvp(path, email)
    await mails()
    return [randomUUID(), { kind: 'confirmation' as const, event, person: person as string }] as const
  }
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)

  it('delays an email by a second, and does not take it for failed', async () => {
    const request = await givenRequest('busy@example.org')
    const parts = sending()
    const mails = {
      ...parts.mails,
      claim: busy(parts.mails.claim.bind(parts.mails), 1),
      isSuppressed: busy(parts.mails.isSuppressed.bind(parts.mails), 2),
    }
    const write = busy(parts.write, 2)
    expect(await deliver(...request, { ...parts, mails, write, pause })).toBe('sent')
    expect(takeReceived()).toHaveLength(1)
    expect(pauses.every((ms) => ms <= 1_000)).toBe(true)
  })

  it('after an email was sent does not send it twice', async () => {
    const request = await givenRequest('busy-note@example.org')
    const parts = sending()
    const finish = busy(parts.mails.finish.bind(parts.mails), 3)
    expect(await deliver(...request, { ...parts, mails: { ...parts.mails, finish }, pause })).toBe('sent')
    expect(await deliver(...request, parts)).toMatchObject({ before: 'sent' })
    expect(takeReceived()).toHaveLength(1)
  })

  it('for longer lets the email go a minute later', async () => {
    const request = await givenRequest('busy-long@example.org')
    const parts = sending()
    expect(await deliver(...request, { ...parts, write: busy(parts.write, 99), pause })).toBe('postponed')
    expect(kindsOf(await mailsDueAt(new Date(Date.now() + 61_000)))).toContain('confirmation busy-long@example.org')
  })
})

describe('an RSVP that was under way while its event was canceled', () => {
  it('is told of the cancellation where the mailing did not meet it', async () => {
    const { path, id } = await givenMailedEvent()
    const { 'service:person_id': person } = await rsvp(path, 'late-rsvp@example.org')
    await mails()
    await admin('event', 'cancel', id)
    const announced = { pk: `person#${person}`, sk: `attendance#${id}`, event: id, person: person as string }
    // The mailing has not begun: what follows stands for an RSVP that it passed by.
    for (const cause of [1, 1, 2])
      await sendAnnounced({ ...announced, mails: `confirmation 2026-01-0${cause}T00:00:00.000Z` }, sending(), Infinity)
    expect(kindsOf(takeReceived())).toEqual(['cancelled late-rsvp@example.org'])
    expect(await mails()).toEqual([])
  })
})
