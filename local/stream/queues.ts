import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SQSRecord } from 'aws-lambda'
import type { Queue } from '../../lib/queues/queue.js'
import type { Backlog } from './stream-mapping.js'

/*
 * The queues of the local server: an endpoint that takes messages as SQS does, and what offers them to functions. The
 * messages are in memory. Those that tell of a change have the number of its record in the table's stream, and the
 * record stays in the stream's log until they are handled (stream-poller.ts). So a process that is killed loses none.
 */

/** Takes the messages for all queues. */
export interface QueueServer {
  /** The beginning of the URLs of queues. No page that a browser shows can guess it. */
  url: string
  /** Calls for the messages of each request to a queue, from now on. */
  onMessages: (queue: string, take: (messages: Taken[]) => void) => void
  close: () => Promise<void>
}

/** A message as a queue takes it. */
interface Taken {
  body: string
  /** When it is offered first, in milliseconds from now. */
  delayMs: number
}

/** A request of the AWS SDK, as far as functions send any. */
interface SendMessageBatch {
  QueueUrl: string
  Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]
}

/** Opens an endpoint on this machine that answers SendMessageBatch in the JSON protocol of SQS. */
export async function openQueueServer(): Promise<QueueServer> {
  const takers = new Map<string, (messages: Taken[]) => void>()

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
    if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessageBatch')
      return say(400, { __type: 'com.amazonaws.sqs#UnsupportedOperation' })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { QueueUrl, Entries } = JSON.parse(Buffer.concat(chunks).toString()) as SendMessageBatch
    // The SDK sends to the URL's host, at its root or at its path, and names the URL in the body.
    const take = QueueUrl.startsWith(url) ? takers.get(QueueUrl.slice(url.length)) : undefined
    if (!take) return say(400, { __type: 'com.amazonaws.sqs#QueueDoesNotExist' })
    take(Entries.map(({ MessageBody: body, DelaySeconds = 0 }) => ({ body, delayMs: DelaySeconds * 1000 })))
    return say(200, { Successful: Entries.map(({ Id }) => ({ Id, MessageId: randomUUID() })), Failed: [] })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${randomUUID()}/`
  return {
    url,
    onMessages: (queue, take) => void takers.set(queue, take),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

interface Message {
  record: SQSRecord
  /** The number of the record in the stream that the message comes from. */
  sequence: string | undefined
  receives: number
  visibleAt: number
  /** The time of its first attempt that failed. */
  failsSince?: number
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * The time in which a batch is collected, in milliseconds, for queues that collect for a second on AWS. It is shorter
 * here: a person at this machine waits for what follows.
 */
const WINDOW_MS = 25

/**
 * The time in which a message is offered at least, in milliseconds, however many attempts have failed. On AWS, attempts
 * are a minute or more apart: a machine that is busy for a while must not lose what AWS would keep.
 */
const OFFERED_FOR_MS = 180_000

/**
 * Plays the event source mapping of a queue: as many invocations at once as are deployed, each with a batch. What
 * fails is offered again after a pause, and after as many attempts as are deployed and some minutes no more. On AWS, it
 * would be a dead letter.
 * @param say is told of a message that is given up
 */
export function consumeQueue(
  { name, batchSize, windowSeconds = 0, concurrency, attempts }: Queue,
  server: QueueServer,
  consume: (event: { Records: SQSRecord[] }) => unknown,
  say: (message: string) => void,
  { offeredForMs = OFFERED_FOR_MS } = {},
): Backlog {
  const messages = new Map<string, Message>()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let windowEnd = 0

  const work = () => {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    const now = Date.now()
    const hidden = [...messages.values()].filter(({ visibleAt }) => visibleAt > now)
    while (running.size < concurrency) {
      const batch = visible(now)
      if (batch.length === 0) break
      for (const message of batch) message.visibleAt = Infinity
      const run = offer(batch).finally(() => {
        running.delete(run)
        work()
      })
      running.add(run)
    }
    const next = Math.min(...hidden.map(({ visibleAt }) => visibleAt))
    if (Number.isFinite(next)) timer = setTimeout(work, Math.max(1, next - now))
  }

  const visible = (now: number) => {
    const batch: Message[] = []
    for (const message of messages.values()) {
      if (message.visibleAt <= now) batch.push(message)
      if (batch.length === batchSize) break
    }
    return batch
  }

  const offer = async (batch: Message[]) => {
    const { failed, reason } = await invoke(consume, batch)
    for (const message of batch) {
      const { messageId } = message.record
      const now = Date.now()
      message.failsSince ??= now
      const isOfferedEnough = ++message.receives >= attempts && now - message.failsSince >= offeredForMs
      if (!failed.has(messageId)) messages.delete(messageId)
      else if (isOfferedEnough) {
        say(`queues/${name} has failed ${message.receives} times on a message, which is given up: ${reason}`)
        messages.delete(messageId)
      } else message.visibleAt = now + Math.min(FIRST_PAUSE_MS * 2 ** (message.receives - 1), LONGEST_PAUSE_MS)
    }
  }

  server.onMessages(name, (taken) => {
    const now = Date.now()
    if (windowSeconds > 0 && windowEnd <= now) windowEnd = now + WINDOW_MS
    for (const { body, delayMs } of taken) {
      const record = { messageId: randomUUID(), body } as SQSRecord
      const { sequence } = JSON.parse(body) as { sequence?: string }
      const visibleAt = Math.max(windowEnd, now + delayMs)
      messages.set(record.messageId, { record, sequence, receives: 0, visibleAt })
    }
    work()
  })

  return {
    oldest: () =>
      [...messages.values()]
        .flatMap(({ sequence }) => sequence ?? [])
        .reduce<string | undefined>((a, b) => (a !== undefined && BigInt(a) < BigInt(b) ? a : b), undefined),
    backlog: () => messages.size,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** @returns the ids of the messages that are not handled, and why */
async function invoke(
  consume: (event: { Records: SQSRecord[] }) => unknown,
  batch: Message[],
): Promise<{ failed: Set<string>; reason: string }> {
  const Records = batch.map(({ record }) => record)
  try {
    const result = (await consume({ Records })) as { batchItemFailures?: { itemIdentifier: string }[] } | undefined
    const failed = new Set(result?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
    return { failed, reason: 'it reported failures' }
  } catch (error) {
    return { failed: new Set(Records.map(({ messageId }) => messageId)), reason: String(error) }
  }
}
