import { type Attendance, isComing, isConfirmed } from '../attendances/attendance.js'
import { type Fault, OsdiError, invalid } from '../runtime/errors.js'
import type { Person } from '../people/person.js'

/** Results that a caller notes. */
export const CALL_RESULTS = ['coming', 'not_coming', 'no_answer', 'wrong_number'] as const
export type CallResult = (typeof CALL_RESULTS)[number]

/** The page of an event's calls, in the organizer's interface. */
export const CALLS_PAGE = 'calls'

/** A person is handed out to one caller at a time, and to the next one after this time. */
export const CALL_MS = 10 * 60_000

/** The calls to a person about an event. */
export interface Call {
  event: string
  person: string
  /** When the person was handed out last, or the last call ended. */
  called_date: string
  /** Person id of the caller. */
  called_by: string
  /** Number of calls that had a result. */
  tries?: number
  /** The result of the last call; absent while a caller has the person. */
  result?: CallResult
}

/** A person who is handed out to a caller. */
export interface HandedOut {
  attendance: Attendance
  person: Person
}

export const isToBeCalled = (attendance: Attendance, person: Person): boolean =>
  isComing(attendance) &&
  !isConfirmed(attendance) &&
  attendance.merged_into === undefined &&
  person.erased_date === undefined &&
  person.phone_numbers.length > 0

/** Whether a caller has a person at a time. */
export const isBeingCalled = ({ called_date, result }: Call, now: Date): boolean =>
  result === undefined && now.getTime() - Date.parse(called_date) < CALL_MS

/** Reads the result of a call. @throws OsdiError invalid */
export function readResult(text: string | undefined): CallResult {
  const result = CALL_RESULTS.find((each) => each === text)
  if (result) return result
  const fault: Fault = {
    error_code: 'unknown_result',
    description: `result must be one of ${CALL_RESULTS.join(', ')}`,
    properties: ['result'],
  }
  throw invalid([fault])
}

/** Returns the error for a result of a person whom another caller has by now. */
export const calledByOther = () =>
  new OsdiError('conflict', 'Another caller has this person by now', [
    {
      error_code: 'called_by_other',
      description: 'The person was handed out again after ten minutes',
      properties: ['attendance'],
    },
  ])

/** The address that dials a number: numbers are kept with their country, in digits. */
export const dialling = (number: string): string => `tel:+${number.replaceAll(/\D/g, '')}`
