import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newMessage } from '../../lib/mail/message.js'
import type { MessageMailing } from '../../lib/mail/mailing.js'
import { mailingStore } from '../../lib/mail/store/mailing-store.js'
import { resultStore } from '../../lib/targeting/store/result-store.js'
import { environment, readMail } from '../../lib/runtime/environment.js'
import { sendDueMail } from '../../lib/mail/sending/due.js'
import { type MailingDependencies, workMailing } from '../../lib/mail/sending/mailings.js'
import { sendingOf } from '../../lib/app/kinds-of-mail.js'
import { admin, takeReceived } from '../support/mail/mail.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { demo, givenEvent, table } from '../support/service.js'
import { sized } from '../support/size.js'

const owner = `group:${demo.group.id}` as const
const PEOPLE = 11
const PARTS = 4

const people = () => {
  const name = randomUUID().slice(0, 8)
  return Array.from({ length: PEOPLE }, (_, i) => `${name}-${i}@example.org`)
}

/** A message to people who came to an event of the API. It waits for a process. */
async function givenMessage(emails: string[]): Promise<MessageMailing> {
  const { path, id } = await givenEvent()
  for (const email of emails) await rsvp(path, email)
  const { json } = await admin(
    'target',
    'create',
    '--group',
    demo.group.id,
    '--title',
    'Came',
    '--include',
    id,
    '--json',
  )
  const { members } = await resultStore(table).list(json.id as string, { page: 1, per_page: 1 })
  const result = members[0]
  if (!result) throw new Error('The query has no result')
  const draft = { subject: 'Thank you', html: '<p>{greeting} Thank you.</p>' }
  const message = newMessage(draft, { id: randomUUID(), owner, result, due: new Date(), now: new Date() })
  await mailingStore(table).create(message)
  return message
}

/** A process that sends mail, some time after the others: what they have leased is free. */
function startProcess(later = 0): MailingDependencies {
  const sending = sendingOf(table, environment(), readMail(), () => undefined, 500)
  return { ...sending, now: () => new Date(Date.now() + later), peopleOfPart: 3 }
}

const reportOf = async (id: string) => (await mailingStore(table).find(id)) as MessageMailing

const received = () =>
  takeReceived()
    .map(({ recipient }) => recipient)
    .sort()

const dueNow = () => mailingStore(table).due(new Date())

describe('a mailing to many people', () => {
  it('is worked off in parts by processes at the same time, and each person gets one email', async () => {
    const emails = people()
    const { id } = await givenMessage(emails)
    await workMailing(id, startProcess(), Infinity)
    const parts = await dueNow()
    expect(parts).toHaveLength(PARTS)
    // Two processes are told of each.
    const processes = [startProcess(), startProcess()]
    await Promise.all(parts.flatMap((part) => processes.map((each) => workMailing(part, each, Infinity))))
    expect(received()).toEqual(emails.sort())
    expect(await reportOf(id)).toMatchObject({
      status: 'done',
      sent: PEOPLE,
      parts: PARTS,
      parts_done: PARTS,
    })
    expect(await dueNow()).toEqual([])
  })

  it('of an event reaches everyone on its list', async () => {
    const start = clockIn(10)
    const { path } = await givenMailedEvent({ start_date: { wallClock: start } })
    const emails = people()
    for (const email of emails) await rsvp(path, email)
    takeReceived()
    const process = startProcess(Date.parse(`${start}Z`) - Date.now())
    await sendDueMail(process.now(), process, { until: Infinity })
    const reminded = takeReceived().filter(({ kind }) => kind === 'reminder')
    expect(reminded.map(({ recipient }) => recipient).sort()).toEqual(emails.sort())
  })

  it('is whole after a process dies at any step of any part, and one email at most came twice', async () => {
    let hasDied = true
    for (let step = 1; hasDied; step += sized(7, 1)) {
      const emails = people()
      const { id } = await givenMessage(emails)
      const { process, death } = mortal(step)
      hasDied = await Promise.race([
        sendDueMail(process.now(), process, { until: Infinity }).then(() => false),
        death.then(() => true),
      ])
      const heir = startProcess(800_000)
      await sendDueMail(heir.now(), heir, { until: Infinity })
      const all = received()
      expect({ step, people: [...new Set(all)] }).toEqual({ step, people: emails.sort() })
      expect(all.length).toBeLessThanOrEqual(PEOPLE + 1)
      expect(await reportOf(id)).toMatchObject({ status: 'done', sent: PEOPLE })
    }
  })

  it('is held in all of its parts, and goes on', async () => {
    const emails = people()
    const { id, due_date } = await givenMessage(emails)
    const process = startProcess()
    await workMailing(id, process, Infinity)
    const parts = await dueNow()
    const mailings = mailingStore(table)
    await workMailing(parts[0] as string, process, Infinity)
    await mailings.pause(id)
    await sendDueMail(new Date(), process, { until: Infinity })
    expect(received().length).toBeLessThanOrEqual(3)
    expect(await reportOf(id)).toMatchObject({ status: 'paused' })
    await mailings.resume({ id, due_date }, new Date())
    await sendDueMail(new Date(), process, { until: Infinity })
    await sendDueMail(new Date(), process, { until: Infinity })
    expect(await reportOf(id)).toMatchObject({ parts_done: PARTS, sent: PEOPLE })
  })
})

/** A process that ends before or after a step of its work, and never goes on. */
function mortal(dieAt: number) {
  let step = 0
  let die: () => void
  const death = new Promise<void>((resolve) => {
    die = resolve
  })
  const live = () => {
    if (++step < dieAt) return undefined
    die()
    return new Promise<never>(() => undefined)
  }
  const dying =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await live()
      const result = await work(...args)
      await live()
      return result
    }
  const { mails, mailings, mailer, ...others } = startProcess()
  const process: MailingDependencies = {
    ...others,
    mailer: mailer && { send: dying((mail) => mailer.send(mail)) },
    mails: { ...mails, claim: dying(mails.claim.bind(mails)), finish: dying(mails.finish.bind(mails)) },
    mailings: {
      ...mailings,
      lease: dying(mailings.lease.bind(mailings)),
      split: dying(mailings.split.bind(mailings)),
      advance: dying(mailings.advance.bind(mailings)),
      release: dying(mailings.release.bind(mailings)),
      finishPart: dying(mailings.finishPart.bind(mailings)),
      finish: dying(mailings.finish.bind(mailings)),
    },
  }
  return { process, death }
}
