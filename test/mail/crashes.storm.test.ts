import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, describe, expect, it } from 'vitest'
import { environment } from '../../lib/runtime/environment.js'
import { type Announced, sendAnnounced } from '../../lib/mail/sending/announced.js'
import { sendDueMail } from '../../lib/mail/sending/due.js'
import type { MailingDependencies } from '../../lib/mail/sending/mailings.js'
import { sendingOf } from '../../lib/app/kinds-of-mail.js'
import { sendQueue } from '../../lib/mail/mail-queues.js'
import { announcementsIn } from '../../lib/queues/announcements.js'
import { openStream } from '../../local/stream/stream-reader.js'
import { clockIn, givenMailedEvent, rsvp } from '../support/mail/mailed-events.js'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { chosenMails } from '../../lib/mail/store/chosen-mails.js'
import { setWordings } from '../../lib/mail/store/mail-wordings.js'
import { address, demo, put, service, table } from '../support/service.js'
import { sized, timeFor } from '../support/size.js'
import { startStream } from '../support/engine/tables.js'

/*
 * Processes that die. One dies before or after a step: what it has begun never goes on, and what it has claimed stays
 * claimed until the claim ends by itself.
 */

const stream = openStream(await startStream(address), 'TRIM_HORIZON')
const outboxFolder = await mkdtemp(join(tmpdir(), 'turnout-outbox-'))

/** All mails of a change have gone after so long, crashes included. */
const WANTED_MS = 60_000

/** Longer than any claim or lease. */
const LATER_MS = 3 * 60_000
let clock = Date.now()
afterEach(() => {
  clock = Date.now()
})

/** Steps of one email: its claim, the look at the address, the sending, and the note, each before and after. */
const STEPS_OF_A_MAIL = ['claim', 'isSuppressed', 'send', 'finish'].flatMap((name) => [
  `before ${name}`,
  `after ${name}`,
])

/**
 * Starts a process that dies at a step, by default after the claims of those before it have ended. Its pauses let the
 * clock go on.
 * @returns what sends its emails, and what resolves when it dies
 */
function startProcess(dieAt: number | { step: string; time: number } = Infinity, laterMs = LATER_MS) {
  clock += laterMs
  const steps: string[] = []
  let die: (where: string) => void
  const death = new Promise<string>((resolve) => {
    die = resolve
  })
  const live = (where: string) => {
    steps.push(where)
    const lives =
      typeof dieAt === 'number' ? steps.length < dieAt : steps.filter((step) => step === dieAt.step).length < dieAt.time
    if (lives) return undefined
    die(where)
    return new Promise<never>(() => undefined)
  }
  const mortal =
    <Args extends unknown[], Result>(name: string, work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await live(`before ${name}`)
      const result = await work(...args)
      await live(`after ${name}`)
      return result
    }
  const settings = {
    from: 'Turnout <events@example.net>',
    outboxFolder,
    perSecond: 500,
    smtpUrl: undefined,
    configurationSet: undefined,
    endpoint: undefined,
  }
  const sending = sendingOf(table, environment(), settings, (reason) => {
    throw new Error(reason)
  })
  const { mails, mailings, mailer } = sending
  const dependencies: MailingDependencies = {
    ...sending,
    now: () => new Date(clock),
    asOf: () => new Date(clock),
    pause: async (ms) => {
      clock += ms
    },
    mailer: mailer && { send: mortal('send', (mail) => mailer.send(mail)) },
    mails: {
      ...mails,
      claim: mortal('claim', mails.claim.bind(mails)),
      isSuppressed: mortal('isSuppressed', mails.isSuppressed.bind(mails)),
      finish: mortal('finish', mails.finish.bind(mails)),
    },
    mailings: {
      ...mailings,
      lease: mortal('lease', mailings.lease.bind(mailings)),
      renew: mortal('renew', mailings.renew.bind(mailings)),
      recipients: mortal('recipients', mailings.recipients.bind(mailings)),
      advance: mortal('advance', mailings.advance.bind(mailings)),
      release: mortal('release', mailings.release.bind(mailings)),
      finish: mortal('finish', mailings.finish.bind(mailings)),
    },
  }
  const untilDeath = <Result>(work: Promise<Result>) => Promise.race([work, death])
  return { dependencies, untilDeath }
}

/** Returns the announcements of the stream since the last call. */
async function announced(): Promise<Announced[]> {
  const found: Announced[] = []
  for (let records = await stream.read(); records.length > 0; records = await stream.read())
    found.push(...announcementsIn(records, [sendQueue]).map(({ announcement }) => announcement as unknown as Announced))
  return found
}

