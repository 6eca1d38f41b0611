import { type Attendance, isComing } from '../../attendances/attendance.js'
import { type AttendanceRef, canBeAbsentFrom, countedBy } from '../select-people.js'
import { inParallel } from '../../table/in-parallel.js'
import { BLOCK, lists, lengthIn } from '../../collections/numbered-list.js'
import { readWhole } from '../../collections/read-page.js'
import { type Table, valueOf, keyOf } from '../../table/table.js'
import type { OsdiEvent } from '../../events/event.js'
import { type Selection, countedStatuses } from '../targeting-query.js'
import { getMany } from '../../table/reads.js'

/** Blocks that are read at once, of 100 attendances each. */
const AT_ONCE = 24

/** An event, how many attendances of any status are in its list, and which of them count. */
export interface EventToRead {
  id: string
  length: number
  counts?: (attendance: Attendance) => boolean
  /** Whether attendances of people who were there are read, too, that do not count. */
  readsAttended?: boolean
}

/**
 * Reads the attendances of some events that count for a query: those of people who come, unless an event says
 * otherwise. It costs a read unit for about 20 attendances of any status, and one or two requests for each hundred.
 * @param onRead hears how many more are read
 * @throws OsdiError busy when the index does not show all of them yet
 */
export async function readAttendances(
  table: Table,
  events: EventToRead[],
  onRead: (attendances: number) => void = () => undefined,
): Promise<AttendanceRef[][]> {
  const blocks = events.flatMap(({ id, length, counts = isComing, readsAttended = false }, event) =>
    Array.from({ length: Math.ceil(length / BLOCK) }, (_, i) => ({
      event,
      id,
      counts,
      readsAttended,
      oldest: i * BLOCK + 1,
      newest: Math.min(length, (i + 1) * BLOCK),
    })),
  )
  const parts = await inParallel(blocks, AT_ONCE, async ({ id, counts, readsAttended, oldest, newest }) => {
    const found = await readWhole(table, lists.attendancesOf(id), oldest, newest)
    onRead(newest - oldest + 1)
    return found
      .map((item) => valueOf<Attendance>(item))
      .flatMap((attendance): AttendanceRef[] => {
        const { person, created_date, attended } = attendance
        if (counts(attendance)) return [{ person, created_date, ...(readsAttended && attended && { attended }) }]
        return readsAttended && isThere(attendance) ? [{ person, created_date, attended: true, isCounted: false }] : []
      })
  })
  const attendances: AttendanceRef[][] = events.map(() => [])
  blocks.forEach(({ event }, i) => attendances[event]?.push(...(parts[i] as AttendanceRef[])))
  return attendances
}

const isAnswer = ({ merged_into }: Attendance) => merged_into === undefined

const isThere = ({ attended = false, merged_into }: Attendance) => attended && merged_into === undefined

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
    if (i >= include.length) return asked.everyone === 'unanswered' ? { ...event, counts: isAnswer } : event
    const item = events[i] && valueOf<OsdiEvent>(events[i])
    return {
      ...event,
      readsAttended: asked.attended_at_most !== undefined,
      counts: countedBy(asked, item !== undefined && canBeAbsentFrom(item, { attended }, now)),
    }
  })
}
