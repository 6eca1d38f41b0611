import type { Attendance } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import type { Person } from './person.js'

/** An RSVP of a person, and its event; undefined where the event is not found. */
export interface OwnRsvp {
  attendance: Attendance
  event: Pick<OsdiEvent, 'id' | 'title' | 'start_date'> | undefined
}

/**
 * Returns all that the owner of a list keeps about a person in the person's record and RSVPs, by the names of the API.
 * It leaves out the count of writes and the owner, which the service alone needs.
 */
export function ownData(person: Person, rsvps: OwnRsvp[], now: Date): object {
  const { owner: _owner, revision: _revision, ...kept } = person
  return {
    exported_date: now.toISOString(),
    person: kept,
    rsvps: rsvps.map(({ attendance, event }) => {
      const {
        event: id,
        person: _person,
        revision: _writes,
        ...answer
      } = attendance as Attendance & {
        revision?: number
      }
      return { event: { id, title: event?.title, start_date: event?.start_date }, ...answer }
    }),
  }
}
