import type { NumberedList } from './numbered-list.js'
import type { Table } from '../table/table.js'
import { ttlCachePerTable } from '../table/ttl-cache.js'

/**
 * The time for which a process treats a list as contended in a burst, in milliseconds. Long enough that, of a thousand
 * processes that write to the list, only some try the synchronous path in the same second. Short enough that members
 * are counted at once again when the burst is over.
 */
export const CONTENDED_MS = 2_000

/**
 * The same after a first conflict. With a few RSVPs a second, two of them meet occasionally, and the next one should be
 * counted at once. Each further conflict doubles the time.
 */
const FIRST_CONFLICT_MS = 250

interface Contention {
  until: number
  /** The intended duration. */
  ms: number
}

const contentionOf = ttlCachePerTable<Contention>()

const deferring = new WeakSet<Table>()

/** Takes the deferred path for every list from now on. Members may then be older than those before them. */
export const deferAlways = (table: Table): void => {
  deferring.add(table)
}

/** Whether this process treats a list as contended. */
export const isContended = (table: Table, { name }: NumberedList) =>
  deferring.has(table) || (contentionOf(table).get(name)?.until ?? 0) > Date.now()

/** Remembers that this process met another writer at the end of a list. */
export function recordContention(table: Table, list: NumberedList): void {
  const last = contentionOf(table).get(list.name)
  const isAgain = last !== undefined && Date.now() < last.until + CONTENDED_MS
  markContended(table, list, isAgain ? Math.min(2 * last.ms, CONTENDED_MS) : FIRST_CONFLICT_MS)
}

/**
 * Treats a list as contended. The pause is 0.5 to 1.5 times as long, at random, so that processes do not come back
 * together.
 */
export function markContended(table: Table, { name }: NumberedList, ms = CONTENDED_MS): void {
  contentionOf(table).set(name, { until: Date.now() + ms * (0.5 + Math.random()), ms })
}

/**
 * Learns from the length of a list whether others found the list contended.
 * @param length as it was read; `hot_until` is the attribute in the table
 */
export function syncContention(table: Table, list: NumberedList, length: Record<string, unknown> | undefined): void {
  if (((length?.['hot_until'] as number | undefined) ?? 0) > Date.now()) markContended(table, list)
}