const seen = new Set<string>()
/** Returns the number of emails of a kind that each person got since the last call, and the ids of these emails. */
async function received(kind: string) {
  const files = (await readdir(outboxFolder)).filter((name) => name.endsWith('.eml') && !seen.has(name))
  const counts = new Map<string, number>()
  const ids = new Set<string>()
  for (const file of files) {
    seen.add(file)
    const { to, messageId = '', headers } = await simpleParser(await readFile(join(outboxFolder, file)))
    if (headers.get('x-turnout-kind') !== kind) continue
    const recipient = [to ?? []].flat()[0]?.text ?? ''
    counts.set(recipient, (counts.get(recipient) ?? 0) + 1)
    ids.add(messageId)
  }
  return { counts: [...counts.values()], ids }
}

const RUSH = sized(32, 1_000)
const PEOPLE_OF_A_PAGE = sized(90, 300)

describe('a rush of confirmations', () => {
  it(
    'reaches everyone when processes die at every step, and no one more than twice',
    async () => {
      const { path } = await givenMailedEvent({ start_date: { wallClock: clockIn(20) } })
      await announced()
      for (let i = 0; i < RUSH; i += 50)
        await Promise.all(Array.from({ length: Math.min(50, RUSH - i) }, (_, j) => rsvp(path, `p${i + j}@example.org`)))
      const queue = await announced()
      const deaths: string[] = []
      // Each process lives for three emails, and dies at a step of the fourth; one that is announced twice has fewer.
      for (let i = 0; queue.length > 0; i++) {
        const step = STEPS_OF_A_MAIL[i % STEPS_OF_A_MAIL.length] ?? ''
        const { dependencies, untilDeath } = startProcess({ step, time: 4 })
        while (queue[0]) {
          const death = await untilDeath(sendAnnounced(queue[0], dependencies, Infinity))
          if (death) {
            deaths.push(death)
            break
          }
          queue.shift()
        }
      }
      // The email has left, and the note of it is not written yet.
      const doubtful = deaths.filter((each) => each === 'after send' || each === 'before finish')
      expect(new Set(deaths)).toEqual(new Set(STEPS_OF_A_MAIL))
      const { counts, ids } = await received('confirmation')
      expect(counts).toHaveLength(RUSH)
      expect(Math.max(...counts)).toBe(2)
      expect(counts.filter((count) => count > 1)).toHaveLength(doubtful.length)
      // A person who gets it twice gets the same email, which programs show once.
      expect(ids.size).toBe(RUSH)
    },
    timeFor(300_000),
  )

  it('is mailed once by two processes that are told of it at the same time', async () => {
    const { path } = await givenMailedEvent({ start_date: { wallClock: clockIn(20) } })
    await announced()
    for (let i = 0; i < 8; i++) await rsvp(path, `race${i}@example.org`)
    const all = await announced()
    const [one, other] = [startProcess(), startProcess()]
    await Promise.allSettled(
      all.flatMap((each) => [
        sendAnnounced(each, one.dependencies, Infinity),
        sendAnnounced(each, other.dependencies, Infinity),
      ]),
    )
    expect((await received('confirmation')).counts).toEqual(Array(8).fill(1))
  })
})

/** An event with people who come and wait for nothing, and what the stream tells of its cancellation. */
async function givenCancellation(people: number) {
  const { id, path } = await givenMailedEvent({ start_date: { wallClock: clockIn(10) } })
  for (let i = 0; i < people; i++) await rsvp(path, `${id.slice(0, 8)}-${i}@example.org`)
  await announced()
  await cancelEvent(`group:${demo.group.id}`, id, eventDependencies(service))
  const [mailing] = (await announced()).filter(({ sk }) => sk === 'mailing')
  return mailing!
}

