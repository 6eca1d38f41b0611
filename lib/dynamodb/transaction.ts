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

/** The existing items that failed the conditions of a transaction, by position; undefined without a conflict. */
export type ConflictingItems = (Record<string, unknown> | undefined)[]

/**
 * Sends a transaction whose conditions may fail: all of its items are written, or none. All attempts have the same
 * token, so a transaction whose answer was lost is answered with success when it is repeated.
 * @returns 'written', or the conflicting items, and nothing is written. All of them are undefined after a conflict with
 *   a concurrent transaction, or when DynamoDB throttles the partition
 * @throws OsdiError unknown_outcome, busy
 */
export async function transact(table: Table, items: TransactItem[]): Promise<'written' | ConflictingItems> {
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
 * Writes an item unless it exists already, for half the cost of a transaction.
 * @returns the existing item; undefined when the new one was written
 */
export async function putIfAbsent(table: Table, key: Key, value: object): Promise<ConflictingItems[number]> {
  const [conflicting] = await writeAlone(table, () => [putNew(table, key, value)])
  return conflicting
}

/** @returns the conflicting item, if any; undefined when a transaction was under way on the item */
async function put(table: Table, input: PutCommandInput): Promise<ConflictingItems | undefined> {
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
 * Writes items: a single new item by a put, several by a transaction.
 * @param items builds the items; called for every attempt
 * @returns the conflicting items; empty when the items were written
 */
export const writeAlone = (table: Table, items: () => TransactItem[]): Promise<ConflictingItems> =>
  retryOnConflict(async () => {
    const [first, ...others] = items()
    if (first?.Put && others.length === 0) return put(table, first.Put)
    const outcome = await transact(table, first ? [first, ...others] : [])
    if (outcome === 'written') return []
    return outcome.some(Boolean) ? outcome : undefined
  })

/** Writes all items unless one of them exists already. Repeating it changes nothing. */
export const putAllIfAbsent = (table: Table, items: TransactItem[]) =>
  retryOnConflict(async () => {
    const outcome = await transact(table, items)
    return outcome === 'written' || outcome.some(Boolean) || undefined
  })

/** A conditional update, and the attributes that the item has when it is applied. */
export interface OptimisticUpdate {
  update: Omit<UpdateCommandInput, 'TableName' | 'UpdateExpression'> & { UpdateExpression: string }
  /** They include `revision`, which distinguishes this write from a later one. */
  attributes: { revision: number }
}

/**
 * Sends a conditional update, in a transaction if there are other items. A transaction costs twice as much.
 * @returns 'written', or the items that conflict with the other items
 * @throws OsdiError unknown_outcome when an attempt got no answer, and later changes hide whether it was applied
 */
export async function updateWith(
  table: Table,
  { update, attributes }: OptimisticUpdate,
  others: TransactItem[],
): Promise<'written' | ConflictingItems> {
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

/** Sends a conditional update, and ignores a failed condition: another process has already done it. */
export const updateIgnoringConflict = (
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<true> => ignoringConflict(table, () => new UpdateCommand({ ...update, TableName: table.name }))

/** Deletes an item if it exists and meets the condition. */
export const deleteItem = (
  table: Table,
  key: Key,
  should: Pick<DeleteCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'> = {},
): Promise<true> =>
  ignoringConflict(table, () => new DeleteCommand({ ...should, TableName: table.name, Key: key }))

async function ignoringConflict<Input extends object, Output extends object>(
  table: Table,
  command: () => Command<Input, Output>,
): Promise<true> {
  try {
    await writeSingle(table, command)
  } catch (error) {
    // The condition also fails if an earlier attempt was applied.
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
  return true
}
