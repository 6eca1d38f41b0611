import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { OsdiError } from '../domain/errors.js'
import { pauseWithinDeadline } from '../request-context.js'
import { BatchGetCommand, GetCommand, QueryCommand } from './client/commands.js'
import type { Item, Key, Table } from './table.js'

/** Reads an item as it stands this moment. */
export async function getOne(table: Table, key: Key): Promise<Item | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  )
  return Item as Item | undefined
}

/**
 * Reads all that a Query finds, in answers of at most 1 MB each.
 * @param most where fewer will do: reading ends when there are so many
 */
export async function queryAll(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
  most = Infinity,
): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of queryPages(table, query)) {
    items.push(...page)
    if (items.length >= most) break
  }
  return items
}

/** The answers of a Query one by one, for whoever cannot hold all of them. */
export async function* queryPages(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
): AsyncGenerator<Item[]> {
  let next: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...query, TableName: table.name, ExclusiveStartKey: next }),
    )
    yield Items as Item[]
    next = LastEvaluatedKey
  } while (next)
}

/** Reads the items of a partition whose sort keys begin as this key's does. */
export const getBeside = (table: Table, key: Key): Promise<Item[]> => queryAll(table, beside(key))

/** The same, answer by answer. */
export const pagesBeside = (table: Table, key: Key) => queryPages(table, beside(key))

const beside = ({ pk, sk }: Key) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
  ConsistentRead: true,
})

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
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>()
  const distinct = [...new Map(keys.map((key) => [textOf(key), key])).values()]
  const batches = Array.from({ length: Math.ceil(distinct.length / BATCH) }, (_, i) =>
    distinct.slice(i * BATCH, (i + 1) * BATCH),
  )
  await Promise.all(batches.map((batch) => getBatch(table, batch, consistent, found)))
  return keys.map((key) => found.get(textOf(key)))
}

/** How long a batch is asked for what it did not bring, in milliseconds, where its request has so much time. */
const PATIENCE_MS = 4_000

/** @throws OsdiError busy when DynamoDB keeps handing back what it did not read */
async function getBatch(table: Table, batch: Key[], consistent: boolean, found: Map<string, Item>) {
  const end = performance.now() + PATIENCE_MS
  let keys = batch
  for (let pause = 10; keys.length > 0; pause = Math.min(pause * 2, 500)) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: consistent } } }),
    )
    for (const item of (Responses?.[table.name] ?? []) as Item[]) found.set(textOf(item), item)
    // More than 16 MB, or a throttled partition: DynamoDB hands back what it did not read.
    keys = (UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[]
    if (keys.length === 0) return
    if (performance.now() > end || !(await pauseWithinDeadline(pause)))
      throw new OsdiError('busy', 'Too many reads at once; try again')
  }
}

const textOf = ({ pk, sk }: Key) => `${pk}\n${sk}`
