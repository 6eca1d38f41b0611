import type { Attendance } from '../../../domain/attendances/attendance.js'
import type { OsdiEvent } from '../../../domain/events/event.js'
import type { OwnRsvp } from '../../../domain/people/own-data.js'
import { getBeside, getMany } from '../../reads.js'
import { type Table, keyOf, valueOf } from '../../table.js'

/** Reads all RSVPs of a person, with their events: one Query, and a read for a hundred events. */
export async function ownRsvps(table: Table, person: string): Promise<OwnRsvp[]> {
  const items = await getBeside(table, keyOf.attendance(person, ''))
  const attendances = items.map((item) => valueOf<Attendance>(item))
  const events = await getMany(
    table,
    attendances.map(({ event }) => keyOf.event(event)),
  )
  return attendances.map((attendance, i) => ({
    attendance,
    event: events[i] && valueOf<OsdiEvent>(events[i]),
  }))
}
