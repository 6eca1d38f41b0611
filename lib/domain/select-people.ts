import type { Attendance } from './attendance.js'
import type { Selection } from './targeting-query.js'

/** What selecting needs to know of an attendance. */
export type Act = Pick<Attendance, 'person' | 'created_date'>

/** Somebody whom a query looks for. */
export interface Selected {
  person: string
  /** Which of the included events they attend, by position. */
  events: number[]
  /** Their newest RSVP to one of them, in UTC. */
  last_rsvp: string
}

/**
 * The people that somebody looks for, each once, whoever acted last first. The range of dates is about RSVPs to
 * the included events; whoever attends an excluded event is left out whenever that RSVP was.
 * @param included the attendances of each included event, in the order of the query
 * @param excluded those of the excluded events
 */
export function selectPeople(asked: Selection, included: Act[][], excluded: Act[][]): Selected[] {
  const found = new Map<string, Selected>()
  included.forEach((acts, event) => {
    for (const { person, created_date } of acts) {
      if (!isInRange(asked, created_date)) continue
      const known = found.get(person)
      if (!known) found.set(person, { person, events: [event], last_rsvp: created_date })
      else {
        known.events.push(event)
        if (created_date > known.last_rsvp) known.last_rsvp = created_date
      }
    }
  })
  for (const { person } of excluded.flat()) found.delete(person)
  const wanted = asked.match === 'every' ? asked.include.length : 1
  return [...found.values()].filter(({ events }) => events.length >= wanted).sort(newestFirst)
}

const isInRange = ({ rsvp_from = '', rsvp_before }: Selection, date: string) =>
  date >= rsvp_from && (rsvp_before === undefined || date < rsvp_before)

/** Of the same millisecond, in an order that stays. */
const newestFirst = (one: Selected, other: Selected) =>
  one.last_rsvp === other.last_rsvp
    ? one.person < other.person
      ? -1
      : 1
    : one.last_rsvp < other.last_rsvp
      ? 1
      : -1
