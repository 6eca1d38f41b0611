import { partySize } from '../events/capacity.js'
import { isInLine } from '../attendances/attendance-fields.js'
import { type Attendance } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import { type Dated, isOver } from '../events/upcoming.js'

/** Returns whether people on the waiting list of an event are still promoted: not once it is canceled or over. */
export const promotes = (event: Dated & Pick<OsdiEvent, 'status'>, now: Date): boolean =>
  event.status !== 'cancelled' && !isOver(event, now)

/** Whether a party waits that the event cannot hold since its capacity was lowered: the line goes on without it. */
export const isPassedOver = (
  { capacity = Infinity }: Pick<OsdiEvent, 'capacity'>,
  attendance: Pick<Attendance, 'status' | 'request' | 'guests'>,
): boolean => isInLine(attendance) && partySize(attendance) > capacity

/**
 * Returns how many parties of a waiting list there is room for, in order: a party that does not fit is not passed over.
 * @param parties their sizes; parties that are larger than the event are not among them
 */
export function promotedCount(parties: number[], room: number): number {
  let left = room
  const end = parties.findIndex((seats) => (left -= seats) < 0)
  return end === -1 ? parties.length : end
}
