import { type Attendance, isComing, isConfirmed, standingOf } from '../attendances/attendance.js'
import { type Selection, leastRsvps, namesEvents, countedStatuses } from './targeting-query.js'
import type { OsdiEvent } from '../events/event.js'
import { hasAnswers } from '../questions/asked-answers.js'
import type { Totals } from '../events/totals.js'
import { type Dated, hasBegun } from '../events/upcoming.js'

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
  /** The positions of the included events that they attend. */
  events: number[]
  /** Their newest RSVP to one of them, in UTC; empty without one. */
  last_rsvp: string
}

/**
 * Selects people, each once, latest RSVP first. The range of dates applies to RSVPs to the included events. People who
 * attend an excluded event are left out, whatever the date of that RSVP.
 * @param included the attendances of each included event, in the order of the query
 * @param excluded the attendances of each excluded event
 * @param among the people that the selection is about; everybody without it
 */
export function selectPeople(
  asked: Selection,
  included: AttendanceRef[][],
  excluded: AttendanceRef[][],
  among?: ReadonlySet<string>,
): Selected[] {
  const found = new Map<string, Selected>()
  // Without events, `hasHabits` counts the attendances of the people who are found here.
  const wanted = namesEvents(asked) ? leastRsvps(asked, included.length) : 0
  // People without an attendance are found where none is asked for.
  if (wanted === 0) for (const person of among ?? []) found.set(person, { person, events: [], last_rsvp: '' })
  const timesThere = new Map<string, number>()
  included.forEach((attendances, event) => {
    for (const { person, created_date, attended, isCounted = true } of attendances) {
      if (attended) timesThere.set(person, (timesThere.get(person) ?? 0) + 1)
      if (!isCounted || !isInRange(asked, created_date) || among?.has(person) === false) continue
      const known = found.get(person)
      if (!known) found.set(person, { person, events: [event], last_rsvp: created_date })
      else {
        known.events.push(event)
        if (created_date > known.last_rsvp) known.last_rsvp = created_date
      }
    }
  })
  for (const { person } of excluded.flat()) found.delete(person)
  const { attended_at_most: most = Infinity } = asked
  return [...found.values()]
    .filter(({ person, events }) => events.length >= wanted && (timesThere.get(person) ?? 0) <= most)
    .sort(newestFirst)
}

/** Whether the attendances of a person at all events are as many as a selection without events asks for. */
export function hasHabits(asked: Selection, attendances: AttendanceRef[]): boolean {
  const counted = attendances.filter(
    ({ isCounted = true, created_date }) => isCounted && isInRange(asked, created_date),
  )
  const there = attendances.filter(({ attended }) => attended)
  return counted.length >= leastRsvps(asked, 0) && there.length <= (asked.attended_at_most ?? Infinity)
}

/** Whether a selection without events asks for attendances at all. */
export const asksHabits = (asked: Selection) =>
  !namesEvents(asked) &&
  asked.hosts_of === undefined &&
  (leastRsvps(asked, 0) > 0 || asked.attended_at_most !== undefined)

const isInRange = ({ rsvp_from = '', rsvp_before }: Selection, date: string) =>
  date >= rsvp_from && (rsvp_before === undefined || date < rsvp_before)

/** RSVPs of the same millisecond have a stable order. */
const newestFirst = (one: Selected, other: Selected) =>
  one.last_rsvp === other.last_rsvp ? (one.person < other.person ? -1 : 1) : one.last_rsvp < other.last_rsvp ? 1 : -1

/**
 * Returns whether an attendance of an included event counts for a query: it is one of those that the query asks for.
 * @param wasHeld whether the people who come to the event can be absent from it
 */
export const countedBy = (asked: Pick<Selection, 'status' | 'answers'>, wasHeld: boolean) => (attendance: Attendance) =>
  hasAnswers(attendance.answers, asked.answers) &&
  countedStatuses(asked).some((status) => {
    if (attendance.merged_into !== undefined) return false
    if (status === 'attended') return attendance.attended ?? false
    if (status === 'absent') return wasHeld && isComing(attendance) && !attendance.attended
    if (status === 'confirmed') return isConfirmed(attendance)
    if (status === 'unconfirmed') return isComing(attendance) && !isConfirmed(attendance)
    return standingOf(attendance) === status
  })

/**
 * Whether people can be absent from an event: it has begun, and is not canceled. One without a date has begun once
 * someone attended it.
 * @param attended number of people who did
 */
export const canBeAbsentFrom = (
  event: Dated & Pick<OsdiEvent, 'status'>,
  { attended }: Pick<Totals, 'attended'>,
  now: Date,
): boolean =>
  event.status !== 'cancelled' && (hasBegun(event, now) || (!event.start_date && !event.end_date && attended > 0))
