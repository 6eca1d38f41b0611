import { getMany } from '../table/reads.js'
import type { Conflicts, TransactItem } from '../table/conflicts.js'
import type { Table, Item } from '../table/table.js'
import { transact } from '../table/transaction.js'
import { ttlCachePerTable } from '../table/ttl-cache.js'
import { type NumberedList, type Position, lengthIn, positionAt } from './numbered-list.js'
import { beforeDeadline } from '../runtime/request-context.js'

/** A member that is about to join lists. */
export interface Joining {
  /** Its items for its positions, one for each list. They differ with each time that they are built. */
  items: TransactItem[]
  /** The writes that come with it into the first list. */
  count: WithCount
}

/** The end of one attempt. */
export interface Attempt {
  outcome: 'written' | Conflicts
  /** Whether something was to be written with the first member of a list. */
  isFirst: boolean
}

/**
 * Makes one attempt to append members to each of the lists, if the lists have these lengths.
 * @param segments of the members, where these are not in the index of members
 */
export async function appendAt(
  table: Table,
  into: NumberedList[],
  lengths: number[],
  joining: [Joining, ...Joining[]],
  segments: TransactItem[] = [],
): Promise<Attempt> {
  const { onFirstMember = async () => [], ...count } = joining[0].count
  const first = lengths[0] === 0 ? await onFirstMember() : []
  const counts = sumOf(joining.map((each) => each.count.counts ?? {}))
  const by = joining.length
  const advances = into.map((each, i) =>
    advance(table, each, lengths[i] as number, i === 0 ? { ...count, counts, by } : { by }),
  )
  const members = joining.flatMap(({ items }) => items)
  const outcome = await transact(table, [...advances, ...members, ...segments, ...first])
  if (outcome === 'written') into.forEach((each, i) => written(table).set(each.name, (lengths[i] as number) + by))
  const length = outcome === 'written' ? undefined : outcome.at((into[0] as NumberedList).length)
  const refusal = length && count.admission?.refusalBy(length)
  if (refusal) throw refusal
  return { outcome, isFirst: first.length > 0 }
}

/** Returns the positions of a member. @param others that come before it in the same transaction */
export const positionsAfter = (into: NumberedList[], lengths: number[], others: number): Position[] =>
  into.map((each, i) => positionAt(each, (lengths[i] as number) + 1 + others))

function sumOf(all: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const [name, count] of all.flatMap(Object.entries<number>)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** The lengths of lists that this process has written within the last seconds. */
const written = ttlCachePerTable<number>(5_000)

/** Lets the lengths of lists be read again: another process has written them. */
export const forgetLengths = (table: Table, lists: NumberedList[]): void =>
  lists.forEach(({ name }) => written(table).delete(name))

/**
 * Returns the lengths of lists that were read a moment ago, or those that another request of this process has written
 * since: lists only grow, and two requests that read at the same time need not meet.
 */
export const atLeast = (table: Table, into: NumberedList[], known: number[]): number[] =>
  into.map(({ name }, i) => Math.max(known[i] as number, written(table).get(name) ?? 0))

/** Reads the lengths of lists. @param isWriting whether this process has just written them, as far as they are known */
export async function lengthsOf(table: Table, into: NumberedList[], isWriting: boolean): Promise<number[]> {
  const known = into.flatMap(({ name }) => written(table).get(name) ?? [])
  if (isWriting && known.length === into.length) return known
  const read = await getMany(
    table,
    into.map(({ length }) => length),
    { consistent: true },
  )
  return read.map(lengthIn)
}

/**
 * Advances the length of a list, if it is `from` and meets the admission.
 * @param options.attributes that the length gets with the first member, unless it has them
 * @param options.by the number of members
 */
export function advance(
  table: Table,
  { length }: NumberedList,
  from: number,
  { attributes = {}, admission, counts = {}, by = 1 }: WithCount & { by?: number } = {},
): TransactItem {
  const kept = from > 0 ? {} : attributes
  const fresh = { length: from + by }
  const sets = [
    ...Object.keys(fresh).map((name) => `#${name} = :${name}`),
    ...Object.keys(kept).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
  ]
  const added = Object.keys(counts)
  const values = { ...fresh, ...kept, ...counts, ...(from > 0 && { from }) }
  const isAtFrom = from === 0 ? 'attribute_not_exists(#length)' : '#length = :from'
  return {
    Update: {
      TableName: table.name,
      Key: length,
      UpdateExpression: [
        `SET ${sets.join(', ')}`,
        ...(added.length > 0 ? [`ADD ${added.map((name) => `#${name} :${name}`).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: admission ? `${isAtFrom} AND ${admission.condition}` : isAtFrom,
      ExpressionAttributeNames: {
        ...Object.fromEntries(Object.keys({ ...fresh, ...kept, ...counts }).map((name) => [`#${name}`, name])),
        ...admission?.names,
      },
      ExpressionAttributeValues: Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}

/** Writes that join the transaction that counts members of a list. */
export interface WithCount {
  /** Numbers that the length of the list adds to its counts with the member. */
  counts?: Record<string, number> | undefined
  /** Attributes that the length of the list gets, unless it has them. */
  attributes?: Record<string, unknown> | undefined
  /** Makes the items that are written with the first members of the list. */
  onFirstMember?: (() => Promise<TransactItem[]>) | undefined
  /** Not for sequencers: pending members have joined. */
  admission?: Admission | undefined
}

/** The condition on the length of a list for a member to join on the synchronous path. */
export interface Admission {
  /** A condition of DynamoDB on the item of the length, which may not exist. */
  condition: string
  names: Record<string, string>
  /** Returns the error where a length does not meet the condition. */
  refusalBy: (length: Item) => Error | undefined
}

/**
 * Returns what belongs to the members of a list that are about to be counted: lists themselves do not know what their
 * members are.
 * @param length of the list as it was read; undefined before its first member
 */
export type OnCount = (table: Table, list: NumberedList, length: Item | undefined) => Promise<WithCount>

const queues = new WeakMap<Table, Map<string, Promise<unknown>>>()

/**
 * Runs the work of this process under the same key one after the other. Requests that share a process would otherwise
 * conflict with each other. Other processes still can.
 * @param work is told whether it had to wait
 * @throws OsdiError busy when the time of the request is over before its turn; the work is not begun then
 */
export async function keyedMutex<Result>(
  table: Table,
  name: string,
  work: (waited: boolean) => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(table) ?? new Map<string, Promise<unknown>>()
  queues.set(table, queue)
  const before = queue.get(name)
  const mine = before ? beforeDeadline(before).then(() => work(true)) : work(false)
  // A request that gives up does not let the next one begin before its turn.
  const done = Promise.allSettled([before, mine]).then(() => undefined)
  queue.set(name, done)
  try {
    return await mine
  } finally {
    if (queue.get(name) === done) queue.delete(name)
  }
}

/** Whether work of this process runs under a key, or waits for it. */
export const isHeld = (table: Table, name: string) => queues.get(table)?.has(name) ?? false
