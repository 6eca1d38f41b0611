import {
  type Attendance,
  type AttendanceDraft,
  invalidPerson,
  newAttendance,
  withIdentifiers,
} from './attendance.js'
import type { OsdiEvent } from './event.js'
import { partIdentifiers } from './identifier.js'
import type { Person, PersonChange } from './person.js'
import { type Owner, groupIdOf } from './principal.js'
import type { Expectation } from './record-by-identifier.js'
import { type PersonDependencies, recordPerson } from './record-person.js'

/** What recording attendances depends on. */
export interface AttendanceDependencies extends PersonDependencies {
  attendances: {
    /**
     * Keeps an attendance, its place among those of its event and, where there is one, on a personal list:
     * all of it or nothing. An attendance of the same person at the same event stays as it is.
     * @param event as it was read
     * @returns the attendance that is kept now, and whether it is the new one
     * @throws OsdiError conflict when the event is full, or an identifier is held by another attendance
     */
    record(
      attendance: Attendance,
      event: OsdiEvent,
      options?: RecordOptions,
    ): Promise<{ attendance: Attendance; isNew: boolean }>
    /**
     * Changes an attendance, but for identifiers that another one holds.
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
  /** The personal list that the attendee joins besides. */
  personalList?: string | undefined
  /** Whether the event was read a moment ago, so that others have hardly attended since. */
  justRead?: boolean
}

/** A plain attendance: of the person that the request's link leads to, if it leads to one. */
export interface PlainRequest {
  draft: AttendanceDraft
  linked: string | undefined
}

/** What the record attendance helper takes. */
export interface HelperRequest {
  draft: AttendanceDraft
  person: PersonChange
  add_tags: string[]
  remove_tags: string[]
}

/** What was recorded: the attendance, and the person that a helper's request brought along. */
export interface RecordedAttendance {
  attendance: Attendance
  person?: Person
}

/**
 * Records that a person attends an event. A plain request names somebody of the owner's list; the helper's
 * brings the person along, whose record and tags are written first. A repeated request gets the attendance
 * that is there.
 * @param event perhaps still being read, as the person can be looked for meanwhile
 * @throws OsdiError invalid when a link leads to nobody in the owner's list; conflict when the event is full or
 *   an identifier is held by another attendance
 */
export async function recordAttendance(
  owner: Owner,
  event: OsdiEvent | Promise<OsdiEvent>,
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
 * Adds identifiers to an attendance, but for those that another one holds; nothing else of it can change.
 * @throws OsdiError not_found
 */
export function identifyAttendance(
  event: string,
  id: string,
  identifiers: string[],
  { attendances, nativePrefix, now }: AttendanceDependencies,
  expects: Expectation = () => undefined,
): Promise<Attendance> {
  const { foreign } = partIdentifiers(identifiers, nativePrefix)
  const add = (attendance: Attendance) => {
    expects(attendance)
    return withIdentifiers(attendance, foreign, now())
  }
  return attendances.identify(event, id, add)
}

async function attend(
  event: OsdiEvent,
  person: string,
  draft: AttendanceDraft,
  dependencies: AttendanceDependencies,
  options: RecordOptions = {},
) {
  const { attendances, nativePrefix, now } = dependencies
  const { foreign } = partIdentifiers(draft.identifiers ?? [], nativePrefix)
  const fresh = newAttendance(event.id, person, { ...draft, identifiers: foreign }, now())
  const { attendance, isNew } = await attendances.record(fresh, event, {
    ...options,
    personalList: personalListOf(event),
  })
  if (isNew || foreign.length === 0) return attendance
  return identifyAttendance(event.id, attendance.id, foreign, dependencies)
}

/**
 * The personal list that attendees of an event join besides the list of the key's principal: that of an explicit
 * creator (version 2, "What the service does", 8). An account's own list is the personal list of its person.
 */
const personalListOf = ({ explicit_creator, creator, owner }: OsdiEvent) =>
  explicit_creator && groupIdOf(owner) !== undefined ? creator : undefined
