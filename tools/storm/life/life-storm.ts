import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type LinkedAttendance, linkToken } from '../../../lib/attendances/links/link-token.js'
import { openTable } from '../../../lib/table/table.js'
import { demo, seedDemo } from '../../../local/demo.js'
import { LOCAL_TABLE, prepareOwnTable } from '../../../local/engine/data.js'
import { startEngine } from '../../../local/engine/engine.js'
import { createClient } from '../calls/client.js'
import { randomOf } from '../calls/random.js'
import { inOrder, planKills, workOff } from '../calls/schedule.js'
import { startFaultProxy } from '../faults/fault-proxy.js'
import { admin, succeed } from '../fixture.js'
import { type StormProcess, startServerProcess } from '../processes.js'
import type { StormOptions } from '../options.js'
import { settle } from '../verdict/settle.js'
import { type Deed, planDeeds, requestOf } from './deeds.js'
import { mailsAfterCanceling, missingMails, sentMails } from './promised-mails.js'
import { startReceiver, undelivered } from './receiver.js'
import { differences } from './totals.js'
import { readKeys } from '../../../lib/attendances/links/link-key-store.js'

/** The result of a storm of the life of RSVPs. */
export interface LifeReport {
  seed: number
  deeds: number
  answers: Map<string, number>
  kills: number
  dynamodbRequests: number
  faults: Map<string, number>
  /** Emails that were sent, and those for a cause that had one before: a kill may come between mail and note. */
  mails: number
  repeatedMails: number
  /** People who were mailed when the event was canceled, and how long the last email took, in seconds. */
  cancelled: { people: number; seconds: number }
  messages: number
  seconds: number
  violations: string[]
}

/** The scene of a storm: people by their numbers, and events that limit their places. */
export interface Scene {
  events: string[]
  people: { id: string; email: string }[]
}

const CAPACITY = 14

/**
 * The pauses between attempts to send a message, in seconds. A full machine misses the first two, and the usual third
 * comes after five minutes, when the storm no longer waits: a late message would count as a lost one.
 */
const EARLY_ATTEMPTS = '1,2,5,5,5,10,10,10,10,10,10,10'

/**
 * Runs one storm of the life of RSVPs: people come with guests, decline, come again, confirm by their links, change
 * their parties and are merged, while the organizer changes the capacities, DynamoDB fails and servers are killed.
 * Afterwards the table is audited, totals are compared, and every promised mail and webhook message is looked for. At
 * last all events are canceled while servers are killed.
 * @param say is told what happens, one line each
 */