describe('a mailing to the people of an event', () => {
  it(
    'reaches everyone within a minute when its process is killed at any step, and at most one of them twice',
    async () => {
      const PEOPLE = 3
      let hasDied = true
      for (let step = 1; hasDied; step++) {
        const mailing = await givenCancellation(PEOPLE)
        const begin = clock
        const mortal = startProcess(step, 0)
        hasDied = Boolean(await mortal.untilDeath(sendAnnounced(mailing, mortal.dependencies, Infinity)))
        const heir = startProcess(Infinity, 0)
        await sendAnnounced(mailing, heir.dependencies, Infinity)
        const { counts, ids } = await received('cancelled')
        expect({ step, people: counts.length, ids: ids.size }).toEqual({ step, people: PEOPLE, ids: PEOPLE })
        expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(PEOPLE + 1)
        expect(clock - begin).toBeLessThan(WANTED_MS)
        if (!hasDied) expect(step).toBeGreaterThan(PEOPLE * STEPS_OF_A_MAIL.length)
      }
    },
    timeFor(300_000),
  )

  it(
    'reaches everyone within a minute when processes are killed one after the other',
    async () => {
      const mailing = await givenCancellation(PEOPLE_OF_A_PAGE)
      const begin = clock
      const steps = [31, 40, 333]
      for (const step of steps) {
        const { dependencies, untilDeath } = startProcess(step, 0)
        expect(await untilDeath(sendAnnounced(mailing, dependencies, Infinity))).toBeDefined()
      }
      await sendAnnounced(mailing, startProcess(Infinity, 0).dependencies, Infinity)
      const { counts, ids } = await received('cancelled')
      expect({ people: counts.length, ids: ids.size }).toEqual({
        people: PEOPLE_OF_A_PAGE,
        ids: PEOPLE_OF_A_PAGE,
      })
      expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(PEOPLE_OF_A_PAGE + steps.length)
      expect(clock - begin).toBeLessThan(WANTED_MS)
    },
    timeFor(300_000),
  )

  it('goes on where its time ended in the middle of a page', async () => {
    const mailing = await givenCancellation(5)
    for (let sent = 0; sent < 5; sent++) {
      const { dependencies } = startProcess(Infinity, 0)
      // The time of an invocation ends after one email.
      let until = Infinity
      const { mailer } = dependencies
      await sendAnnounced(
        mailing,
        {
          ...dependencies,
          mailer: mailer && {
            async send(mail) {
              await mailer.send(mail)
              until = 0
            },
          },
        },
        { valueOf: () => until } as unknown as number,
      )
    }
    const { counts, ids } = await received('cancelled')
    expect({ counts, ids: ids.size }).toEqual({ counts: Array(5).fill(1), ids: 5 })
  })

  it('of a reminder reaches everyone when its process dies at any step, and at most one of them twice', async () => {
    let hasDied = true
    for (let step = 1; hasDied; step++) {
      const { path } = await givenMailedEvent({ start_date: { wallClock: clockIn(10) } })
      for (const name of ['ada', 'bob']) await rsvp(path, `${name}${step}@example.org`)
      clock = Date.parse(`${clockIn(10)}Z`)
      const mortal = startProcess(step)
      const work = sendDueMail(mortal.dependencies.now(), mortal.dependencies, { until: Infinity })
      hasDied = typeof (await mortal.untilDeath(work)) === 'string'
      const heir = startProcess()
      await sendDueMail(heir.dependencies.now(), heir.dependencies, { until: Infinity })
      const { counts, ids } = await received('reminder')
      expect({ step, people: counts.length, ids: ids.size }).toEqual({ step, people: 2, ids: 2 })
      expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(3)
      if (!hasDied) expect(step).toBeGreaterThan(2 * STEPS_OF_A_MAIL.length)
    }
  })

  it('of a follow-up reaches everyone when its process dies at any step, and at most one of them twice', async () => {
    await setWordings(table, `group:${demo.group.id}`, 'follow-up', { is_sent: true })
    let hasDied = true
    for (let step = 1; hasDied; step++) {
      const { path } = await givenMailedEvent({
        start_date: { wallClock: clockIn(12) },
        end_date: { wallClock: clockIn(12.1) },
        timezone_identifier: 'UTC',
      })
      for (const name of ['ada', 'bob'])
        await put((await rsvp(path, `${name}${step}@after.example`)).path, { 'service:attended': true })
      const [due, mortal] = [Date.parse(`${clockIn(12.2)}Z`), startProcess(step)]
      clock = due
      const work = sendDueMail(new Date(due), mortal.dependencies, { until: Infinity })
      hasDied = typeof (await mortal.untilDeath(work)) === 'string'
      const heir = startProcess()
      await sendDueMail(heir.dependencies.now(), heir.dependencies, { until: Infinity })
      const { counts, ids } = await received('follow-up')
      expect({ step, people: counts.length, ids: ids.size }).toEqual({ step, people: 2, ids: 2 })
      expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(3)
      if (!hasDied) expect(step).toBeGreaterThan(2 * STEPS_OF_A_MAIL.length)
    }
  })
})

describe('an email to organizers', () => {
  it('reaches each who has chosen it when its process dies at any step, and at most one of them twice', async () => {
    const owner = `group:${demo.group.id}` as const
    for (const person of [demo.group.organizer, demo.group.administrator])
      await chosenMails(table).choose(owner, person, ['eve'])
    let hasDied = true
    for (let step = 1; hasDied; step++) {
      await givenMailedEvent({ start_date: { wallClock: clockIn(15) } })
      await announced()
      const due = Date.parse(`${clockIn(15)}Z`) - 3_600_000
      clock = due
      const mortal = startProcess(step)
      const told: Announced[] = []
      const work = async () => {
        await sendDueMail(new Date(due), mortal.dependencies, { until: Infinity })
        told.push(...(await announced()))
        for (const each of told) await sendAnnounced(each, mortal.dependencies, Infinity)
        return undefined
      }
      hasDied = typeof (await mortal.untilDeath(work())) === 'string'
      const heir = startProcess()
      await sendDueMail(new Date(due), heir.dependencies, { until: Infinity })
      for (const each of [...told, ...(await announced())]) await sendAnnounced(each, heir.dependencies, Infinity)
      const { counts, ids } = await received('eve')
      expect({ step, people: counts.length, ids: ids.size }).toEqual({ step, people: 2, ids: 2 })
      expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(3)
      if (!hasDied) expect(step).toBeGreaterThan(2 * STEPS_OF_A_MAIL.length)
    }
  })
})
