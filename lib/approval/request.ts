import { type Attendance, isRefused, isRequested } from '../attendances/attendance.js'
import type { AttendanceRequest } from '../attendances/attendance-fields.js'
import type { By, StatusChange } from '../attendances/record-attendance.js'
import { admissionOf, openSeats, refusalOf, partySize } from '../events/capacity.js'
import type { AttendableEvent } from '../events/event.js'
import { OsdiError } from '../runtime/errors.js'

/** Whether an RSVP becomes a request: one of a person without a key, to an event with approval. */
export const isAsked = ({ approval }: Pick<AttendableEvent, 'approval'>, by: By | undefined): boolean =>
  approval === true && by === 'visitor'

/** Returns an RSVP as a request that waits. */
export const requested = (attendance: Attendance): Attendance => ({
  ...attendance,
  status: 'tentative',
  request: { state: 'waiting', date: attendance.modified_date },
})

/** Returns an attendance with the decision on its request. */
export const decided = (
  attendance: Attendance,
  state: Exclude<AttendanceRequest['state'], 'waiting'>,
  note: string | undefined,
): Attendance => ({
  ...attendance,
  request: { state, date: attendance.modified_date, ...(note && { note }) },
})

/**
 * Returns why nobody is asked: an event that is full without a waiting list has nothing to approve. The totals say it,
 * which are the same for everyone: a request takes no seats.
 */
export function refusalToAsk(event: AttendableEvent, attendance: Attendance): OsdiError | undefined {
  const { accepted, guests } = event.totals
  const open = openSeats(event, { taken: accepted + guests, isAwaited: false })
  return refusalOf(admissionOf(event, open, partySize(attendance)), event)
}

/**
 * Returns what is asked of an attendance as it is. To a request that waits, the answer of the owner is a decision, and
 * whoever asks again goes on waiting. A decision that was made before changes nothing, and none is made without a
 * request.
 * @throws OsdiError conflict when the organizer has decided otherwise; forbidden for a key that may not decide
 */
export function askedOf(
  { approval }: Pick<AttendableEvent, 'approval'>,
  before: Attendance,
  { decision, ...change }: StatusChange,
): StatusChange {
  const { by, status, autoresponse } = change
  const state = before.request?.state
  const waits = isRequested(before)
  const otherwise = decision && state && decision.state !== state
  const overrules = isRefused(before) && status === 'accepted'
  if (by === 'helper' && overrules) throw alreadyDecided('declined')
  if (by === 'rsvp' && (waits ? (decision ?? status) : otherwise || overrules)) throw mayNotDecide()
  if (decision && state && !waits && decision.state !== state) throw alreadyDecided(state)
  if (by === 'visitor') {
    const isAnswered = waits ? approval === true : isRefused(before)
    return isAnswered && status === 'accepted' ? { ...change, status: undefined } : change
  }
  const decides = waits && (decision ?? (status && { state: STATES[status] }))
  if (!decides) return change
  return {
    ...change,
    decision: decides,
    status: decides.state === 'approved' ? 'accepted' : 'declined',
    // Whoever asked may have typed the email of somebody else.
    autoresponse: autoresponse === false ? false : 'form',
  }
}

const STATES = { accepted: 'approved', declined: 'declined' } as const

const alreadyDecided = (state: string) =>
  new OsdiError('conflict', 'This request was decided otherwise', [
    {
      error_code: 'already_decided',
      description: `The request was ${state} before`,
      properties: ['request'],
    },
  ])

const mayNotDecide = () => {
  const description = 'This API key has the scope rsvp, and a decision on a request needs the scope all'
  return new OsdiError('forbidden', description, [{ error_code: 'insufficient_scope', description, properties: [] }])
}
