import { type TimelinePoint, sampledOrdinals } from '../../../domain/attendances/rsvp-timeline.js'
import { lengthOf, lists } from '../../lists/numbered-list.js'
import { readRange } from '../../lists/read-range.js'
import type { Table } from '../../table.js'

/**
 * Samples when the RSVPs of an event came. Ordinals are dense and follow time, so the RSVP with an ordinal says how
 * many there were when it came: the cost does not depend on how many there are.
 */
export async function readTimeline(table: Table, event: string): Promise<TimelinePoint[]> {
  const list = lists.attendancesOf(event)
  const ordinals = sampledOrdinals(await lengthOf(table, list))
  const found = await Promise.all(ordinals.map((ordinal) => readRange(table, list, ordinal, ordinal)))
  const points = found.flatMap(([item], i) =>
    item ? [{ date: item['created_date'] as string, total: ordinals[i] as number }] : [],
  )
  // Ordinals that were assigned after a rush may be out of the order of time by a second.
  return points.map((point, i) => ({
    ...point,
    date: points.slice(0, i).reduce((latest, { date }) => (date > latest ? date : latest), point.date),
  }))
}
