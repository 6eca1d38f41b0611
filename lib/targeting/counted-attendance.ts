import { type Attendance, isComing, isConfirmed, standingOf } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import { type Selection, countedStatuses } from './targeting-query.js'
import { hasAnswers } from '../questions/asked-answers.js'
import type { Totals } from '../events/event-fields.js'
import { type Dated, hasBegun } from '../events/upcoming.js'

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
 * Whether people can be absent from an event: it has begun, and is not cancelled. One without a date has begun once
 * someone attended it.
 * @param attended number of people who did
 */
export const canBeAbsentFrom = (
  event: Dated & Pick<OsdiEvent, 'status'>,
  { attended }: Pick<Totals, 'attended'>,
  now: Date,
): boolean =>
  event.status !== 'cancelled' && (hasBegun(event, now) || (!event.start_date && !event.end_date && attended > 0))
