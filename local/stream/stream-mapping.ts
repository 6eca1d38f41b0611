import type { DynamoDBRecord } from 'aws-lambda'
import { setTimeout as pause } from 'node:timers/promises'
import type { StreamMapping } from '../../infra/queues/streams.js'

/** A consumer of the table's stream, as Lambda would call it. A failure that it does not report, it throws. */
export type Consume = (event: { Records: DynamoDBRecord[] }) => unknown

/** A consumer that still has to handle some records of the stream. */
export interface Backlog {
  /** The sequence number of the first record that is not handled yet. */
  oldest: () => string | undefined
  /** Number of queued records. */
  backlog: () => number
  /** Resolves after the invocations that are under way; none follows. */
  stop: () => Promise<void>
}

/** The delivery of the stream's records to one consumer. */
export interface Delivery extends Backlog {
  /** Queues the records that the mapping's filter passes. */
  push: (records: DynamoDBRecord[]) => void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Plays an event source mapping: batches in order, each again from its first failure until it succeeds, and after as
 * many attempts as are deployed no more. Lambda would put that batch in the failure queue.
 * @param say is told of a batch that is given up
 */
export function deliver(
  { consumer, batchSize, retries, accepts }: StreamMapping,
  consume: Consume,
  say: (message: string) => void,
): Delivery {
  const queue: DynamoDBRecord[] = []
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  const run = async () => {
    for (let failures = 0; queue.length > 0 && !stopping.signal.aborted;) {
      const batch = queue.slice(0, batchSize)
      const { handled, error } = await invoke(consume, batch)
      queue.splice(0, handled)
      if (handled === batch.length) {
        failures = 0
        continue
      }
      failures++
      if (failures > retries) {
        say(`${consumer} has failed ${failures} times on a batch of the stream, which is given up: ${error}`)
        queue.splice(0, batch.length - handled)
        failures = 0
        continue
      }
      const wait = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    running = undefined
  }

  return {
    push(records) {
      queue.push(...records.filter(accepts))
      if (queue.length > 0) running ??= run()
    },
    oldest: () => queue[0]?.dynamodb?.SequenceNumber,
    backlog: () => queue.length,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** @returns how many records from the first on are handled, and why the next one is not */
async function invoke(consume: Consume, Records: DynamoDBRecord[]): Promise<{ handled: number; error: string }> {
  try {
    const result = (await consume({ Records })) as { batchItemFailures?: { itemIdentifier: string }[] } | undefined
    const failed = new Set(result?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
    const first = Records.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''))
    return { handled: first < 0 ? Records.length : first, error: 'it reported failures' }
  } catch (error) {
    return { handled: 0, error: String(error) }
  }
}
