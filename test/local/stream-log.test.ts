import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Engine, startEngine } from '../../local/engine/engine.js'
import { type StreamLog, openStreamLog } from '../../local/stream/stream-log.js'
import { type Consume, deliver } from '../../local/stream/stream-mapping.js'
import { type StreamPoller, pollStream } from '../../local/stream/stream-poller.js'
import { ensureTable } from '../../local/engine/table.js'
import { engineKinds } from '../support/engine/engines.js'

const TABLE = 'kept'

let folder: string
let file: string
let engine: Engine
let log: StreamLog | undefined
let poller: StreamPoller | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-log-'))
  file = join(folder, 'kept.db')
})
afterEach(async () => {
  await poller?.stop()
  log?.close()
  await engine.stop()
  poller = log = undefined
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** Starts an engine on the file, as after a kill or for the first time. */
async function start(): Promise<void> {
  engine = await startEngine({ kind: 'dynoxide', file })
  await ensureTable(new DynamoDBClient({ endpoint: engine.endpoint }), TABLE)
}

function openLog(): StreamLog {
  log = openStreamLog(file, TABLE)
  if (!log) throw new Error('The log was not opened')
  return log
}

/** Writes items from a number on, all of them at once. */
async function put(first: number, count: number): Promise<void> {
  const client = new DynamoDBClient({ endpoint: engine.endpoint })
  const items = Array.from({ length: count }, (_, i) => String(first + i))
  await Promise.all(
    items.map((pk) => client.send(new PutItemCommand({ TableName: TABLE, Item: { pk: { S: pk }, sk: { S: 'x' } } }))),
  )
  client.destroy()
}

const deliverTo = (consume: Consume) =>
  deliver({ consumer: 'test', batchSize: 100, windowMs: 0, retries: 2, accepts: () => true }, consume, () =>
    expect.unreachable(),
  )
const poll = (...consumers: Consume[]) => {
  poller = pollStream({ endpoint: engine.endpoint, tableName: TABLE }, consumers.map(deliverTo), {
    log,
    say: () => undefined,
  })
}
const idOf = ({ dynamodb }: DynamoDBRecord) => Number(dynamodb?.NewImage?.['pk']?.S)

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

describe.runIf(engineKinds().includes('dynoxide'))('the log of the stream', () => {
  it('holds only the last record once all consumers have handled what was written', async () => {
    await start()
    const kept = openLog()
    const seen = [new Set<number>(), new Set<number>()] as const
    poll(
      ({ Records }) => Records.forEach((record) => seen[0].add(idOf(record))),
      ({ Records }) => Records.forEach((record) => seen[1].add(idOf(record))),
    )
    for (let first = 0; first < 300; first += 100) {
      await put(first, 100)
      await eventually(() => expect([seen[0].size, seen[1].size]).toEqual([first + 100, first + 100]))
      await eventually(() => expect(kept.count()).toBe(1))
    }
  }, 60_000)

  it('keeps what one of the consumers has not handled', async () => {
    await start()
    const kept = openLog()
    let fast = 0
    let finish: () => void = () => undefined
    const slow = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    poll(({ Records }) => (fast += Records.length), slow)
    await put(0, 50)
    await eventually(() => expect([fast, slow.mock.calls.length]).toEqual([50, 1]))
    await put(50, 1)
    await eventually(() => expect(fast).toBe(51))
    expect(kept.count()).toBe(51)
    // Whatever the slow one has got in its first batch, the others follow.
    await eventually(() => {
      finish()
      expect(kept.count()).toBe(1)
    })
  }, 60_000)

  it('hands on after kill -9 what no consumer has handled', async () => {
    await start()
    openLog()
    await put(0, 20)
    process.kill(engine.pid, 'SIGKILL')
    await engine.ended
    log?.close()

    await start()
    openLog()
    const seen = new Set<number>()
    poll(({ Records }) => Records.forEach((record) => seen.add(idOf(record))))
    await eventually(() => expect(seen.size).toBe(20))
  }, 60_000)

  it('hands on again after kill -9 what a consumer was working on', async () => {
    await start()
    openLog()
    let finish: () => void = () => undefined
    const consume = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    poll(consume)
    await put(0, 5)
    await eventually(() => expect(consume).toHaveBeenCalled())
    process.kill(engine.pid, 'SIGKILL')
    await engine.ended
    // This process is not killed with it, but must not reach the file any more.
    const dead = poller
    log?.close()
    vi.spyOn(log as StreamLog, 'trim').mockReturnValue(true)

    await start()
    openLog()
    const seen = new Set<number>()
    poll(({ Records }) => Records.forEach((record) => seen.add(idOf(record))))
    await eventually(() => expect(seen.size).toBe(5))
    finish()
    await dead?.stop()
  }, 60_000)

  it('is left alone while the engine writes', async () => {
    await start()
    await put(0, 10)
    const kept = openLog()
    await put(10, 10)
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const writer = new DatabaseSync(file)
    writer.exec('BEGIN IMMEDIATE')
    expect(kept.trim('1000')).toBe(false)
    const putting = put(20, 1)
    await pause(200)
    writer.exec('COMMIT')
    // The engine waits, too.
    await putting
    writer.close()
    expect(kept.count()).toBe(21)
    expect(kept.trim('21')).toBe(true)
    expect(kept.count()).toBe(1)
  })

  it('is none in a file of something else, which is told in one sentence', async () => {
    await start()
    await writeFile(join(folder, 'other.db'), '')
    const said: string[] = []
    expect(openStreamLog(join(folder, 'other.db'), TABLE, (message) => said.push(message))).toBeUndefined()
    expect(said).toEqual([
      expect.stringMatching(/^The log of the table's stream cannot be kept short.*_stream_records/),
    ])
  })
})
