import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { setTimeout as pause } from 'node:timers/promises'
import type { LocalTable } from './data.js'

/** The consumer of the table's stream, as Lambda would call it. */
export type Consumer = (event: { Records: DynamoDBRecord[] }) => Promise<DynamoDBBatchResponse>

export interface StreamPoller {
  /** Ends after the batch that is under way. */
  stop: () => Promise<void>
}

/** Lambda asks a shard four times a second; here nobody pays for asking more often. */
const POLL_MS = 100
const BATCH = 1000
const DISCOVER_EVERY = 50

/**
 * Plays the event source mapping between the table's stream and its consumer: only records that the mapping's
 * filter lets through, in batches, shard by shard; a batch comes again from its first failure on. It begins with
 * what is written from now on: what was there before is the sweeper's.
 * @param say is told when the stream cannot be read; the poller tries again
 */
export function pollStream(
  { endpoint, tableName }: LocalTable,
  consume: Consumer,
  say: (message: string) => void = console.error,
  filter: (record: DynamoDBRecord) => boolean = isWaiting,
): StreamPoller {
  const client = new DynamoDBStreamsClient({ endpoint })
  const stopping = new AbortController()
  const iterators = new Map<string, string>()
  let isFirst = true

  /** Shards come and go seldom, and asking for them costs the engine more than reading them. */
  const discover = async () => {
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }))
    const StreamArn = Streams[0]?.StreamArn
    if (!StreamArn) return
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }))
    for (const shard of StreamDescription?.Shards ?? []) await open(StreamArn, shard)
    isFirst = false
  }

  const open = async (StreamArn: string, { ShardId }: Shard) => {
    if (!ShardId || iterators.has(ShardId)) return
    // A shard that appears later has to be read from its beginning.
    const ShardIteratorType = isFirst ? 'LATEST' : 'TRIM_HORIZON'
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType }),
    )
    if (ShardIterator) iterators.set(ShardId, ShardIterator)
  }

  const read = async (shard: string) => {
    const ShardIterator = iterators.get(shard)
    if (!ShardIterator) return
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator, Limit: BATCH }),
    )
    await deliver(Records.map((record) => record as DynamoDBRecord).filter(filter))
    iterators.set(shard, NextShardIterator ?? '')
  }

  const deliver = async (records: DynamoDBRecord[]): Promise<void> => {
    if (records.length === 0) return
    const { batchItemFailures } = await consume({ Records: records })
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    const first = records.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''))
    if (first < 0 || stopping.signal.aborted) return
    await wait()
    await deliver(records.slice(first))
  }

  const wait = () => pause(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)

  const polling = (async () => {
    let told = false
    for (let round = 0; !stopping.signal.aborted; round++) {
      try {
        if (round % DISCOVER_EVERY === 0 || iterators.size === 0) await discover()
        for (const shard of iterators.keys()) await read(shard)
        told = false
      } catch (error) {
        if (!told && !stopping.signal.aborted) say(`The table's stream cannot be read: ${String(error)}`)
        told = true
        // Iterators do not survive an engine that was started again.
        iterators.clear()
      }
      await wait()
    }
    client.destroy()
  })()

  return {
    async stop() {
      stopping.abort()
      await polling
    },
  }
}

/** The filters of the mappings in infra/streams.yml. */
const isWaiting = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.['waits_for']?.S !== undefined

export const isWaitingForPeople = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.NewImage?.['waits_for_people']?.S !== undefined
