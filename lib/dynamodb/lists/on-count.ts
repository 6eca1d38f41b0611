import type { TransactItem } from '../conflicts.js'
import type { Item, Table } from '../table.js'
import type { NumberedList } from './numbered-list.js'

/** What is written in the transaction that counts members of a list, besides what every list needs. */
export interface WithCount {
  /** Attributes that the length of the list gets. */
  attributes?: Record<string, unknown> | undefined
  /** Makes the items that are written with the first members of the list. */
  onFirstMember?: (() => Promise<TransactItem[]>) | undefined
}

/**
 * Returns what belongs to the members of a list that are about to be counted: lists themselves do not know what their
 * members are.
 * @param length of the list as it was read; undefined before its first member
 */
export type OnCount = (table: Table, list: NumberedList, length: Item | undefined) => Promise<WithCount>
