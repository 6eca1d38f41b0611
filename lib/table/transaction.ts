import type { DeleteCommandInput, PutCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import { unknownOutcome } from '../runtime/errors.js'
import type { Command } from './client/client.js'
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from './client/commands.js'
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from './client/errors.js'
import { type Changes, change } from './change.js'
import type { Condition } from './condition.js'
import { Conflicts, type TransactItem, retryOnConflict } from './conflicts.js'
import type { PlainKey } from './items/kind.js'
import type { Item, Key, Table } from './table.js'
import { isConflict, write, writeSingle } from './write.js'
import { isDeepStrictEqual } from 'node:util'

/*
 * A conditional write whose first attempt got no answer may be refused because that attempt was applied. These
 * functions compare the conflicting item with the item that the write intended.
 */

type Values = Record<string, unknown>

/** Whether an item is the one that a put writes. */
const isOwnPut = (item: Values, put: object): boolean => isDeepStrictEqual(stored(item), stored(put))

/** Whether an item has all the attributes that an update sets. */
function isOwnUpdate(item: Values, attributes: object): boolean {
  const found = stored(item)
  return Object.entries(stored(attributes)).every(([name, value]) => isDeepStrictEqual(found[name], value))
}

/** Returns a value as DynamoDB stores it: without undefined. */
const stored = (value: object) => JSON.parse(JSON.stringify(value)) as Values

/**
 * Sends a transaction whose conditions may fail: all of its items are written, or none. All of its attempts carry one
 * token: a transaction that was applied although its answer was lost is answered with success.
 * @returns 'written', or the items that were met. There are none where a concurrent transaction was met, or DynamoDB
 *   has taken as many writes of a partition as it takes at members. Nothing is written then
 * @throws OsdiError unknown_outcome, busy
 */
export async function transact(table: Table, items: TransactItem[]): Promise<'written' | Conflicts> {
  const input = { TransactItems: items, ClientRequestToken: randomUUID() }
  try {
    await write(table, () => new TransactWriteCommand(input))
    return 'written'
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error
    if (!isConflict(error) && !error.reasons.some(({ code }) => code === 'ConditionalCheckFailed')) throw error
    return new Conflicts(error.reasons.flatMap(({ item }) => (item as Item | undefined) ?? []))
  }
}

/** Writes an item that must not exist yet. */
export const putNew = (table: Table, key: PlainKey, value: object): TransactItem => ({
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
export async function putIfAbsent(table: Table, key: PlainKey, value: object): Promise<Item | undefined> {
  const outcome = await writeAlone(table, () => [putNew(table, key, value)])
  return outcome === 'written' ? undefined : outcome.at(key)
}

/** @returns 'written', or the conflicting item; undefined when a transaction was under way on the item */
async function put(table: Table, input: PutCommandInput): Promise<'written' | Conflicts | undefined> {
  try {
    await write(table, () => new PutCommand(input))
    return 'written'
  } catch (error) {
    if (error instanceof TransactionConflictException) return undefined
    if (!(error instanceof ConditionalCheckFailedException && error.item)) throw error
    const isOwn = error.afterUnknown && isOwnPut(error.item, input.Item as object)
    return isOwn ? 'written' : new Conflicts([error.item as Item])
  }
}

/**
 * Writes items: a single new item by a put, several by a transaction.
 * @param items builds the items; called for every attempt
 * @returns 'written', or the conflicting items
 */
export const writeAlone = (table: Table, items: () => TransactItem[]): Promise<'written' | Conflicts> =>
  retryOnConflict(async () => {
    const [first, ...others] = items()
    if (first?.Put && others.length === 0) return put(table, first.Put)
    const outcome = await transact(table, first ? [first, ...others] : [])
    return outcome === 'written' || !outcome.isEmpty ? outcome : undefined
  })

/** Writes all items unless one of them exists already. Repeating it changes nothing. */
export const putAllIfAbsent = (table: Table, items: TransactItem[]) =>
  retryOnConflict(async () => {
    const outcome = await transact(table, items)
    return outcome === 'written' || !outcome.isEmpty || undefined
  })

/** A conditional update, and the attributes that the item has when it is applied. */
export interface OptimisticUpdate {
  update: Omit<UpdateCommandInput, 'TableName' | 'UpdateExpression'> & { UpdateExpression: string }
  /** They include `revision`, which distinguishes this write from a later one. */
  attributes: { revision: number }
}

export const itemOf = (table: Table, { update }: OptimisticUpdate): TransactItem => ({
  Update: { TableName: table.name, ...update },
})

/**
 * Sends a conditional update, in a transaction if there are other items. A transaction costs twice as much.
 * @returns 'written', or the items that conflict with the other items
 * @throws OsdiError unknown_outcome when an attempt got no answer, and later changes hide whether it was applied
 */
export async function updateWith(
  table: Table,
  { update, attributes }: OptimisticUpdate,
  others: TransactItem[],
): Promise<'written' | Conflicts> {
  const ours = { ...update, TableName: table.name }
  if (others.length > 0) {
    const outcome = await transact(table, [...others, { Update: ours }])
    return outcome === 'written' ? outcome : outcome.among(others)
  }
  try {
    await write(table, () => new UpdateCommand({ ...ours, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }))
    return 'written'
  } catch (error) {
    if (error instanceof TransactionConflictException) return new Conflicts()
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const { afterUnknown, item = {} } = error
    if (!afterUnknown) return new Conflicts()
    if (isOwnUpdate(item, attributes)) return 'written'
    if ((item['revision'] as number) > attributes.revision) throw unknownOutcome()
    return new Conflicts()
  }
}

/** Sends a conditional update, and ignores a failed condition: another process has already done it. */
export const updateIgnoringConflict = (table: Table, update: Omit<UpdateCommandInput, 'TableName'>): Promise<true> =>
  ignoringConflict(table, () => new UpdateCommand({ ...update, TableName: table.name }))

/** Changes an item in a transaction, which tells the item where its condition fails. */
export const changing = (
  table: Table,
  Key: Key,
  changes: Changes,
  condition?: Condition,
): TransactItem & { Update: object } => ({
  Update: {
    TableName: table.name,
    ...change(Key, changes, condition),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** The item as a change has left it, or the item that did not meet the condition. */
export type Changed = { item: Item } | { item?: undefined; met: Item | undefined }

/** Changes an item that meets the condition. Unlike `updateIgnoringConflict`, it tells whether it did. */
export async function changeItem(table: Table, Key: Key, changes: Changes, condition?: Condition): Promise<Changed> {
  const update = change(Key, changes, condition)
  try {
    const { Attributes } = await writeSingle(
      table,
      () =>
        new UpdateCommand({
          ...update,
          TableName: table.name,
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
    )
    return { item: Attributes as Item }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { met: error.item as Item | undefined }
  }
}

/** Deletes an item if it exists and meets the condition. */
export const deleteItem = (
  table: Table,
  key: Key,
  should: Pick<DeleteCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'> = {},
): Promise<true> => ignoringConflict(table, () => new DeleteCommand({ ...should, TableName: table.name, Key: key }))

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
