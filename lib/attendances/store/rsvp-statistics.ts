import type { Owner } from '../../runtime/owner.js'
import type { Attendance } from '../attendance.js'
import { OsdiError } from '../../runtime/errors.js'
import { NOTHING_COUNTED, type RsvpStatistics, withRsvps } from '../rsvp-statistics.js'
import { change } from '../../table/change.js'
import { all, either, is, isBelow, lacks } from '../../table/condition.js'
import type { TransactItem } from '../../table/conflicts.js'
import { inPieces } from '../../table/in-parallel.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readWhole } from '../../collections/read-page.js'
import { getOne } from '../../table/reads.js'
import { type Key, type Table, idInKey, keyOf, valueOf } from '../../table/table.js'
import { updateIgnoringConflict } from '../../table/transaction.js'

/*
 * Statistics are counted behind the RSVPs, and each RSVP once: ordinals are dense, so a count of the first n RSVPs is
 * exact for ever, and the next reader goes on behind them (lib/attendances/store/README.md).
 */

/** The most RSVPs that a page counts while it is read. More of them are counted by a queue's function. */
const AT_MOST = 500

/** RSVPs of one read, and reads at the same time, of a queue's function; and reads after which it keeps its count. */
const AT_ONCE = 1_000
const READS = 4
const KEEP_AFTER = 25

/** After this time, in milliseconds, a count that is not done is requested again. */
const ASK_AGAIN_MS = 60_000

interface Kept extends RsvpStatistics {
  /** Number of times the count was begun anew, since sources of RSVPs changed. */
  version: number
  /** When a page last asked for the count, in milliseconds. */
  asked?: number
}

/** Reads the count that is kept of an event. */
async function readKept(table: Table, event: string): Promise<Kept> {
  const item = await getOne(table, keyOf.rsvpSources(event))
  return { ...NOTHING_COUNTED, version: 0, ...(item && valueOf<Kept>(item)) }
}

/**
 * Reads the statistics of an event. Some RSVPs that are not counted yet are counted at once. If they are many, the
 * statistics are those of the first RSVPs, and the stream tells a queue to count the others.
 */
export async function readStatistics(
  table: Table,
  owner: Owner,
  event: string,
  most = AT_MOST,
): Promise<RsvpStatistics> {
  const [kept, length] = await Promise.all([readKept(table, event), lengthOf(table, lists.attendancesOf(event))])
  const from: RsvpStatistics = kept
  const isLate = length - from.counted > most
  if (isLate) await askToCount(table, owner, event, kept)
  const { counts, further, counted, points } = isLate ? from : await countOn(table, event, kept, from, length)
  return { counts, further, counted, points }
}

/** The stream's announcement of a count that waits. */
export type WaitingCount = Key & { waits_for_people: Owner }

/** Counts all RSVPs of an event that the stream shows waiting. It may be announced twice or late. */
export async function countWaiting(table: Table, { pk }: WaitingCount): Promise<void> {
  const event = idInKey(pk)
  const [kept, length] = await Promise.all([readKept(table, event), lengthOf(table, lists.attendancesOf(event))])
  let [stored, from]: [Kept, RsvpStatistics] = [kept, kept]
  for (let end = from.counted; end < length;) {
    end = Math.min(length, end + KEEP_AFTER * READS * AT_ONCE)
    const next = await countOn(table, event, stored, from, end)
    // The index does not show the newest RSVPs yet, or sources changed: the next page counts on.
    if (next.counted < end) return
    ;[stored, from] = [{ ...next, version: kept.version }, next]
  }
}

/** Counts RSVPs up to an ordinal, as far as the index shows them, and keeps the count. */
async function countOn(
  table: Table,
  event: string,
  stored: Kept,
  from: RsvpStatistics,
  end: number,
): Promise<RsvpStatistics> {
  const list = lists.attendancesOf(event)
  let statistics = from
  while (statistics.counted < end) {
    const { counted } = statistics
    const next = Array.from({ length: Math.min(end - counted, AT_ONCE * READS) }, (_, i) => counted + 1 + i)
    try {
      const read = await Promise.all(
        inPieces(next, AT_ONCE).map((each) => readWhole(table, list, each[0] as number, each.at(-1) as number)),
      )
      const members = read.flatMap((each) => each.reverse()).map((each) => valueOf<Attendance>(each))
      statistics = withRsvps(statistics, members)
    } catch (error) {
      // The index does not show the newest RSVPs yet: the next reader counts them.
      if (error instanceof OsdiError && error.code === 'busy') break
      throw error
    }
  }
  if (statistics.counted > from.counted) await keep(table, event, stored, statistics)
  return statistics
}

/** Keeps a count, unless another reader was faster or sources have changed since it was read. */
const keep = (
  table: Table,
  event: string,
  { counted: from, version }: Kept,
  { counts, further, counted, points }: RsvpStatistics,
) =>
  updateIgnoringConflict(
    table,
    change(
      keyOf.rsvpSources(event),
      {
        set: { event, counts, further, counted, points, version },
        remove: ['waits_for_people', 'asked'],
      },
      isUnchanged(version, from),
    ),
  )

/** Whether the kept count is the one that was read, or there was none and there still is none. */
const isUnchanged = (version: number, counted: number) =>
  either(lacks('pk'), all(is('version', version), is('counted', counted)))

/** Lets the stream announce that RSVPs of an event are to be counted, once for all pages that ask within a minute. */
async function askToCount(table: Table, owner: Owner, event: string, { asked, version, counted }: Kept) {
  const now = Date.now()
  if (asked !== undefined && asked > now - ASK_AGAIN_MS) return
  await updateIgnoringConflict(
    table,
    change(
      keyOf.rsvpSources(event),
      { set: { event, waits_for_people: owner, asked: now, version, counted } },
      all(isUnchanged(version, counted), either(lacks('asked'), isBelow('asked', now - ASK_AGAIN_MS))),
    ),
  )
}

/** Begins the count of an event anew, in the transaction that changes the source of one of its RSVPs. */
export const sourcesForgotten = (table: Table, event: string): TransactItem => ({
  Update: {
    TableName: table.name,
    ...change(keyOf.rsvpSources(event), { set: { event, ...NOTHING_COUNTED }, add: { version: 1 } }),
  },
})