export async function runLifeStorm(
  options: StormOptions & { people: number },
  say: (line: string) => void,
): Promise<LifeReport> {
  const begin = Date.now()
  const random = randomOf(options.seed)
  const engine = await startEngine()
  await seedDemo(await prepareOwnTable(engine.endpoint))
  const { rates, gusts } = options
  const proxy = await startFaultProxy(engine.endpoint, { random: randomOf(options.seed + 1), rates, gusts })
  const folder = await mkdtemp(join(tmpdir(), 'storm-'))
  const receiver = await startReceiver()
  const servers: StormProcess[] = []
  const command = (...args: string[]) => admin(engine.endpoint, [...args, '--json'])
  try {
    servers.push(
      ...(await inOrder(options.servers, (i) =>
        startServerProcess(`server ${i + 1}`, proxy.endpoint, {
          DATA_DIR: join(folder, 'data'),
          WEBHOOK_SCHEDULE: EARLY_ATTEMPTS,
        }),
      )),
    )
    const outbox = join(folder, 'data', 'outbox')
    const client = createClient(servers, randomOf(options.seed + 2))
    const post = async (path: string, body: object) =>
      (await succeed(client, { method: 'POST', path: `/api/v2/${path}`, body })).body
    const webhook = await post('webhooks', { url: receiver.url, types: ['*'] })
    const scene: Scene = {
      events: await inOrder(3, async (i) => {
        const limits = ['--capacity', `${CAPACITY}`, '--max-guests', '3', '--waitlist', 'on']
        const about = ['--title', `Event ${i}`, '--origin-system', 'Storm']
        return (await command('event', 'create', '--group', demo.group.id, ...about, ...limits)).id as string
      }),
      people: await inOrder(options.people, async (i) => {
        const email = `person-${i}@example.org`
        const { _links } = await post('people', { person: { email_addresses: [{ address: email }] } })
        return { id: (_links.self.href as string).split('/').at(-1) as string, email }
      }),
    }
    const table = openTable({ tableName: LOCAL_TABLE, dynamodbEndpoint: engine.endpoint })
    const keys = await readKeys(table)
    table.client.destroy()
    const tokenOf = (attendance: LinkedAttendance) => linkToken(keys, attendance)
    const deeds = planDeeds(random, options.operations, scene)
    const kills = planKills(random, options.kills, deeds.length)
    const answers = new Map<string, number>()
    const violations: string[] = []
    const weather: { calmSince?: number } = {}
    const restarts: Promise<void>[] = []
    // The first one stays: it stands for the stream and the queues of AWS, which outlive the functions. A local server
    // beside an engine of others reads the stream from its start on, and keeps messages in memory.
    const killOne = () => {
      const up = servers.slice(1).filter((each) => each.isUp())
      if (up.length > 0) restarts.push(random.pick(up).restart(random.between(0, 1_000)))
    }

    const perform = async (deed: Deed) => {
      if (kills.has(deed.number)) killOne()
      if (deed.kind === 'resize') {
        const { waitlist, capacity } = deed
        await command('event', 'update', deed.event, '--capacity', `${capacity}`, '--waitlist', waitlist)
        return
      }
      if (deed.kind === 'merge') {
        await command('person', 'merge', deed.keep, deed.other).catch((error: unknown) =>
          violations.push(`A merge failed: ${String(error)}`),
        )
        return
      }
      for (let times = 0; times < MOST_TIMES; times++) {
        const answer = await client.send(requestOf(deed, tokenOf))
        const code = String(answer.status)
        answers.set(code, (answers.get(code) ?? 0) + 1)
        const isDone = (answer.status >= 200 && answer.status < 400) || EXPECTED.has(answer.status)
        if (isDone) return
        if (answer.status >= 400 && answer.status < 500)
          violations.push(`${deed.kind} was answered ${code}: ${JSON.stringify(answer.body ?? '').slice(0, 300)}`)
        if (Date.now() - (weather.calmSince ?? Infinity) > 60_000) break
        await pause(random.between(50, 600))
      }
    }

    say(`seed ${options.seed}: ${deeds.length} deeds, ${kills.size} kills`)
    proxy.storm()
    const working = workOff(deeds as never, options.callers, perform as never)
    await working.allSent
    await Promise.race([working.done, pause(30_000)])
    await Promise.all(restarts)
    await proxy.calm()
    weather.calmSince = Date.now()
    await working.done
    say(`seed ${options.seed}: calm after ${Math.round((weather.calmSince - begin) / 1000)} s`)

    const first = await settle(engine.endpoint)
    violations.push(...first.audit.violations.map((each) => `Audit: ${each}`), ...first.faults)
    violations.push(...(await differences(client, scene)))
    violations.push(...(await missingMails(engine.endpoint, scene, outbox)))

    proxy.storm()
    const canceling = mailsAfterCanceling(engine.endpoint, scene, outbox, async (event) => {
      await command('event', 'cancel', event)
      killOne()
    })
    const cancelled = await canceling
    violations.push(...cancelled.missing)
    await proxy.calm()
    await Promise.all(restarts)
    const { audit } = await settle(engine.endpoint)
    violations.push(...audit.violations.map((each) => `Audit after canceling: ${each}`))
    violations.push(...(await differences(client, scene)))
    violations.push(...(await undelivered(client, webhook, receiver)))
    const givenUp = servers.flatMap((each) => each.errors().match(/.*given up.*/g) ?? [])
    violations.push(...givenUp.map((each) => `Given up: ${each}`))
    const mails = await sentMails(outbox)
    client.close()
    return {
      seed: options.seed,
      deeds: deeds.length,
      answers,
      kills: servers.reduce((sum, each) => sum + each.kills(), 0),
      dynamodbRequests: proxy.requests(),
      faults: proxy.faults,
      mails: mails.length,
      repeatedMails: mails.length - new Set(mails.map(({ id }) => id)).size,
      cancelled: { people: cancelled.people, seconds: cancelled.seconds },
      messages: receiver.ids().size,
      seconds: Math.round((Date.now() - begin) / 1000),
      violations,
    }
  } finally {
    await Promise.all(servers.map((each) => each.stop()))
    receiver.close()
    proxy.close()
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const MOST_TIMES = 60

/** A full event refuses, and a person who was merged has no RSVP of their own. */
const EXPECTED = new Set([404, 409])
