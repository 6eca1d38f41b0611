import { partySize } from '../events/capacity.js'
import { withAttendedGuests } from '../attendances/arrival.js'
import {
  type Attendance,
  NO_REFERRER,
  type Standing,
  attendanceId,
  isComing,
  isConfirmed,
  standingOf,
} from '../attendances/attendance.js'
import { MOST_MOVED } from './merged-person.js'
import { nextVersion } from '../fields/version.js'

/** The attendances of two people at one event. */
export interface Attendances {
  /** The attendance of the person who stays, if there is one. */
  keep?: Attendance | undefined
  other: Attendance
}

/**
 * Returns the attendances of an event after one person is merged into another. Where both have one, one of them decides
 * on what is kept: whether the person comes, with whom, and from where. The attendance that stays keeps its own date,
 * because positions in lists follow dates (README.md). Some identifiers wait for a further call where one
 * transaction cannot move them all.
 * @param into id of the person who stays
 */
export function mergedAttendances(
  { keep, other }: Attendances,
  into: string,
  now: Date,
): { keep: Attendance; other: Attendance } {
  const { id, event, person, created_date, identifiers } = other
  const moved = identifiers.slice(0, MOST_MOVED)
  return {
    keep: withIdentifiers(stays({ keep, other }, into, now), moved),
    other: {
      id,
      event,
      person,
      created_date,
      ...nextVersion(other, now),
      identifiers: identifiers.slice(MOST_MOVED),
      referrer_data: NO_REFERRER,
      status: 'declined',
      merged_into: into,
    },
  }
}

function stays({ keep, other }: Attendances, into: string, now: Date): Attendance {
  const { event, merged_into } = other
  if (!keep)
    return {
      ...other,
      ...waitingAs(other, into),
      id: attendanceId(event, into),
      person: into,
      identifiers: [],
      modified_date: now.toISOString(),
      revision: 1,
    }
  const takesPrecedence = merged_into === undefined && precedes(other, keep)
  const { id, person, created_date, identifiers, attended, attended_date } = keep
  const stayingOne = takesPrecedence ? { ...other, ...waitingAs(other, into) } : keep
  const confirmed = [keep, other].find((each) => isConfirmed(each))
  const answers = { ...other.answers, ...keep.answers }
  const { missing_answers = [], ...staying } = stayingOne
  const typed = stayingOne.typed ?? keep.typed ?? other.typed
  const missing = missing_answers.filter((question) => answers[question] === undefined)
  const stays = {
    ...staying,
    ...(typed && { typed }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(missing.length > 0 && { missing_answers: missing }),
    ...(isComing(stayingOne) && confirmed && confirmationOf(confirmed)),
    ...(attended && { attended, ...(attended_date && { attended_date }) }),
    id,
    person,
    created_date,
    identifiers,
    ...nextVersion(keep, now),
  }
  const came = Math.max(...[keep, other].map(({ attended_guests = 0 }) => attended_guests))
  return withAttendedGuests(stays, Math.min(stays.guests ?? 0, came), now)
}

/** An event at which a merge changes something: the attendances before it, and the one that stays. */
export interface Foretold {
  before: Attendances
  after: Attendance
  /** Seats that become free, because both were to come. */
  freed: number
}

/**
 * Returns what a merge will make of each attendance of the person who is merged. Events to which both have answered
 * come first.
 * @param kept attendances of the person who stays
 */
export function foretoldMerge(kept: Attendance[], others: Attendance[], into: string, now: Date): Foretold[] {
  const ofEvent = new Map(kept.map((each) => [each.event, each]))
  return others
    .filter(({ merged_into }) => merged_into === undefined)
    .map((other) => {
      const before = { keep: ofEvent.get(other.event), other }
      const after = mergedAttendances(before, into, now)
      return { before, after: after.keep, freed: freedPlaces(before, after) }
    })
    .sort((one, other) => Number(!one.before.keep) - Number(!other.before.keep))
}

const confirmationOf = ({ confirmed_date, confirmed_start }: Attendance) => ({
  ...(confirmed_date && { confirmed_date }),
  ...(confirmed_start && { confirmed_start }),
})

const RANKS = { accepted: 0, tentative: 1, requested: 2, declined: 3 } as const satisfies Record<Standing, number>

/** An accepted RSVP comes before one in line, that before a request, that before a declined one; then the earlier. */
function precedes(one: Attendance, other: Attendance): boolean {
  const [rank, rankOfOther] = [one, other].map((each) => RANKS[standingOf(each)]) as [number, number]
  if (rank !== rankOfOther) return rank < rankOfOther
  const since = ({ waiting_since, created_date }: Attendance) => waiting_since ?? created_date
  return since(one) < since(other)
}

/** A place on a waiting list is named after a moment and the person. */
const waitingAs = ({ waiting_since: since }: Attendance, person: string) =>
  since === undefined ? {} : { waiting_since: since.replace(/#.*/, `#${person}`) }

const withIdentifiers = (attendance: Attendance, identifiers: string[]): Attendance => ({
  ...attendance,
  identifiers: [...new Set([...attendance.identifiers, ...identifiers])],
})

/** Seats that a merge frees: where both were to come, those of the RSVP that does not count. */
export const freedPlaces = (before: Attendances, after: Attendances): number => takenPlaces(before) - takenPlaces(after)

const takenPlaces = ({ keep, other }: Attendances) =>
  [keep, other].reduce((sum, each) => sum + (each && isComing(each) ? partySize(each) : 0), 0)
