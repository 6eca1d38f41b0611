import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { newMessage } from '../../lib/mail/message.js'
import type { MessageMailing } from '../../lib/mail/mailing.js'
import { suppress } from '../../lib/mail/store/mail-store.js'
import { mailingStore } from '../../lib/mail/store/mailing-store.js'
import { resultStore } from '../../lib/targeting/store/result-store.js'
import { environment, readMail } from '../../lib/runtime/environment.js'
import { workMailing } from '../../lib/mail/sending/mailings.js'
import { sendingOf } from '../../lib/app/kinds-of-mail.js'
import { admin, mailsDueAt, refuse, refuseNothing, takeReceived } from '../support/mail/mail.js'
import { rsvp } from '../support/mail/mailed-events.js'
import { say, unhandled } from '../support/mail/notices.js'
import { demo, givenEvent, post, table } from '../support/service.js'

const owner = `group:${demo.group.id}` as const
const LATER = () => new Date(Date.now() + 3_600_000)

/** A message to people who came to an event of the API. It waits for a process. */
async function givenMessage(emails: string[], due = new Date()) {
  const { path, id } = await givenEvent()
  for (const email of emails) await rsvp(path, email)
  const made = await admin('target', 'create', '--group', demo.group.id, '--title', 'Came', '--include', id, '--json')
  const { id: query } = made.json
  const results = resultStore(table)
  const { members } = await results.list(query, { page: 1, per_page: 1 })
  const result = members[0]
  if (!result) throw new Error(made.err)
  const draft = { subject: 'Thank you', html: '<p>{greeting} Thank you.</p>' }
  const message = newMessage(draft, { id: randomUUID(), owner, result, due, now: new Date() })
  await mailingStore(table).create(message)
  return message
}

/** A process that sends mail. @param crashAtCount whether it ends when it would count the emails of a page */
function startProcess({ crashAtCount = false } = {}) {
  const sending = sendingOf(table, environment(), readMail(), () => undefined, 500)
  const mailings = {
    ...sending.mailings,
    advance: (...args: Parameters<typeof sending.mailings.advance>) =>
      crashAtCount ? Promise.reject(new Error('Crashed')) : sending.mailings.advance(...args),
  }
  return { ...sending, mailings }
}

const reportOf = async ({ id }: MessageMailing) => {
  const found = (await mailingStore(table).find(id)) as MessageMailing
  const { sent, refused = 0, bounced = 0, complained = 0, position, status } = found
  return { sent, refused, bounced, complained, position, status }
}

const people = (count: number) => {
  const name = randomUUID().slice(0, 8)
  return Array.from({ length: count }, (_, i) => `${name}-${i}@example.org`)
}

/** After the lease and the claims of a process that has crashed. */
const afterCrash = () => ({ ...startProcess(), now: () => new Date(Date.now() + 180_000) })

describe('the report of a message', () => {
  it('counts each email once when a process crashes between the emails and the count', async () => {
    const message = await givenMessage(people(5))
    await expect(workMailing(message.id, startProcess({ crashAtCount: true }), Infinity)).rejects.toThrow()
    expect(await reportOf(message)).toMatchObject({ sent: 0 })
    await workMailing(message.id, afterCrash(), Infinity)
    expect(await reportOf(message)).toMatchObject({ sent: 5, status: 'done' })
    expect(takeReceived()).toHaveLength(5)
  })

  it('counts the emails of a page during which it was paused', async () => {
    const message = await givenMessage(people(4))
    const sending = startProcess()
    const mailings = mailingStore(table)
    let mails = 0
    const takeTurn = async () => {
      if (++mails === 2) await mailings.pause(message.id)
    }
    await workMailing(message.id, { ...sending, takeTurn }, Infinity)
    expect(await reportOf(message)).toMatchObject({ status: 'paused', position: 0 })
    await mailings.resume(message, new Date())
    await workMailing(message.id, startProcess(), Infinity)
    expect(await reportOf(message)).toMatchObject({ sent: 4, status: 'done' })
    expect(takeReceived()).toHaveLength(4)
  })

  it('counts an email that the server takes later, and one that it refuses for good', async () => {
    const emails = people(4)
    refuse(emails[1] as string, 451)
    refuse(emails[2] as string, 550)
    const message = await givenMessage(emails)
    await workMailing(message.id, startProcess(), Infinity)
    expect(await reportOf(message)).toMatchObject({ sent: 2, refused: 1, status: 'done' })
    takeReceived()
    refuseNothing()
    expect(await mailsDueAt(LATER())).toHaveLength(1)
    expect(await reportOf(message)).toMatchObject({ sent: 3, refused: 1 })
    expect(await mailsDueAt(LATER())).toEqual([])
  })

  it('counts notices that come at the same time, each once', async () => {
    const message = await givenMessage(people(6))
    await workMailing(message.id, startProcess(), Infinity)
    const notices = takeReceived().map(({ mail, recipient }) => ({
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: recipient }] },
      mail: { tags: { mail: [(mail.messageId ?? '').replace(/[<>]|@.*/g, '')] } },
    }))
    await say(...notices, ...notices)
    expect(unhandled()).toEqual([])
    expect(await reportOf(message)).toMatchObject({ bounced: 6 })
  })
})

