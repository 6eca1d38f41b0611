import type { QueryCommandInput, QueryCommandOutput } from '@aws-sdk/lib-dynamodb'
import { OsdiError } from '../runtime/errors.js'
import { currentRequest, pauseWithinDeadline } from '../runtime/request-context.js'
import { BatchGetCommand, GetCommand, QueryCommand } from './client/commands.js'
import type { Item, Key, Table } from './table.js'

/** Reads an item consistently. */
export async function getOne(table: Table, key: Key): Promise<Item | undefined> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }))
  return Item as Item | undefined
}

/**
 * Reads all items of a Query, in pages of at most 1 MB each.
 * @param most stops reading at this number of items
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

/**
 * Yields the pages of a Query, for results that do not fit in memory.
 * @param after the keys of the item, in the table and the index, behind which it begins
 */
export async function* queryPages(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
  after?: Record<string, unknown>,
): AsyncGenerator<Item[]> {
  let next = after
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...query, TableName: table.name, ExclusiveStartKey: next }),
    )
    yield Items as Item[]
    next = LastEvaluatedKey
  } while (next)
}

const queries = new WeakMap<Table, Map<string, Promise<QueryCommandOutput>>>()

/**
 * Sends a Query. Equal ones that are under way share its answer: parts of a page that know nothing of each other may
 * begin with the same items.
 */
export function queryTogether(table: Table, query: Omit<QueryCommandInput, 'TableName'>): Promise<QueryCommandOutput> {
  const underWay = queries.get(table) ?? new Map<string, Promise<QueryCommandOutput>>()
  queries.set(table, underWay)
  const text = JSON.stringify(query)
  const answer =
    underWay.get(text) ??
    table.client.send(new QueryCommand({ ...query, TableName: table.name })).finally(() => underWay.delete(text))
  underWay.set(text, answer)
  return answer
}

/** Reads the items of a partition whose sort keys begin with this key's. */
export const getBeside = (table: Table, key: Key, most?: number): Promise<Item[]> =>
  queryAll(table, { ...beside(key), ...(most !== undefined && { Limit: most }) }, most)

/** Yields the same items page by page. */
export const pagesBeside = (table: Table, key: Key) => queryPages(table, beside(key))

const beside = ({ pk, sk }: Key) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
  ConsistentRead: true,
})

/** A BatchGetItem takes 100 keys (DynamoDB limit). */
const BATCH = 100

/**
 * Reads many items, for half a unit each, or consistently for a unit each.
 * @returns the items in the order of the keys, undefined for a key without an item
 */
export async function getMany(table: Table, keys: Key[], { consistent = false } = {}): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>()
  const distinct = [...new Map(keys.map((key) => [textOf(key), key])).values()]
  const batches = Array.from({ length: Math.ceil(distinct.length / BATCH) }, (_, i) =>
    distinct.slice(i * BATCH, (i + 1) * BATCH),
  )
  await Promise.all(batches.map((batch) => getBatch(table, batch, consistent, found)))
  return keys.map((key) => found.get(textOf(key)))
}

/** Retries of unprocessed keys end after this time, in milliseconds, or with the request's deadline. */
const PATIENCE_MS = 4_000

/** @throws OsdiError busy when DynamoDB keeps returning unprocessed keys */
async function getBatch(table: Table, batch: Key[], consistent: boolean, found: Map<string, Item>) {
  const end = performance.now() + PATIENCE_MS
  let keys = batch
  for (let pause = 10; keys.length > 0; pause = Math.min(pause * 2, 500)) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: consistent } } }),
    )
    for (const item of (Responses?.[table.name] ?? []) as Item[]) found.set(textOf(item), item)
    // DynamoDB returns unprocessed keys after 16 MB, and for a throttled partition.
    keys = (UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[]
    if (keys.length === 0) return
    if (performance.now() > end || !(await pauseWithinDeadline(pause)))
      throw new OsdiError('busy', 'Too many reads at once; try again')
  }
}

/** Reads that one request begins together, before any of its code waits for one of them. */
interface Batch {
  keys: Key[]
  items: Promise<(Item | undefined)[]>
}

const batches = new WeakMap<Table, Map<unknown, Batch>>()

/**
 * Reads items as they stand this moment, together with what else this request begins to read before it waits: stores
 * that know nothing of each other share one BatchGetItem, and so do rows that are recorded at the same time.
 * @returns the items in the order of the keys, undefined where there is none
 */
export async function getTogether(table: Table, keys: Key[]): Promise<(Item | undefined)[]> {
  const ofTable = batches.get(table) ?? new Map<unknown, Batch>()
  batches.set(table, ofTable)
  const request = currentRequest()
  const batch = ofTable.get(request) ?? beginBatch(table, () => ofTable.delete(request))
  ofTable.set(request, batch)
  const from = batch.keys.length
  batch.keys.push(...keys)
  return (await batch.items).slice(from, from + keys.length)
}

function beginBatch(table: Table, onSent: () => void): Batch {
  const keys: Key[] = []
  const items = Promise.resolve().then(async () => {
    onSent()
    const [first, ...others] = keys
    return first && others.length === 0 ? [await getOne(table, first)] : getMany(table, keys, { consistent: true })
  })
  return { keys, items }
}

const textOf = ({ pk, sk }: Key) => `${pk}\n${sk}`
