import { randomUUID } from 'node:crypto'
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Queue } from '../../lib/queues/queue.js'
import { type Send, openQueues } from '../../lib/queues/send.js'
import { PutCommand } from '../../lib/table/client/commands.js'
import { openTable } from '../../lib/table/table.js'
import { type QueueServer, consumeQueue, openQueueServer } from '../../local/stream/queues.js'
import { type Backlog, deliver } from '../../local/stream/stream-mapping.js'
import { pollStream } from '../../local/stream/stream-poller.js'
import { freshTable, startStream } from '../support/engine/tables.js'

const WAIT = { timeout: 240_000, interval: 20 }

let server: QueueServer
let send: Send
let backlog: Backlog | undefined
const told: string[] = []

beforeEach(async () => {
  server = await openQueueServer()
  send = openQueues({ queuesUrl: server.url })
  told.length = 0
})

afterEach(async () => {
  await backlog?.stop()
  await server.close()
})

const queue: Queue = {
  name: 'post',
  needs: [],
  batchSize: 10,
  concurrency: 2,
  seconds: 60,
  attempts: 3,
  lateAfter: 60,
}

function consume(
  handle: (event: { Records: SQSRecord[] }) => unknown,
  more: Partial<Queue> = {},
  offeredForMs = 0,
): Backlog {
  const say = (message: string) => told.push(message)
  return (backlog = consumeQueue({ ...queue, ...more }, server, handle, say, { offeredForMs }))
}

function deferred() {
  let resolve!: () => void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

const bodies = ({ Records }: { Records: SQSRecord[] }) => Records.map(({ body }) => JSON.parse(body) as { n: number })
const messages = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ queue: 'post', body: { n, ...more } }))

describe('a queue of the local server', () => {
  it('takes no message that is sent to another address than its own', async () => {
    const handled: unknown[] = []
    consume((event) => void handled.push(...bodies(event)))
    const { origin } = new URL(server.url)
    for (const guess of [`${origin}/`, `${origin}/post/`, `${origin}/${randomUUID()}/`])
      await expect(openQueues({ queuesUrl: guess })(messages(1))).rejects.toThrow()
    await send(messages(1))
    await vi.waitFor(() => expect(handled).toEqual([{ n: 0 }]), WAIT)
  })

  it('hands every message to its function, in batches of at most its size', async () => {
    const sizes: number[] = []
    const seen = new Set<number>()
    consume((event) => {
      sizes.push(event.Records.length)
      for (const { n } of bodies(event)) seen.add(n)
    })
    await send(messages(35))
    await vi.waitFor(() => expect(seen.size).toBe(35), WAIT)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10)
    expect(backlog?.backlog()).toBe(0)
  })

  it('offers the messages of one request together, and those of several where the queue collects them', async () => {
    const sizes: number[] = []
    consume((event) => void sizes.push(event.Records.length))
    await send(messages(7))
    await vi.waitFor(() => expect(sizes).toEqual([7]), WAIT)
    await backlog?.stop()
    sizes.length = 0
    consume((event) => void sizes.push(event.Records.length), { batchSize: 30, windowSeconds: 1 })
    // SQS takes ten messages in a request.
    await send(messages(25))
    await vi.waitFor(() => expect(sizes).toEqual([25]), WAIT)
  })

  it('offers again what failed, and that alone, until its last attempt', async () => {
    const seen: number[] = []
    consume((event) => {
      seen.push(...bodies(event).map(({ n }) => n))
      const bad = event.Records.filter(({ body }) => body === '{"n":1}')
      return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) }
    })
    await send(messages(3))
    await vi.waitFor(() => expect(told).toHaveLength(1), WAIT)
    expect(seen.sort()).toEqual([0, 1, 1, 1, 2])
    expect(told[0]).toContain('queues/post has failed 3 times on a message')
    expect(backlog?.backlog()).toBe(0)
  })

  it('goes on with other messages while one is slow', async () => {
    const { promise: slow, resolve: release } = deferred()
    const seen: number[] = []
    consume(
      async (event) => {
        const [{ n } = { n: -1 }] = bodies(event)
        if (n === 0) await slow
        seen.push(n)
      },
      { batchSize: 1 },
    )
    await send(messages(5))
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3, 4]), WAIT)
    release()
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3, 4, 0]), WAIT)
  })

  it('offers a message for a while, though its attempts have failed faster', async () => {
    let failures = 0
    consume(
      () => {
        failures += 1
        throw new Error('busy')
      },
      { attempts: 2 },
      400,
    )
    await send(messages(1))
    await vi.waitFor(() => expect(told).toHaveLength(1), WAIT)
    expect(failures).toBeGreaterThan(2)
    expect(told[0]).toContain(`has failed ${failures} times`)
  })

  it('holds a message back for as long as it was asked to', async () => {
    const seen: number[] = []
    consume((event) => void seen.push(...bodies(event).map(({ n }) => n)))
    await send([{ queue: 'post', body: { n: 0 }, delaySeconds: 1 }, ...messages(1, { n: 1 })])
    await vi.waitFor(() => expect(seen).toEqual([1, 0]), WAIT)
  })

  it('refuses messages for a queue that there is not', async () => {
    consume(() => undefined)
    await expect(send([{ queue: 'other', body: {} }])).rejects.toThrow()
  })

  it('keeps records in the log of the stream until the messages that they caused are handled', async () => {
    const address = await startStream(await freshTable())
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    let trimmed = 0n
    const log = {
      trim: (before: string) => ((trimmed = BigInt(before)), true),
      count: () => 0,
      close: () => undefined,
    }
    const { promise: slow, resolve: release } = deferred()
    const sequences: bigint[] = []
    const posting = consume(async () => slow)
    const passing = deliver(
      { consumer: 'streams/fan-out', batchSize: 10, windowMs: 0, retries: 3, accepts: () => true },
      async ({ Records }: { Records: DynamoDBRecord[] }) => {
        const numbers = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber as string)
        sequences.push(...numbers.map(BigInt))
        await send(numbers.map((sequence) => ({ queue: 'post', body: { sequence } })))
      },
      (message) => told.push(message),
    )
    const poller = pollStream(address, [passing], { log, behind: [posting] })
    const put = (pk: string) => table.client.send(new PutCommand({ TableName: table.name, Item: { pk, sk: 'x' } }))
    await put('a')
    await vi.waitFor(() => expect(sequences).toHaveLength(1), WAIT)
    await put('b')
    poller.nudge()
    await vi.waitFor(() => expect(sequences).toHaveLength(2), WAIT)
    await vi.waitFor(() => expect(trimmed).toBe(sequences[0]), WAIT)
    release()
    await poller.stop()
    expect(trimmed).toBe(sequences[1])
    table.client.destroy()
  })
})
