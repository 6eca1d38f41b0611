import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Key, Table } from './table.js'

/** A BatchGetItem takes 100 keys (DynamoDB limit). */
const BATCH = 100

/**
 * Reads many items at half a unit each, or as they stand this moment for twice that.
 * @returns the items in the order of the keys, undefined where there is none
 */
export async function getMany(
  table: Table,
  keys: Key[],
  { consistent = false } = {},
): Promise<(Record<string, unknown> | undefined)[]> {
  const found = new Map<string, Record<string, unknown>>()
  const distinct = [...new Map(keys.map((key) => [textOf(key), key])).values()]
  const batches = Array.from({ length: Math.ceil(distinct.length / BATCH) }, (_, i) =>
    distinct.slice(i * BATCH, (i + 1) * BATCH),
  )
  await Promise.all(batches.map((batch) => getBatch(table, batch, consistent, found)))
  return keys.map((key) => found.get(textOf(key)))
}

async function getBatch(
  table: Table,
  batch: Key[],
  consistent: boolean,
  found: Map<string, Record<string, unknown>>,
) {
  let keys = batch
  for (let pause = 10; keys.length > 0; pause = Math.min(pause * 2, 500)) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: consistent } } }),
    )
    for (const item of Responses?.[table.name] ?? []) found.set(textOf(item as Key), item)
    // More than 16 MB, or a throttled partition: DynamoDB hands back what it did not read.
    keys = (UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[]
    if (keys.length > 0) await sleep(pause)
  }
}

const textOf = ({ pk, sk }: Key) => `${pk}\n${sk}`
