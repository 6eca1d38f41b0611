import type { NumberedList } from './numbered-list.js'
import type { Table } from '../table.js'

/**
 * How long a process takes a list for hot that was found in a rush. Long enough that of a thousand processes at a
 * hot list only some try the calm way in the same second, short enough that a list is exact at once again as soon
 * as the rush is over.
 */
export const HOT_MS = 2_000

/**
 * How long after a first meeting at the end of a list, which need be no rush: with a few RSVPs a second, two of
 * them meet now and then, and the next one is not worth a number by itself. Who meets somebody again soon after
 * takes the list for hot twice as long.
 */
const MET_MS = 250

interface Heat {
  until: number
  /** How long it was meant to last. */
  ms: number
}

const heatOf = new WeakMap<Table, Map<string, Heat>>()

/** Whether this process has met somebody else at the end of the list a moment ago. */
export const isHot = (table: Table, { name }: NumberedList) =>
  (heatOf.get(table)?.get(name)?.until ?? 0) > Date.now()

/** Remembers that this process met somebody else at the end of a list. */
export function meet(table: Table, list: NumberedList): void {
  const last = heatOf.get(table)?.get(list.name)
  const isAgain = last !== undefined && Date.now() < last.until + HOT_MS
  heat(table, list, isAgain ? Math.min(2 * last.ms, HOT_MS) : MET_MS)
}

/** Remembers that a list is hot. Half of the time is random, so that processes do not come back together. */
export function heat(table: Table, { name }: NumberedList, ms = HOT_MS): void {
  const lists = heatOf.get(table) ?? new Map<string, Heat>()
  heatOf.set(table, lists)
  if (lists.size >= MAX_REMEMBERED) lists.clear()
  lists.set(name, { until: Date.now() + ms * (0.5 + Math.random()), ms })
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
