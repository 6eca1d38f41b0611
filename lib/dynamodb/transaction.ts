import type {
  DeleteCommandInput,
  PutCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { OsdiError, unknownOutcome } from '../domain/errors.js'
import { noteWrite, pauseWithinDeadline } from '../request-context.js'
import type { Command } from './client/client.js'
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from './client/commands.js'
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from './client/errors.js'
import { isOwnPut, isOwnUpdate } from './own-write.js'
import type { Key, Table } from './table.js'

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** The items that stood against a transaction's items, by position; undefined where nothing stood. */
export type Refusals = (Record<string, unknown> | undefined)[]

/**
 * Sends a transaction whose conditions may fail: all of its items are written, or none. The client sends a
 * token with it, so that its own retries are harmless: a transaction that was applied although its answer was lost is
 * answered with success.
 * @returns 'written', or what stood against each item; nothing stands where a concurrent transaction was met, or
 *   DynamoDB has taken as many writes of a partition as it takes at once
 */
export async function transact(table: Table, items: TransactItem[]): Promise<'written' | Refusals> {
  try {
    await write(table, new TransactWriteCommand({ TransactItems: items }))
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
    await write(table, new PutCommand(input))
    return []
  } catch (error) {
    if (error instanceof TransactionConflictException) return retriable(error)
    if (!(error instanceof ConditionalCheckFailedException && error.item)) throw error
    return error.afterUnknown && isOwnPut(error.item, input.Item as object) ? [] : [error.item]
  }
}

/** Sends a write, and records in the context of its request that it is done. */
async function write<Input extends object, Output extends object>(
  table: Table,
  command: Command<Input, Output>,
): Promise<void> {
  await table.client.send(command)
  noteWrite()
}

/** @throws OsdiError unknown_outcome where an attempt before the conflict may have been applied */
function retriable({ outcome }: TransactionConflictException): undefined {
  if (outcome === 'unknown') throw unknownOutcome()
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

/** A conditional update, and the attributes that the item has when it is applied. */
export interface OptimisticUpdate {
  update: Omit<UpdateCommandInput, 'TableName' | 'UpdateExpression'> & { UpdateExpression: string }
  /** Besides others `revision`, by which a later write is told from this one. */
  attributes: { revision: number }
}

/**
 * Sends a conditional update together with other items, or alone when there are none: a transaction costs twice.
 * @returns 'written', or what stood against each of the other items
 * @throws OsdiError unknown_outcome when an attempt was left without an answer, and the item has been changed so often
 *   since that nothing shows whether that attempt was applied
 */
export async function updateWith(
  table: Table,
  { update, attributes }: OptimisticUpdate,
  others: TransactItem[],
): Promise<'written' | Refusals> {
  const ours = { ...update, TableName: table.name }
  if (others.length > 0) {
    const outcome = await transact(table, [...others, { Update: ours }])
    return outcome === 'written' ? outcome : outcome.slice(0, others.length)
  }
  try {
    await write(table, new UpdateCommand({ ...ours, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }))
    return 'written'
  } catch (error) {
    if (error instanceof TransactionConflictException) return retriable(error) ?? []
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const { afterUnknown, item = {} } = error
    if (!afterUnknown) return []
    if (isOwnUpdate(item, attributes)) return 'written'
    if ((item['revision'] as number) > attributes.revision) throw unknownOutcome()
    return []
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
      await write(table, command())
    } catch (error) {
      // The repetition does nothing where an attempt before has done it.
      if (error instanceof TransactionConflictException) return undefined
      if (!(error instanceof ConditionalCheckFailedException)) throw error
    }
    return true
  })

/**
 * How long a write competes with others for the same item before it gives up, in milliseconds, where its request has
 * so much time.
 */
const PATIENCE_MS = 6_000

/**
 * Repeats an attempt that lost against a concurrent write, after random pauses.
 * @param attempt answers undefined when it lost and should be made again
 * @param longest pause, in milliseconds
 * @throws OsdiError busy when it keeps losing for some seconds, or until the time of its request is over; none of its
 *   attempts has written anything then
 */
export async function compete<Result>(
  attempt: () => Promise<Result | undefined>,
  longest = 100,
): Promise<Result> {
  const end = performance.now() + PATIENCE_MS
  for (let lost = 0; performance.now() < end; lost++) {
    if (lost > 0 && !(await pauseWithinDeadline(Math.random() * Math.min(longest, 5 * 2 ** lost)))) break
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new OsdiError('busy', 'Too many writes at once; try again')
}
