import { OsdiError } from '../runtime/errors.js'
import { type STATUSES, type attendanceFields, type ReferrerData, isInLine } from './attendance-fields.js'
import type { Draft, Stored } from '../fields/field.js'
import type { Friend } from './friend-code.js'
import { nextVersion } from '../fields/version.js'
import { type Arrival, withArrival, withAttended, withAttendedGuests } from './arrival.js'
import type { TypedGuest } from './typed-guest.js'

/** An RSVP: a person attends an event. There is one for each person and event. */
export interface Attendance extends Stored<typeof attendanceFields> {
  /** Follows from event and person. */
  id: string
  revision: number
  /** The rank on the waiting list of the event: the list is sorted by this text. */
  waiting_since?: string
  /** The person gets no reminders of the event, and no news of changes. */
  quiet?: boolean
  /** Present while an RSVP is canceled of whose cancellation the person is told. */
  cancellation?: Told
  /** The form of an RSVP without a key said this of its person. People outside the team see no more. */
  typed?: TypedGuest
  /** The newest arrivals that the door has counted, so that none counts twice. */
  arrivals?: string[]
  /** The start of the event that the person has confirmed; undefined where the event has none. */
  confirmed_start?: string
  /** The position of `waiting_since` when it was read: 1 for the first. */
  waitlist_position?: number
}

/** What a person is told of the cancellation of an RSVP. */
export interface Told {
  /** Absent where the organizer canceled it. */
  by?: 'guest'
  /** The reason of the organizer. */
  note?: string
}

/** The status of an attendance: the person comes, has canceled, or is on the waiting list. */
export type AttendanceStatus = (typeof STATUSES)[number]

/** The default: the request does not say how the person came. */
export const NO_REFERRER: ReferrerData = { source: 'none', website: 'api' }

/** The fields that callers may set, and what a visitor has agreed to. */
export type AttendanceDraft = Draft<typeof attendanceFields> &
  Pick<Attendance, 'consent' | 'typed'> & {
    /** The person whose link led here. Oneself does not count. */
    brought_by?: Friend
  }

/** Answers that fit the event. */
export type FittedDraft = Omit<AttendanceDraft, 'answers'> & Pick<Attendance, 'answers' | 'missing_answers'>

export function newAttendance(event: string, person: string, draft: FittedDraft, now: Date): Attendance {
  return {
    id: attendanceId(event, person),
    event,
    person,
    identifiers: draft.identifiers ?? [],
    ...(draft.origin_system && { origin_system: draft.origin_system }),
    ...(draft.guests && { guests: draft.guests }),
    referrer_data: { ...NO_REFERRER, ...draft.referrer_data, ...referrerOf(draft, person) },
    ...(draft.consent && { consent: draft.consent }),
    ...(draft.typed && { typed: draft.typed }),
    ...(draft.answers && { answers: draft.answers }),
    ...(draft.missing_answers && { missing_answers: draft.missing_answers }),
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
    revision: 1,
  }
}

/** The code of the friend who has brought a person, if that is another person. */
const referrerOf = ({ brought_by: friend }: Pick<FittedDraft, 'brought_by'>, person: string) =>
  friend && friend.person !== person && { referrer: friend.code }

/** The attendance with further identifiers; nothing else of it can change. */
export const withIdentifiers = (attendance: Attendance, identifiers: string[], now: Date): Attendance => ({
  ...attendance,
  identifiers: [...new Set([...attendance.identifiers, ...identifiers])],
  ...nextVersion(attendance, now),
})

/** The status of an attendance. An item has none while the person comes. */
export const statusOf = ({ status = 'accepted' }: Pick<Attendance, 'status'>): AttendanceStatus => status

/** The status of an attendance, or that its person has asked to come and waits for the answer of the organizer. */
export type Standing = AttendanceStatus | 'requested'

export const standingOf = (attendance: Pick<Attendance, 'status' | 'request'>): Standing =>
  isRequested(attendance) ? 'requested' : statusOf(attendance)

/** Whether the person has asked to come and waits for the answer. */
export const isRequested = (attendance: Pick<Attendance, 'status' | 'request'>): boolean =>
  attendance.status === 'tentative' && !isInLine(attendance)

/** Whether the person has asked to come and was refused. */
export const isRefused = ({ status, request }: Pick<Attendance, 'status' | 'request'>): boolean =>
  status === 'declined' && request?.state === 'declined'

/** Whether the person comes. */
export const isComing = (attendance: Pick<Attendance, 'status'>) => statusOf(attendance) === 'accepted'

/**
 * Whether the person is a guest, who sees a contact that is not public: no one does who only asks to come, or who does
 * not come any more.
 */
export const isGuest = (attendance: Pick<Attendance, 'status' | 'request'>): boolean =>
  statusOf(attendance) !== 'declined' && !isRequested(attendance)

/** Returns the attendance with another status, or the same object if it has this one. */
export function withStatus(attendance: Attendance, status: AttendanceStatus, now: Date): Attendance {
  if (statusOf(attendance) === status) return attendance
  const {
    status: _before,
    waiting_since: _since,
    waitlist_position: _position,
    cancellation: _told,
    request,
    ...others
  } = withoutConfirmation(attendance)
  return {
    ...others,
    // Whoever cancels, or comes again, has no request any more.
    ...(request && status === 'accepted' && attendance.status === 'tentative' && { request }),
    ...(status !== 'accepted' && { status }),
    ...nextVersion(attendance, now),
  }
}

