import { isDeepStrictEqual } from 'node:util'
import type { Arrival } from './arrival.js'
import type { Attendance, Told } from './attendance.js'
import { requireConfirmed } from '../events/rsvp-refusals.js'
import type { AttendableEvent } from '../events/event.js'
import { type Attending, type Autoresponse, type By, identifyAttendance, questionsOf } from './record-attendance.js'
import { allowedGuests } from './guests.js'
import { type FittingAnswers, type SentAnswers, fittingAnswers, missingAnswers } from '../questions/answers.js'
import type { Question } from '../questions/question.js'
import type { Decision } from '../fields/read-decision.js'
import { nextVersion } from '../fields/version.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { changeStatus } from './store/change-status.js'
import { identify } from './store/change-attendance.js'

/** A change of an attendance: absent fields stay. */
export interface AttendanceChange {
  /** Cancels, or accepts again. */
  status?: 'accepted' | 'declined' | undefined
  /** Tells the person of a cancellation; without it, they hear nothing. */
  tells?: Told | undefined
  /** The decision of the organizer on a request; ignored where there is none. */
  decision?: Decision | undefined
  /** The one who asks for it, where it is not the owner. */
  by?: By | undefined
  /** Lets a person who waits in before others; nothing for one who comes already. */
  outOfTurn?: 'seat' | 'first' | undefined
  /** Whether the person was there, as the door or a caller says; false takes it back. */
  attended?: boolean | undefined
  /** The number of guests who came along. More than the party has are ignored. */
  attendedGuests?: number | undefined
  /** People of the party who come through the door. */
  arrival?: Arrival | undefined
  /** The number of people whom the person brings. More than the event takes are ignored. */
  guests?: number | undefined
  /** Whether a person who comes again is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  /** Answers to change; what fits no question is ignored. */
  answers?: SentAnswers | undefined
  /** Identifiers to add. */
  identifiers?: string[] | undefined
}

/**
 * Changes an attendance, for a caller of the API, the person or the organizer. A cancellation frees the seats of the
 * attendance at once. An attendance that is accepted again takes seats as a new one does. A party grows within the
 * seats that are left while no one waits, and shrinks at once; a party that waits may change and keeps its rank.
 * @param precondition is asked with the attendance before it changes
 * @throws OsdiError not_found; conflict when an attendance is to be accepted or a party to grow, and the event is full
 *   or canceled, or the person was merged into another one
 */
export async function changeAttendance(
  attending: Attending,
  event: AttendableEvent,
  id: string,
  {
    status,
    decision,
    by,
    outOfTurn,
    tells,
    attended,
    attendedGuests,
    arrival,
    guests: sent,
    ...more
  }: AttendanceChange,
  precondition?: Precondition,
): Promise<Attendance> {
  const { table, reactions, now } = attending
  const { autoresponse, answers, identifiers = [] } = more
  if (status === 'accepted' || outOfTurn || decision?.state === 'approved') requireConfirmed(event)
  const guests = allowedGuests(event, sent)
  const changes = { status, decision, outOfTurn, attended, attendedGuests, arrival, guests }
  const isChange = Object.values(changes).some((each) => each !== undefined)
  const changed = isChange
    ? await changeStatus(table, reactions, event, id, { ...changes, by, tells, autoresponse, now, precondition })
    : undefined
  if (changed && !answers && identifiers.length === 0) return changed
  if (answers) {
    const questions = await questionsOf(table, event)
    const fit = fittingAnswers(questions, answers)
    const answered = await identify(table, reactions.gate, event.id, id, (attendance) => {
      if (!changed) precondition?.(attendance)
      return withAnswers(attendance, questions, fit, now())
    })
    if (identifiers.length === 0) return answered
  }
  return identifyAttendance(attending, event.id, id, identifiers, (changed ?? answers) ? undefined : precondition)
}

/** Returns the attendance with changed answers, or the same object if nothing of it differs. */
function withAnswers(
  attendance: Attendance,
  questions: Question[],
  { answers: given, removed }: FittingAnswers,
  now: Date,
): Attendance {
  const { answers: before = {}, missing_answers: _before, ...others } = attendance
  const kept = Object.entries({ ...before, ...given }).filter(([id]) => !removed.includes(id))
  const answers = Object.fromEntries(kept)
  if (isDeepStrictEqual(answers, before)) return attendance
  const missing = missingAnswers(questions, answers)
  return {
    ...others,
    ...(kept.length > 0 && { answers }),
    ...(missing.length > 0 && { missing_answers: missing }),
    ...nextVersion(attendance, now),
  }
}
