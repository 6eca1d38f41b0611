import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { Clock } from '../clock.js'
import type { Change } from './dynamodb.js'

/** A consumer of the stream, as Lambda calls it. */
export type Consumer = (event: DynamoDBStreamEvent, context: object) => Promise<DynamoDBBatchResponse | undefined>

export interface MappingOptions {
  clock: Clock
  /** Makes one more instance of the consumer. */
  start: () => Consumer
  /** Whether the mapping's filter lets a change through. */
  filter: (change: Change) => boolean
  /** A table has a shard for each of its partitions: one for every 1,000 write units a second that it ever took. */
  shards?: number
  /** Number of batches of a shard that are handed on at once, each of other partition keys. */
  parallelizationFactor?: number
  /**
   * Number of batches of all shards that the consumer works on at once; one more is throttled and tried again later.
   */
  concurrency?: number
  batchSize?: number
  /** The time in which a batch is collected once it has begun. */
  windowMs?: number
  /** Retries of a batch before it is left to the failure queue. */
  retries?: number
  /** The interval at which a shard is looked at when it had nothing new; Lambda does so four times a second. */
  pollMs?: number
}

/** When a change is in the stream. */
const STREAM_LAG_MS = 20
/** The time that Lambda waits before it tries a batch again. */
const RETRY_MS = 100

interface Shard {
  records: DynamoDBRecord[]
  /** When the first of the records came. */
  since: number
  /** The size to which a bisected batch was cut down. */
  limit: number
  /** Failures of the first of the records. */
  failed: number
}

/**
 * The table's stream and the event source mapping that hands it on: in order for each partition key, batch by
 * batch for each shard, again from the first record that failed, and in halves when a batch failed as a whole.
 */
export class Mapping {
  /** Number of records that wait or are being worked on. */
  waiting = 0
  batches = 0
  failures = 0
  /** Records that went to the failure queue. */
  dropped = 0
  /** Milliseconds from the first record of each batch until it was handed on, and until it was done. */
  readonly durations = { collected: [] as number[], worked: [] as number[] }
  private readonly shards: Shard[]
  private readonly idle: Consumer[] = []
  private running = 0
  private sequence = 0

  constructor(private readonly options: MappingOptions) {
    const { shards = 32, parallelizationFactor = 1 } = options
    this.shards = Array.from({ length: shards * parallelizationFactor }, () => ({
      records: [],
      since: 0,
      limit: this.batchSize,
      failed: 0,
    }))
    // Lambda looks at the shards at different moments.
    const { clock, pollMs = 250 } = options
    this.shards.forEach((shard, i) => clock.after((pollMs * i) / this.shards.length, () => this.poll(shard)))
  }

  /** Takes a change into the stream. */
  readonly take = (change: Change): void => {
    const { clock, filter } = this.options
    if (!filter(change)) return
    const shard = this.shards[hashOf(change.keys['pk']?.['S'] as string) % this.shards.length] as Shard
    this.waiting++
    const record = this.recordOf(change)
    clock.after(STREAM_LAG_MS, () => {
      if (shard.records.push(record) === 1) shard.since = clock.now
    })
  }

  private get batchSize(): number {
    return this.options.batchSize ?? 1000
  }

  private poll(shard: Shard): void {
    const { clock, pollMs = 250, windowMs = 0 } = this.options
    if (shard.records.length === 0) {
      clock.after(pollMs, () => this.poll(shard))
      return
    }
    const pause = shard.records.length < this.batchSize ? windowMs : 0
    clock.after(pause, () => {
      this.deliver(shard).then(
        (wait) => clock.after(wait, () => this.poll(shard)),
        (error: unknown) => clock.fail(error),
      )
    })
  }

  /** Hands one batch over. @returns how long to wait before the next */
  private async deliver(shard: Shard): Promise<number> {
    if (this.running >= (this.options.concurrency ?? Infinity)) return RETRY_MS
    this.running++
    const Records = shard.records.slice(0, shard.limit)
    const consumer = this.idle.pop() ?? this.options.start()
    this.batches++
    const { now } = this.options.clock
    this.durations.collected.push(now - shard.since)
    // Records that come from now on belong to the next batch.
    shard.since = now
    let done = Records.length
    let wait = 0
    try {
      // Between the mapping and the function everything is JSON.
      const event = JSON.parse(JSON.stringify({ Records })) as DynamoDBStreamEvent
      const failed = (await consumer(event, { getRemainingTimeInMillis: () => 10_000 }))?.batchItemFailures ?? []
      const numbers = new Set(failed.map(({ itemIdentifier }) => itemIdentifier))
      const first = Records.findIndex(({ dynamodb }) => numbers.has(dynamodb?.SequenceNumber ?? ''))
      if (numbers.size > 0) {
        done = Math.max(0, first)
        wait = RETRY_MS
        this.failures++
      }
      shard.limit = this.batchSize
    } catch {
      this.failures++
      done = 0
      wait = RETRY_MS
      shard.limit = Math.max(1, Records.length >> 1)
    }
    shard.failed = wait > 0 && done === 0 ? shard.failed + 1 : 0
    if (shard.failed > (this.options.retries ?? Infinity)) {
      done = Records.length
      this.dropped += done
      shard.failed = 0
    }
    shard.records.splice(0, done)
    this.waiting -= done
    this.durations.worked.push(this.options.clock.now - now)
    this.idle.push(consumer)
    this.running--
    return wait
  }

  private recordOf({ keys, before, after }: Change): DynamoDBRecord {
    const sequence = String(++this.sequence).padStart(21, '0')
    return {
      eventID: sequence,
      eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/table/stream/model',
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(this.options.clock.now / 1000),
        Keys: keys,
        ...(after && { NewImage: after }),
        SequenceNumber: sequence,
        SizeBytes: 1,
        StreamViewType: 'NEW_IMAGE',
      },
    } as DynamoDBRecord
  }
}

/** Spreads keys over shards (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
