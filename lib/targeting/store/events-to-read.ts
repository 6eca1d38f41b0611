import { canBeAbsentFrom, countedBy } from '../counted-attendance.js'
import type { OsdiEvent } from '../../events/event.js'
import { type Selection, countedStatuses } from '../targeting-query.js'
import { lengthIn, lists } from '../../collections/numbered-list.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import type { EventToRead } from './read-attendances.js'

/** Returns how many attendances of any status some events have, and how many of them attended. */
export async function eventLengths(table: Table, ids: string[]) {
  const lengths = await getMany(
    table,
    ids.map((id) => lists.attendancesOf(id).length),
    { consistent: true },
  )
  return ids.map((id, i) => ({
    id,
    length: lengthIn(lengths[i]),
    attended: (lengths[i]?.['attended'] as number | undefined) ?? 0,
  }))
}

/**
 * Returns the included events of a query, then the excluded ones, each with the attendances that count. Only a query
 * for people who were absent reads the events themselves.
 */
export async function eventsToRead(
  table: Table,
  { include, exclude, ...asked }: Selection,
  now: Date,
): Promise<EventToRead[]> {
  const needed = countedStatuses(asked).includes('absent') ? include : []
  const [lengths, events] = await Promise.all([
    eventLengths(table, [...include, ...exclude]),
    getMany(table, needed.map(keyOf.event), { consistent: true }),
  ])
  return lengths.map(({ attended, ...event }, i) => {
    if (i >= include.length) return event
    const item = events[i] && valueOf<OsdiEvent>(events[i])
    return {
      ...event,
      readsAttended: asked.attended_at_most !== undefined,
      counts: countedBy(asked, item !== undefined && canBeAbsentFrom(item, { attended }, now)),
    }
  })
}
