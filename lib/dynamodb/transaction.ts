import type {
  DeleteCommandInput,
  PutCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { setTimeout as sleep } from 'node:timers/promises'
import { OsdiError } from '../domain/errors.js'
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from './client/commands.js'
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from './client/errors.js'
import type { Key, Table } from './table.js'

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** The items that stood against a transaction's items, by position; undefined where nothing stood. */
export type Refusals = (Record<string, unknown> | undefined)[]

/**
 * Sends a transaction whose conditions may fail: all of its items are written, or none. The client sends a
 * token with it, so that its own retries are harmless.
 * @returns 'written', or what stood against each item; nothing stands where a concurrent transaction was met, or
 *   DynamoDB has taken as many writes of a partition as it takes at once
 */
export async function transact(table: Table, items: TransactItem[]): Promise<'written' | Refusals> {
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: items }))
    return 'written'
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error
    const { reasons } = error
    if (reasons.some(({ code }) => !EXPECTED.has(code))) throw error
    return reasons.map(({ item }) => item)
  }
}

/** Why a transaction may be cancelled: something stood against an item, or it may be sent again a little later. */
const EXPECTED = new Set([
  ...['None', 'ConditionalCheckFailed', 'TransactionConflict'],
  ...['ThrottlingError', 'ProvisionedThroughputExceeded'],
])

/** Writes an item that must not exist yet. */
export const putNew = (table: Table, key: Key, value: object): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { ...value, ...key },
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/**
 * Writes an item unless it exists already, for half of what a transaction costs.
 * @returns what stood against it; undefined when it was written
 */
export async function putOnce(table: Table, key: Key, value: object): Promise<Refusals[number]> {
  const [stood] = await writeAlone(table, () => [putNew(table, key, value)])
  return stood
}

/** @returns what stood against the put, if anything; undefined when a transaction was under way on the item */
async function put(table: Table, input: PutCommandInput): Promise<Refusals | undefined> {
  try {
    await table.client.send(new PutCommand(input))
    return []
  } catch (error) {
    if (error instanceof TransactionConflictException) return undefined
    if (error instanceof ConditionalCheckFailedException && error.item) return [error.item]
    throw error
  }
}

/**
 * Writes items that nothing else comes with: a new one alone by a single put.
 * @param items makes them, anew for every attempt
 * @returns what stood against them; empty when they are written
 */
export const writeAlone = (table: Table, items: () => TransactItem[]): Promise<Refusals> =>
  compete(async () => {
    const [first, ...others] = items()
    if (first?.Put && others.length === 0) return put(table, first.Put)
    const outcome = await transact(table, first ? [first, ...others] : [])
    if (outcome === 'written') return []
    return outcome.some(Boolean) ? outcome : undefined
  })

/** Writes all of the items unless one of them exists already; a second time, it changes nothing. */
export const writeOnce = (table: Table, items: TransactItem[]) =>
  compete(async () => {
    const outcome = await transact(table, items)
    return outcome === 'written' || outcome.some(Boolean) || undefined
  })

/**
 * Sends a conditional update together with other items, or alone when there are none: a transaction costs twice.
 * @returns 'written', or what stood against each of the other items
 */
export async function updateWith(
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName' | 'UpdateExpression'> & { UpdateExpression: string },
  others: TransactItem[],
): Promise<'written' | Refusals> {
  const ours = { ...update, TableName: table.name }
  if (others.length > 0) {
    const outcome = await transact(table, [...others, { Update: ours }])
    return outcome === 'written' ? outcome : outcome.slice(0, others.length)
  }
  try {
    await table.client.send(new UpdateCommand(ours))
    return 'written'
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException)
      return []
    throw error
  }
}

/** A conditional update that is nothing to worry about when its condition fails: somebody else has done it. */
export const updateUnlessDone = (
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<true> => unlessDone(table, () => new UpdateCommand({ ...update, TableName: table.name }))

/** Deletes an item, if it is there and as it should be. */
export const deleteItem = (
  table: Table,
  key: Key,
  should: Pick<DeleteCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'> = {},
): Promise<true> => unlessDone(table, () => new DeleteCommand({ ...should, TableName: table.name, Key: key }))

const unlessDone = (table: Table, command: () => UpdateCommand | DeleteCommand): Promise<true> =>
  compete(async () => {
    try {
      await table.client.send<unknown>(command())
    } catch (error) {
      if (error instanceof TransactionConflictException) return undefined
      if (!(error instanceof ConditionalCheckFailedException)) throw error
    }
    return true
  })

/** How long a write competes with others for the same item before it gives up, in milliseconds. */
const PATIENCE_MS = 6_000

/**
 * Repeats an attempt that lost against a concurrent write, after random pauses.
 * @param attempt answers undefined when it lost and should be made again
 * @param longest pause, in milliseconds
 * @throws OsdiError busy when it keeps losing for some seconds; none of its attempts has written anything then
 */
export async function compete<Result>(
  attempt: () => Promise<Result | undefined>,
  longest = 100,
): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS
  for (let lost = 0; Date.now() < deadline; lost++) {
    if (lost > 0) await sleep(Math.random() * Math.min(longest, 5 * 2 ** lost))
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new OsdiError('busy', 'Too many writes at once; try again')
}
