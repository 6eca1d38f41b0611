import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LocalTable, type DataEngine, openEngine, prepareTable } from '../../../local/engine/data.js'
import { seedDemo } from '../../../local/demo.js'
import { type Child, runScript } from '../../support/children.js'
import { type Receiver, startReceiver } from '../../support/given/receiver.js'
import { isLong, sized, timeFor } from '../../support/size.js'
import { type Fixture, createFixture } from './fixture.js'
import { type Message, createMirror, differences, readService } from './mirror.js'
import { openService } from './service.js'

const PROCESSES = 3
const CHANGES = sized(60, 5_000)
/** Kills of each process that makes changes, and of the one that delivers: its turn goes on for up to 20 seconds. */
const KILLS = sized(1, 12)
const KILLS_OF_CONSUMER = sized(1, 12)
/** The shortest outage of the receiver. The changes are made in as many bursts as processes are killed. */
const DOWN_MS = sized(0, 3_600_000)
/** Enough attempts that no webhook is disabled. In a long run they grow, as those of a deployment do. */
const PAUSES = [...(isLong ? [5, 60, 300] : []), ...Array.from({ length: 500 }, () => sized(0.5, 600))].join()

const children = new Set<Child>()
let folder: string
let engine: DataEngine
let table: LocalTable
let receiver: Receiver

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-outage-'))
  engine = await openEngine(folder, { shared: true })
  table = await prepareTable(engine.endpoint)
  await seedDemo(table)
  receiver = await startReceiver()
})

afterEach(async () => {
  await Promise.all([...children].map((child) => child.kill()))
  await receiver.close()
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

function start(file: string, args: string[]): Child {
  const child = runScript(`test/webhooks/outage/${file}.ts`, [table.tableName, table.endpoint, ...args], {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  })
  children.add(child)
  return child
}

/** Kills a process before it can do anything more. */
async function end(child: Child) {
  children.delete(child)
  await child.kill()
}

const startConsumer = async () => {
  const child = start('consumer', [join(folder, 'turnout.db'), PAUSES])
  await child.says(/consuming/)
  return child
}

const changesOf = (child: Child) => child.output().split('changed').length - 1

/** Resolves when a part of the outage begins. */
const partOfOutage = (began: number, number: number, parts: number) =>
  pause(Math.max(0, began + (number * DOWN_MS) / parts - Date.now()))

/** Makes random changes with a process that is killed again and again, and has to begin anew. */
async function change(number: number, fixture: Fixture) {
  let [made, kills] = [0, 0]
  const began = Date.now()
  while (made < CHANGES) {
    await partOfOutage(began, kills, KILLS + 1)
    const isKilled = kills < KILLS
    const wanted = isKilled ? Math.ceil(CHANGES / (KILLS + 1)) : CHANGES - made
    const child = start('changer', [`${number}${kills}`, String(wanted * 2), JSON.stringify(fixture)])
    while (changesOf(child) < wanted) {
      if (child.process.exitCode !== null) throw new Error(child.errors())
      await pause(5)
    }
    if (child.errors()) console.error(child.errors())
    await end(child)
    made += changesOf(child)
    kills += 1
  }
}

it(
  'a receiver that was down while killed processes changed the service ends with exactly its state',
  async () => {
    const own = await openService(table)
    const fixture = await createFixture(own)
    let consumer = await startConsumer()
    const ways = [
      (response: any) => response.writeHead(503).end(),
      (response: any) => response.socket.resetAndDestroy(),
      (response: any) => response.writeHead(302, { location: receiver.url }).end(),
    ]
    let refused = 0
    receiver.answer = (response) => ways[refused++ % ways.length]?.(response)

    const changing = Promise.all(Array.from({ length: PROCESSES }, (_, i) => change(i, fixture)))
    const created = await own.ask('POST', '/api/v2/webhooks', {
      url: receiver.url,
      types: ['*'],
      max_per_second: 200,
      batch_size: 20,
    })
    expect(created.status, JSON.stringify(created.body)).toBe(200)
    const path = created.body._links.self.href as string
    const mirror = createMirror()
    for (const resource of (await readService(own)).values()) mirror.read(resource)

    const began = Date.now()
    for (let i = 0; i < KILLS_OF_CONSUMER; i++) {
      await partOfOutage(began, i, KILLS_OF_CONSUMER)
      const seen = refused
      while (refused < seen + 20) await pause(10)
      await end(consumer)
      consumer = await startConsumer()
    }
    await changing
    await partOfOutage(began, 1, 1)
    const taken: Message[] = []
    receiver.answer = (response) => {
      const { data } = receiver.received.at(-1)?.body as { data: Message[] }
      taken.push(...data)
      for (const message of data) mirror.take(message)
      response.writeHead(204).end()
    }

    await vi.waitFor(
      async () => {
        expect(differences(mirror.state(), await readService(own))).toEqual([])
      },
      // A deliverer that was killed keeps its turn for 20 seconds, and a busy machine takes its time.
      { timeout: sized(200_000, 1_800_000), interval: sized(3_000, 20_000) },
    )
    // The messages are numbered without a gap, each change has one, and all of them were taken.
    const messages: (Message & { id: string })[] = []
    for (let [next, more] = ['', true]; more;) {
      const query = next && `&after=${next}`
      const { body } = await own.ask('GET', `${path}/messages?limit=100${query}`)
      messages.push(...body.messages)
      ;[next, more] = [body.next, body.has_more]
    }
    expect(messages.length).toBeGreaterThan(CHANGES / 2)
    const ids = new Set(messages.map(({ id }) => id))
    expect(ids.size).toBe(messages.length)
    await vi.waitFor(() => expect(new Set(taken.map(({ id }: any) => id))).toEqual(ids), {
      timeout: sized(60_000, 1_200_000),
      interval: 500,
    })
    const pulled = createMirror()
    for (const message of messages) pulled.take(message)
    for (const [href, resource] of pulled.state()) expect(mirror.state().get(href)).toEqual(resource)
    // On AWS, it would be a dead letter.
    expect(consumer.errors()).not.toContain('given up')
  },
  timeFor(300_000),
)
