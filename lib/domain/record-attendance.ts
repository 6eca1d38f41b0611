import {
  type Attendance,
  type AttendanceDraft,
  invalidPerson,
  newAttendance,
  withIdentifiers,
} from './attendance.js'
import type { AttendableEvent } from './event.js'
import { splitIdentifiers } from './identifier.js'
import type { Person, PersonChange } from './person.js'
import { type Owner, groupIdOf } from './principal.js'
import type { Precondition } from './record-by-identifier.js'
import { type PersonDependencies, recordPerson } from './record-person.js'

/** The dependencies of recording attendances. */
export interface AttendanceDependencies extends PersonDependencies {
  attendances: {
    /**
     * Writes an attendance, its position in the event's list and, if there is one, the personal list's item, in one
     * transaction. An existing attendance of the same person at the same event does not change.
     * @param event as it was read
     * @returns the attendance that is kept now, and whether it is the new one
     * @throws OsdiError conflict when the event is full, or an identifier is held by another attendance
     */
    record(
      attendance: Attendance,
      event: AttendableEvent,
      options?: RecordOptions,
    ): Promise<{ attendance: Attendance; isNew: boolean }>
    /**
     * Records an attendance as `record` does, for a visitor who must not learn who attends: a full event refuses
     * everyone, also a person who attends already.
     * @param person a new person, written in the same transaction: a refusal adds no one to any list
     * @returns undefined when another request has just taken a contact of the person; nothing is written then
     * @throws OsdiError conflict when the event is full
     */
    recordForVisitor(
      attendance: Attendance,
      event: AttendableEvent,
      options: RecordOptions & { person?: Person | undefined },
    ): Promise<Attendance | undefined>
    /**
     * Changes an attendance, without identifiers that another one holds.
     * @throws OsdiError not_found
     */
    identify(event: string, id: string, change: (attendance: Attendance) => Attendance): Promise<Attendance>
  }
  /** Whether a person is in an owner's list. */
  hasPerson(owner: Owner, id: string): Promise<boolean>
  /** Puts tags of an owner on a person and takes others off; names that the owner does not have are skipped. */
  tagPerson(owner: Owner, person: string, add: string[], remove: string[]): Promise<void>
}

export interface RecordOptions {
  /** The personal list that the attendee also joins. */
  personalList?: string | undefined
  /** Whether the event was read a moment ago, so its number of attendances is probably current. */
  justRead?: boolean
}

/** A plain attendance, of the person that the request links to, if any. */
export interface PlainRequest {
  draft: AttendanceDraft
  linked: string | undefined
}

/** The request of the record attendance helper. */
export interface HelperRequest {
  draft: AttendanceDraft
  person: PersonChange
  add_tags: string[]
  remove_tags: string[]
}

/** The attendance, and the person of a helper's request. */
export interface RecordedAttendance {
  attendance: Attendance
  person?: Person
}

/**
 * Records that a person attends an event. A plain request links a person in the owner's list. A helper's request
 * contains the person, whose record and tags are written first. A repeated request returns the existing attendance.
 * @param event may still be loading: the person is read in parallel
 * @throws OsdiError invalid when the link names no person in the owner's list; conflict when the event is full or
 *   an identifier is held by another attendance
 */
export async function recordAttendance(
  owner: Owner,
  event: AttendableEvent | Promise<AttendableEvent>,
  request: PlainRequest | HelperRequest,
  dependencies: AttendanceDependencies,
): Promise<RecordedAttendance> {
  if ('person' in request) {
    const found = await event
    const person = await recordWithTags(owner, request, dependencies)
    return { attendance: await attend(found, person.id, request.draft, dependencies), person }
  }
  const { linked, draft } = request
  const [found, isKnown] = await Promise.all([
    event,
    linked !== undefined && dependencies.hasPerson(owner, linked),
  ])
  if (linked === undefined || !isKnown) throw invalidPerson()
  return { attendance: await attend(found, linked, draft, dependencies, { justRead: true }) }
}

async function recordWithTags(
  owner: Owner,
  { person, add_tags, remove_tags }: HelperRequest,
  dependencies: AttendanceDependencies,
) {
  const recorded = await recordPerson(owner, person, dependencies)
  if (add_tags.length + remove_tags.length > 0)
    await dependencies.tagPerson(owner, recorded.id, add_tags, remove_tags)
  return recorded
}

/**
 * Adds identifiers to an attendance, except the ones that another attendance holds. Nothing else of it can change.
 * @throws OsdiError not_found
 */
export function identifyAttendance(
  event: string,
  id: string,
  identifiers: string[],
  { attendances, nativePrefix, now }: AttendanceDependencies,
  precondition: Precondition = () => undefined,
): Promise<Attendance> {
  const { foreign } = splitIdentifiers(identifiers, nativePrefix)
  const add = (attendance: Attendance) => {
    precondition(attendance)
    return withIdentifiers(attendance, foreign, now())
  }
  return attendances.identify(event, id, add)
}

async function attend(
  event: AttendableEvent,
  person: string,
  draft: AttendanceDraft,
  dependencies: AttendanceDependencies,
  options: RecordOptions = {},
) {
  const { attendances, nativePrefix, now } = dependencies
  const { foreign } = splitIdentifiers(draft.identifiers ?? [], nativePrefix)
  const fresh = newAttendance(event.id, person, { ...draft, identifiers: foreign }, now())
  const { attendance, isNew } = await attendances.record(fresh, event, {
    ...options,
    personalList: personalListOf(event),
  })
  if (isNew || foreign.length === 0) return attendance
  return identifyAttendance(event.id, attendance.id, foreign, dependencies)
}

/**
 * Returns the personal list that attendees of an event join in addition to the principal's list: the list of an
 * explicit creator (version 2, "What the service does", 8). An account's own list is its person's personal list.
 */
export const personalListOf = ({ explicit_creator, creator, owner }: AttendableEvent) =>
  explicit_creator && groupIdOf(owner) !== undefined ? creator : undefined
