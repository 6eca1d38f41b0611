import type { Attendance } from '../../../domain/attendances/attendance.js'
import { OsdiError } from '../../../domain/errors.js'
import { NO_SOURCES, type RsvpSources, withRsvps } from '../../../domain/attendances/rsvp-sources.js'
import { timeLeft } from '../../../request-context.js'
import type { TransactItem } from '../../conflicts.js'
import { inPieces } from '../../in-parallel.js'
import { lengthOf, lists } from '../../lists/numbered-list.js'
import { readWhole } from '../../lists/read-page.js'
import { getOne } from '../../reads.js'
import { type Table, keyOf, valueOf } from '../../table.js'
import { updateIgnoringConflict } from '../../transaction.js'

/*
 * RSVPs by source are counted when they are read, and each RSVP once: ordinals are dense, so a count of the first
 * n RSVPs is exact for ever, and the next reader goes on behind them (lib/dynamodb/stores/attendances/README.md).
 */

/** RSVPs of one read, which are in so many blocks of the list; and reads at the same time. */
const AT_ONCE = 500
const READS = 4

/** The longest that a reader waits for the count, in milliseconds. Then the page says how far it is. */
const PATIENCE_MS = 4_000

interface Kept extends RsvpSources {
  /** Number of times the count was begun anew, since sources of RSVPs changed. */
  version: number
}

/** Reads how many RSVPs of an event came from each source, and counts those that are not counted yet. */
export async function readSources(table: Table, event: string, most = AT_ONCE): Promise<RsvpSources> {
  const list = lists.attendancesOf(event)
  const until = performance.now() + Math.min(PATIENCE_MS, timeLeft() / 2)
  const [item, length] = await Promise.all([getOne(table, keyOf.rsvpSources(event)), lengthOf(table, list)])
  const kept: Kept = { ...NO_SOURCES, version: 0, ...(item && valueOf<Kept>(item)) }
  let sources: RsvpSources = kept
  while (sources.counted < length && performance.now() < until) {
    const { counted } = sources
    const next = Array.from({ length: Math.min(length - counted, most * READS) }, (_, i) => counted + 1 + i)
    try {
      const read = await Promise.all(
        inPieces(next, most).map((each) => readWhole(table, list, each[0] as number, each.at(-1) as number)),
      )
      for (const members of read)
        sources = withRsvps(
          sources,
          members.reverse().map((each) => valueOf<Attendance>(each)),
        )
    } catch (error) {
      // The index does not show the newest RSVPs yet: the next reader counts them.
      if (error instanceof OsdiError && error.code === 'busy') break
      throw error
    }
  }
  if (sources.counted > kept.counted) await keep(table, event, kept, sources)
  return { counts: sources.counts, further: sources.further, counted: sources.counted }
}

/** Keeps a count, unless another reader was faster or sources have changed since it was read. */
const keep = (
  table: Table,
  event: string,
  { counted: from, version }: Kept,
  { counts, further, counted }: RsvpSources,
) =>
  updateIgnoringConflict(table, {
    Key: keyOf.rsvpSources(event),
    UpdateExpression:
      'SET event = :event, counts = :counts, further = :further, counted = :counted, version = :version',
    ConditionExpression: 'attribute_not_exists(pk) OR (version = :version AND counted = :from)',
    ExpressionAttributeValues: {
      ...{ ':event': event, ':counts': counts, ':further': further, ':counted': counted },
      ...{ ':version': version, ':from': from },
    },
  })

/** Begins the count of an event anew, in the transaction that changes the source of one of its RSVPs. */
export const sourcesForgotten = (table: Table, event: string): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keyOf.rsvpSources(event),
    UpdateExpression: 'SET event = :event, counts = :none, further = :zero, counted = :zero ADD version :one',
    ExpressionAttributeValues: { ':event': event, ':none': {}, ':zero': 0, ':one': 1 },
  },
})
