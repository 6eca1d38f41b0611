import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import type { LocalTable } from '../engine/data.js'

/** Reads the records of a table's stream, shard by shard. */
export interface StreamReader {
  /** Returns what was written since it was called last, at most 1,000 records of each shard. */
  read: () => Promise<DynamoDBRecord[]>
  /** The sequence number of the last record that was read; the embedded engine has one shard. */
  position: () => string | undefined
  /** Drops the iterators, which do not survive an engine that was started again. Positions are kept. */
  reset: () => void
  close: () => void
}

/** The start of reading: records that are in the stream, or that are written from now on. */
export type StartingPosition = 'TRIM_HORIZON' | 'LATEST'

interface Shard {
  from: StartingPosition
  iterator?: string | undefined
  /** The sequence number of the last record that was read. */
  position?: string | undefined
  /** Whether no record can follow. */
  ended: boolean
}

/** Shards appear seldom, and listing them costs the engine more than reading them. */
const LIST_SHARDS_MS = 30_000
const READ_AT_ONCE = 1000

/** Opens the stream of a table. The engine is asked when `read` is called. */
export function openStream({ endpoint, tableName }: LocalTable, from: StartingPosition): StreamReader {
  const client = new DynamoDBStreamsClient({ endpoint })
  // It goes through all that was read, for a log that there is not.
  client.middlewareStack.remove('loggerMiddleware')
  const shards = new Map<string, Shard>()
  let arn: string | undefined
  let listed = -Infinity

  const listShards = async () => {
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }))
    arn = Streams[0]?.StreamArn
    if (!arn) return
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }))
    const isFirst = shards.size === 0
    for (const { ShardId } of StreamDescription?.Shards ?? [])
      if (ShardId && !shards.has(ShardId))
        // A shard that appears later has to be read from its beginning.
        shards.set(ShardId, { from: isFirst ? from : 'TRIM_HORIZON', ended: false })
    listed = Date.now()
  }

  const iteratorOf = async (ShardId: string, shard: Shard) => {
    const start = shard.position
      ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: shard.position } as const)
      : { ShardIteratorType: shard.from }
    const command = new GetShardIteratorCommand({ StreamArn: arn, ShardId, ...start })
    return (await client.send(command)).ShardIterator
  }

  const readShard = async (id: string, shard: Shard): Promise<DynamoDBRecord[]> => {
    shard.iterator ??= await iteratorOf(id, shard)
    const command = new GetRecordsCommand({ ShardIterator: shard.iterator, Limit: READ_AT_ONCE })
    const { Records = [], NextShardIterator } = await client.send(command)
    shard.position = Records.at(-1)?.dynamodb?.SequenceNumber ?? shard.position
    // Opened again, it must not pass over what is written from here on.
    shard.from = 'TRIM_HORIZON'
    shard.iterator = NextShardIterator
    shard.ended = NextShardIterator === undefined
    // The shards that follow it are there already.
    if (shard.ended) listed = -Infinity
    return Records as DynamoDBRecord[]
  }

  return {
    async read() {
      if (listed + LIST_SHARDS_MS < Date.now()) await listShards()
      const records: DynamoDBRecord[] = []
      for (const [id, shard] of shards) if (!shard.ended) records.push(...(await readShard(id, shard)))
      return records
    },
    position: () => [...shards.values()][0]?.position,
    reset() {
      for (const shard of shards.values()) shard.iterator = undefined
      listed = -Infinity
    },
    close: () => client.destroy(),
  }
}