/** Whether the person has confirmed. */
export const isConfirmed = (attendance: Pick<Attendance, 'status' | 'confirmed_date'>) =>
  isComing(attendance) && attendance.confirmed_date !== undefined

/** The attendance without a confirmation. */
export function withoutConfirmation(attendance: Attendance): Attendance {
  const { confirmed_date: _date, confirmed_start: _start, ...others } = attendance
  return others
}

/**
 * Returns the attendance of a person who confirms, or the same object if the person has confirmed before.
 * @param start of the event, which the person confirms
 * @throws OsdiError conflict when the person does not come
 */
function withConfirmation(attendance: Attendance, start: string | undefined, now: Date): Attendance {
  if (!isComing(attendance)) throw notComing(statusOf(attendance))
  if (isConfirmed(attendance) && attendance.confirmed_start === start) return attendance
  return {
    ...withoutConfirmation(attendance),
    confirmed_date: now.toISOString(),
    ...(start !== undefined && { confirmed_start: start }),
    ...nextVersion(attendance, now),
  }
}

/** Returns the attendance of a party of another size, or the same object if the size is this one. */
function withGuests(attendance: Attendance, guests: number, now: Date): Attendance {
  if ((attendance.guests ?? 0) === guests) return attendance
  const { guests: _before, ...others } = attendance
  const party = { ...others, ...(guests > 0 && { guests }), ...nextVersion(attendance, now) }
  return withAttendedGuests(party, Math.min(guests, attendance.attended_guests ?? 0), now)
}

/** Fields of an attendance that change; absent ones stay. */
interface Changed {
  status?: 'accepted' | 'declined' | undefined
  attended?: boolean | undefined
  /** More than the party has, or of a person who was not there, are ignored. */
  attendedGuests?: number | undefined
  arrival?: Arrival | undefined
  guests?: number | undefined
  confirms?: Confirmation | undefined
}

/**
 * Returns the attendance after all of them, or the same object if nothing of it differs.
 * @throws OsdiError conflict when its person was merged into another one
 */
export function changedAttendance(
  attendance: Attendance,
  { status, attended, attendedGuests, arrival, guests, confirms }: Changed,
  now: Date,
): Attendance {
  if (attendance.merged_into !== undefined) throw attendanceMerged()
  const answered = status ? withStatus(attendance, status, now) : attendance
  const party = guests === undefined ? answered : withGuests(answered, guests, now)
  const confirmed = confirms ? withConfirmation(party, confirms.start, now) : party
  const came = attended === undefined ? confirmed : withAttended(confirmed, attended, now)
  const counted = attendedGuests === undefined ? came : withAttendedGuests(came, attendedGuests, now)
  const changed = arrival ? withArrival(counted, arrival, now) : counted
  return changed === attendance ? attendance : { ...changed, revision: attendance.revision + 1 }
}

/** The confirmation of a person, and the start of the event. */
export interface Confirmation {
  start: string | undefined
}

/** Returns the error for a person who confirms without a seat: canceled, or on the waiting list. */
const notComing = (status: AttendanceStatus) =>
  new OsdiError('conflict', 'Only a person who comes can confirm', [
    status === 'tentative'
      ? { error_code: 'waiting', description: 'The person is on the waiting list', properties: ['status'] }
      : { error_code: 'not_coming', description: 'The person has canceled', properties: ['status'] },
  ])

const attendanceMerged = () =>
  new OsdiError('conflict', 'The person of this attendance was merged into another one', [
    {
      error_code: 'attendance_merged',
      description: 'The attendance of the person who stays can be changed',
      properties: [],
    },
  ])

/**
 * Returns the id of an attendance: a UUID of version 8, the XOR of the ids of event and person. With the event's id it
 * yields the person's, so an id in a path leads to its item without an index (decision 0010).
 */
export const attendanceId = (event: string, person: string) => withVersion(difference(event, person), 8)

/** Returns the person in the id of an attendance, given the event; or the event, given the person. */
export const otherPartyIn = (attendance: string, party: string) => withVersion(difference(attendance, party), 4)

const difference = (one: string, other: string) => bytesOf(one).map((byte, i) => byte ^ (bytesOf(other)[i] as number))

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** A UUID of a version, with the variant of RFC 9562, from sixteen bytes. */
function withVersion(bytes: Buffer | Uint8Array, version: number): string {
  const marked = Buffer.from(bytes)
  marked[6] = ((marked[6] as number) & 0x0f) | (version << 4)
  marked[8] = ((marked[8] as number) & 0x3f) | 0x80
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the error whose text clients of this family compare literally. */
export const invalidPerson = () =>
  new OsdiError('invalid', 'You must specify a valid person id', [
    {
      error_code: 'invalid_person',
      description: 'You must specify a valid person id',
      properties: ['_links.osdi:person'],
      hint:
        'Link a person of your list by the absolute address: {"_links": {"osdi:person": {"href": …/people/<id>}}}; ' +
        'or, in version 2, send the RSVP of anybody: {"person": {"email_addresses": [{"address": …}]}}',
    },
  ])
