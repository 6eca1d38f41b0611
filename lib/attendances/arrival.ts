import { partySize } from '../events/capacity.js'
import { type Fault, invalid } from '../runtime/errors.js'
import { nextVersion } from '../fields/version.js'
import { type Attendance } from './attendance.js'

/*
 * A party may come in parts: two of three now, the third one later. The attendance keeps how many guests came with the
 * person. Stewards at several doors count at the same time, with or without a network: each says how many come, and
 * every arrival counts once.
 */

/** People of a party who come through the door; a negative number takes people back. */
export interface Arrival {
  /** Names the arrival, so that one that is sent again does not count again. */
  id: string
  people: number
}

/** Arrivals of a party that are remembered. A device sends those of a party one after the other. */
const REMEMBERED = 12

/** Number of people of a party who are there, or were. */
export const peopleThere = ({
  attended,
  attended_guests = 0,
}: Pick<Attendance, 'attended' | 'attended_guests'>): number => (attended ? 1 + attended_guests : 0)

/**
 * Returns the attendance of a person who was there or was not, or the same object if that is known. The whole party
 * comes with the person.
 */
export function withAttended(attendance: Attendance, attended: boolean, now: Date): Attendance {
  if ((attendance.attended ?? false) === attended) return attendance
  return withPeopleThere(attendance, attended ? partySize(attendance) : 0, now)
}

/** Returns the attendance with the guests who came along, or the same object if they are more than its guests. */
export function withAttendedGuests(attendance: Attendance, guests: number, now: Date): Attendance {
  if (!attendance.attended || guests > (attendance.guests ?? 0)) return attendance
  return withPeopleThere(attendance, 1 + guests, now)
}

/**
 * Returns the attendance after an arrival, or the same object if that is counted already. What another steward has
 * counted meanwhile stays counted, within the size of the party.
 */
export function withArrival(attendance: Attendance, { id, people: more }: Arrival, now: Date): Attendance {
  const { arrivals = [] } = attendance
  if (arrivals.includes(id)) return attendance
  const people = Math.max(0, Math.min(partySize(attendance), peopleThere(attendance) + more))
  const counted = withPeopleThere(attendance, people, now)
  if (counted === attendance) return attendance
  return { ...counted, arrivals: [...arrivals, id].slice(-REMEMBERED) }
}

function withPeopleThere(attendance: Attendance, people: number, now: Date): Attendance {
  if (peopleThere(attendance) === people) return attendance
  const { attended: _before, attended_guests: _guests, attended_date = now.toISOString(), ...others } = attendance
  return {
    ...others,
    ...(people > 0 && { attended: true, attended_date }),
    ...(people > 1 && { attended_guests: people - 1 }),
    ...nextVersion(attendance, now),
  }
}

const ID = /^[\w-]{8,40}$/
const PEOPLE = /^-?\d{1,4}$/

/**
 * Reads an arrival that a form of the door sends.
 * @throws OsdiError invalid, naming every fault
 */
export function readArrival({ id = '', people = '' }: Record<string, string>): Arrival {
  const faults: Fault[] = []
  if (!ID.test(id))
    faults.push({
      error_code: 'invalid_id',
      description: 'id must name the arrival in 8 to 40 letters, digits and hyphens',
      properties: ['id'],
    })
  if (!PEOPLE.test(people) || Number(people) === 0)
    faults.push({
      error_code: 'invalid_people',
      description: 'people must be the number of people who come, or a negative number',
      properties: ['people'],
    })
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return { id, people: Number(people) }
}
