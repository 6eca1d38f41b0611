import type { TransactItem } from '../table/conflicts.js'
import type { Item, Table } from '../table/table.js'
import type { NumberedList } from './numbered-list.js'

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
