import type { NumberedList } from './numbered-list.js'
import type { Table } from './table.js'

/**
 * How long a process takes a list for hot after it met somebody else at its end. Long enough that of a thousand
 * processes at a hot list only some try the calm way in the same second, short enough that a list is exact at
 * once again as soon as the rush is over.
 */
export const HOT_MS = 2_000

const hotUntil = new WeakMap<Table, Map<string, number>>()

/** Whether this process has met somebody else at the end of the list a moment ago. */
export const isHot = (table: Table, { name }: NumberedList) =>
  (hotUntil.get(table)?.get(name) ?? 0) > Date.now()

/** Remembers that a list is hot. Half of the time is random, so that processes do not come back together. */
export function heat(table: Table, { name }: NumberedList): void {
  const lists = hotUntil.get(table) ?? new Map<string, number>()
  hotUntil.set(table, lists)
  if (lists.size >= MAX_REMEMBERED) lists.clear()
  lists.set(name, Date.now() + HOT_MS * (0.5 + Math.random()))
}

const MAX_REMEMBERED = 1_000

/** Learns from the length of a list, as it was read, that others found the list hot. */
export function learnHeat(
  table: Table,
  list: NumberedList,
  length: Record<string, unknown> | undefined,
): void {
  if (((length?.['hot_until'] as number | undefined) ?? 0) > Date.now()) heat(table, list)
}