describe('a message', () => {
  it('waits while the server takes nothing, without trying everyone, and goes on', async () => {
    const emails = people(25)
    emails.forEach((email) => refuse(email, 451))
    const message = await givenMessage(emails)
    await workMailing(message.id, startProcess(), Infinity)
    expect(await reportOf(message)).toMatchObject({ position: 10, sent: 0, status: 'sending' })
    expect(await mailingStore(table).due(new Date())).not.toContain(message.id)
    refuseNothing()
    expect(await mailsDueAt(LATER())).toHaveLength(25)
    expect(await reportOf(message)).toMatchObject({ sent: 25, status: 'done' })
  })

  it('stops within a page when the time of its function is over, and goes on there', async () => {
    const message = await givenMessage(people(6))
    const sending = startProcess()
    const until = Date.now() + 60_000
    let mails = 0
    const takeTurn = async () => {
      if (++mails === 3) vi.setSystemTime(until + 1)
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await workMailing(message.id, { ...sending, takeTurn }, until)
    } finally {
      vi.useRealTimers()
    }
    expect(await reportOf(message)).toMatchObject({ position: 3, sent: 3, status: 'sending' })
    await workMailing(message.id, afterCrash(), Infinity)
    expect(takeReceived()).toHaveLength(6)
    expect(await reportOf(message)).toMatchObject({ sent: 6, status: 'done' })
  })

  it('that was scheduled and paused keeps its time when it goes on', async () => {
    const due = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2 * 3_600_000)
    const message = await givenMessage(people(1), due)
    const mailings = mailingStore(table)
    await mailings.pause(message.id)
    await mailings.resume(message, new Date())
    expect(await reportOf(message)).toMatchObject({ status: 'scheduled' })
    expect(await mailsDueAt(LATER())).toEqual([])
    expect(await mailsDueAt(due)).toHaveLength(1)
  })

  it('is refused for a time at which its people are no longer known', async () => {
    const { query } = await givenMessage(people(1))
    const [result] = (await resultStore(table).list(query, { page: 1, per_page: 1 })).members
    if (!result) throw new Error('There is no result')
    const draft = { subject: 'Later', html: '<p>Hello</p>' }
    const at = (due: Date) => newMessage(draft, { id: randomUUID(), owner, result, due, now: new Date() }).due_date
    expect(() => at(new Date(result.expires_date))).toThrow(/due must be before/)
    expect(() => at(new Date(Number.NaN))).toThrow(/due must be a date/)
    const before = new Date(Date.parse(result.expires_date) - 1)
    expect(at(before)).toBe(before.toISOString())
  })

  it('is not mailed to an address that complains between the planning and the sending', async () => {
    const [stays = '', complains = ''] = people(2)
    const message = await givenMessage([stays, complains])
    const { body } = await post('/api/v2/people', { person: { email_addresses: [{ address: complains }] } })
    expect(body.email_addresses[0].status).toBe('subscribed')
    // The address is suppressed by a complaint about the email of another group: this person says nothing of it.
    await suppress(table, complains.toUpperCase(), 'spam complaint', new Date())
    await workMailing(message.id, startProcess(), Infinity)
    expect(takeReceived().map(({ recipient }) => recipient)).toEqual([stays])
    expect(await reportOf(message)).toMatchObject({ sent: 1, status: 'done' })
  })
})
