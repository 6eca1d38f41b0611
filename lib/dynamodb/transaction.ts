import type {
  DeleteCommandInput,
  PutCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import { unknownOutcome } from '../domain/errors.js'
import type { Command } from './client/client.js'
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from './client/commands.js'
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from './client/errors.js'
import { retryOnConflict } from './retry-on-conflict.js'
import { isOwnPut, isOwnUpdate } from './own-write.js'
import type { Key, Table } from './table.js'
import { isConflict, write, writeSingle } from './write.js'

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** The items that stood against a transaction's items, by position; undefined where nothing stood. */
export type Refusals = (Record<string, unknown> | undefined)[]

/**
 * Sends a transaction whose conditions may fail: all of its items are written, or none. All of its attempts carry one
 * token: a transaction that was applied although its answer was lost is answered with success.
 * @returns 'written', or what stood against each item; nothing stands where a concurrent transaction was met, or
 *   DynamoDB has taken as many writes of a partition as it takes at once. Nothing is written then
 * @throws OsdiError unknown_outcome, busy
 */
export async function transact(table: Table, items: TransactItem[]): Promise<'written' | Refusals> {
  const input = { TransactItems: items, ClientRequestToken: randomUUID() }
  try {
    await write(table, () => new TransactWriteCommand(input))
    return 'written'
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error
    if (!isConflict(error) && !error.reasons.some(({ code }) => code === 'ConditionalCheckFailed'))
      throw error
    return error.reasons.map(({ item }) => item)
  }
}

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
export async function putIfAbsent(table: Table, key: Key, value: object): Promise<Refusals[number]> {
  const [stood] = await writeAlone(table, () => [putNew(table, key, value)])
  return stood
}

/** @returns what stood against the put, if anything; undefined when a transaction was under way on the item */
async function put(table: Table, input: PutCommandInput): Promise<Refusals | undefined> {
  try {
    await write(table, () => new PutCommand(input))
    return []
  } catch (error) {
    if (error instanceof TransactionConflictException) return undefined
    if (!(error instanceof ConditionalCheckFailedException && error.item)) throw error
    return error.afterUnknown && isOwnPut(error.item, input.Item as object) ? [] : [error.item]
  }
}

/**
 * Writes items that nothing else comes with: a new one alone by a single put.
 * @param items makes them, anew for every attempt
 * @returns what stood against them; empty when they are written
 */
export const writeAlone = (table: Table, items: () => TransactItem[]): Promise<Refusals> =>
  retryOnConflict(async () => {
    const [first, ...others] = items()
    if (first?.Put && others.length === 0) return put(table, first.Put)
    const outcome = await transact(table, first ? [first, ...others] : [])
    if (outcome === 'written') return []
    return outcome.some(Boolean) ? outcome : undefined
  })

/** Writes all of the items unless one of them exists already; a second time, it changes nothing. */
export const writeOnce = (table: Table, items: TransactItem[]) =>
  retryOnConflict(async () => {
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
    await write(table, () => new UpdateCommand({ ...ours, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }))
    return 'written'
  } catch (error) {
    if (error instanceof TransactionConflictException) return []
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const { afterUnknown, item = {} } = error
    if (!afterUnknown) return []
    if (isOwnUpdate(item, attributes)) return 'written'
    if ((item['revision'] as number) > attributes.revision) throw unknownOutcome()
    return []
  }
}

/** A conditional update that is nothing to worry about when its condition fails: somebody else has done it. */
export const updateIgnoringConflict = (
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<true> => unlessDone(table, () => new UpdateCommand({ ...update, TableName: table.name }))

/** Deletes an item, if it is there and as it should be. */
export const deleteItem = (
  table: Table,
  key: Key,
  should: Pick<DeleteCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'> = {},
): Promise<true> => unlessDone(table, () => new DeleteCommand({ ...should, TableName: table.name, Key: key }))

async function unlessDone<Input extends object, Output extends object>(
  table: Table,
  command: () => Command<Input, Output>,
): Promise<true> {
  try {
    await writeSingle(table, command)
  } catch (error) {
    // The repetition does nothing where an attempt before has done it.
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
  return true
}

/** The first names of these functions, for stores that still use them. */
export { putIfAbsent as putOnce, updateIgnoringConflict as updateUnlessDone }
