import type { Attendance } from '../attendances/attendance.js'
import type { Selection } from './targeting-query.js'

/** The fields of an attendance that selecting needs. */
export type AttendanceRef = Pick<Attendance, 'person' | 'created_date'> & {
  /** Whether the person was there. */
  attended?: boolean
  /** An attendance that does not count, of a person who was there. */
  isCounted?: false
}

/** A person whom a query selects. */
export interface Selected {
  person: string
  /** Which of the included events they attend, by position. */
  events: number[]
  /** Their newest RSVP to one of them, in UTC. */
  last_rsvp: string
}

/**
 * Selects people, each once, latest RSVP first. The range of dates applies to RSVPs to the included events. People who
 * attend an excluded event are left out, whatever the date of that RSVP.
 * @param included the attendances of each included event, in the order of the query
 * @param excluded the attendances of each excluded event
 */
export function selectPeople(
  asked: Selection,
  included: AttendanceRef[][],
  excluded: AttendanceRef[][],
): Selected[] {
  const found = new Map<string, Selected>()
  const timesThere = new Map<string, number>()
  included.forEach((attendances, event) => {
    for (const { person, created_date, attended, isCounted = true } of attendances) {
      if (attended) timesThere.set(person, (timesThere.get(person) ?? 0) + 1)
      if (!isCounted || !isInRange(asked, created_date)) continue
      const known = found.get(person)
      if (!known) found.set(person, { person, events: [event], last_rsvp: created_date })
      else {
        known.events.push(event)
        if (created_date > known.last_rsvp) known.last_rsvp = created_date
      }
    }
  })
  for (const { person } of excluded.flat()) found.delete(person)
  const { include, match, rsvps_at_least: least, attended_at_most: most = Infinity } = asked
  const wanted = least ?? (match === 'every' ? include.length : 1)
  return [...found.values()]
    .filter(({ person, events }) => events.length >= wanted && (timesThere.get(person) ?? 0) <= most)
    .sort(newestFirst)
}

const isInRange = ({ rsvp_from = '', rsvp_before }: Selection, date: string) =>
  date >= rsvp_from && (rsvp_before === undefined || date < rsvp_before)

/** RSVPs of the same millisecond have a stable order. */
const newestFirst = (one: Selected, other: Selected) =>
  one.last_rsvp === other.last_rsvp
    ? one.person < other.person
      ? -1
      : 1
    : one.last_rsvp < other.last_rsvp
      ? 1
      : -1
