import type { Arrival } from './arrival.js'
import {
  type Attendance,
  type AttendanceDraft,
  type FittedDraft,
  invalidPerson,
  isRequested,
  newAttendance,
  withIdentifiers,
  type Told,
} from './attendance.js'
import { requireConfirmed } from '../events/rsvp-refusals.js'
import type { AttendableEvent } from '../events/event.js'
import { withAllowedGuests } from './guests.js'
import { splitIdentifiers } from '../fields/identifier.js'
import type { Decision } from '../fields/read-decision.js'
import { fittingAnswers, missingAnswers } from '../questions/answers.js'
import type { Question } from '../questions/question.js'
import { type Person, type PersonChange, allContactsOf } from '../people/person.js'
import type { Admit, Refusals } from '../people/refusals.js'
import { type Owner, groupIdOf } from '../runtime/owner.js'
import type { Principal } from '../runtime/principal.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { type Created, type PersonDependencies, countryOnce, recordTogether } from '../people/record-person.js'

/** The dependencies of recording attendances. */
export interface AttendanceDependencies extends PersonDependencies {
  attendances: {
    /**
     * Creates a person as `people.create`, with a first attendance in the same transaction, if possible.
     * @returns the person, with the attendance if it is written, too
     */
    create(person: Person, attends: FirstAttendance): Promise<NewAttendee | undefined>
    record: RecordAttendance
    /**
     * Changes whether a person comes: cancels and gives the places back, or takes places and accepts again; whom the
     * person brings, whose places are taken or given back in the same way; and whether the person was there.
     * @returns the attendance after it; as it was if nothing of it differs
     * @throws OsdiError not_found; conflict when the event is full or cannot hold the party, or the person was merged
     *   into another one
     */
    changeStatus(event: AttendableEvent, id: string, change: StatusChange): Promise<Attendance>
    /** Ends or begins the reminders of an attendance. It is no change that a caller sees. */
    setQuiet(event: string, id: string, quiet: boolean): Promise<void>
    /**
     * Mails a person again what their RSVP is, with its link. It is no change that a caller sees.
     * @param at the time of the request; requests of one time are one mail
     */
    tellAgain(event: AttendableEvent, attendance: Attendance, at: string, autoresponse: Autoresponse): Promise<void>
    /** Reads the seats that a new party may take: none while others wait. @returns undefined without a capacity */
    openSeats(event: AttendableEvent): Promise<number | undefined>
    /**
     * Changes an attendance, without identifiers that another one holds.
     * @throws OsdiError not_found
     */
    identify(event: string, id: string, change: (attendance: Attendance) => Attendance): Promise<Attendance>
  }
  /** Reads the questions of an event that has some. */
  readQuestions(event: string): Promise<Question[]>
  /** Reads a person of an owner's list who is not erased. */
  findPerson(owner: Owner, id: string): Promise<Person | undefined>
  /** Whom owners refuse; nobody without it. */
  refusals?: Refusals | undefined
  /** Puts tags of an owner on a person and takes others off. @returns the names that the owner does not have */
  tagPerson(owner: Owner, person: string, add: string[], remove: string[]): Promise<string[]>
}

/**
 * Writes an attendance, its position in the event's list and, if there is one, the personal list's item, in one
 * transaction. An existing attendance of the same person at the same event does not change.
 */
export interface RecordAttendance {
  /**
   * @param event as it was read
   * @throws OsdiError conflict when the event is full, or an identifier is held by another attendance
   */
  (attendance: Attendance, event: AttendableEvent, options?: RecordOptions): Promise<Recorded>
  /**
   * @returns undefined when another request has just taken a contact of the new person; nothing is written then
   * @throws OsdiError conflict when the event is full
   */
  (attendance: Attendance, event: AttendableEvent, options: VisitorOptions): Promise<Recorded | undefined>
}

/**
 * Whether a person is mailed what an RSVP has come to be. For `form`, within the limit of the mailbox: a stranger may
 * have filled the form in. For `series` as well, but one confirmation of all dates follows in place of one for each.
 */
export type Autoresponse = boolean | 'form' | 'series'

/**
 * Says who records or changes an RSVP, if not the owner: a person without a key, or a key that may record RSVPs and
 * not decide on them.
 */
export type By = 'visitor' | 'rsvp'

/** The request of a key, which may decide on RSVPs unless its scope is `rsvp`. */
export const askedBy = <Request extends object>(
  { scope }: Pick<Principal, 'scope'>,
  request: Request,
): Request & { by?: By } => (scope === 'rsvp' ? { ...request, by: scope } : request)

/** The attendance with which a person comes into a list. */
export interface FirstAttendance {
  event: AttendableEvent
  personalList: string | undefined
  attendanceOf: (person: string) => Attendance
  /** Whether the person is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  by?: By | undefined
  /** The length of the owner's list of people, where it was read a moment ago, as the event was. */
  total_people?: number | undefined
}

/** A new person, with the attendance that was created together with them. */
export interface NewAttendee extends Created {
  attendance?: Attendance
}

/** The attendance that is kept now, and whether it is the new one. */
export interface Recorded {
  attendance: Attendance
  isNew: boolean
}

export interface StatusChange {
  status?: 'accepted' | 'declined' | undefined
  /** The organiser's decision on a request that waits. */
  decision?: Decision | undefined
  by?: By | undefined
  /** Whether the person was there. */
  attended?: boolean | undefined
  /** The number of guests who came along. */
  attendedGuests?: number | undefined
  /** People of the party who come through the door. */
  arrival?: Arrival | undefined
  /** Lets a person who waits in before others: into free seats, or to the head of the line. */
  outOfTurn?: 'seat' | 'first' | undefined
  /** Tells the person of a cancellation; without it, they hear nothing. */
  tells?: Told | undefined
  /** The person confirms to come. */
  confirms?: boolean | undefined
  /** Whether a person who comes again is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  /** Number of guests; the number before when absent. */
  guests?: number | undefined
  /** Number of guests of a person who had cancelled and comes again; the number before when absent. */
  guestsOnReturn?: number | undefined
  now: () => Date
  /** Is asked with the attendance before it changes. */
  precondition?: Precondition | undefined
}

export interface RecordOptions {
  /** The personal list that the attendee also joins. */
  personalList?: string | undefined
  /** Whether the person is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  by?: By | undefined
  /** Whether the event was read a moment ago, so its number of attendances is probably current. */
  justRead?: boolean
}

/**
 * Options of an RSVP by a visitor, who must not learn who attends: a full event refuses everyone, also a person who
 * attends already. The event has a capacity and no waiting list.
 */
export interface VisitorOptions extends RecordOptions {
  visitor: {
    /** A new person, written in the same transaction: a refusal adds no one to any list. */
    person?: Person | undefined
  }
}

/** A plain attendance, of the person that the request links to, if any. */
export interface PlainRequest {
  draft: AttendanceDraft
  linked: string | undefined
  by?: By | undefined
}

/** The request of the record attendance helper. */
export interface HelperRequest {
  draft: AttendanceDraft
  person: PersonChange
  add_tags: string[]
  remove_tags: string[]
  /** Whether the person is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  /** The person has said that they do not come: they take no place, and are mailed nothing. */
  declines?: boolean | undefined
  by?: By | undefined
}

/**
 * The dependencies for an owner who refuses nobody, as the key or the settings say, which are known already: nothing is
 * read for it.
 */
export const refusingIf = <Dependencies extends Pick<AttendanceDependencies, 'refusals'>>(
  { refuses_people = false }: { refuses_people?: boolean },
  dependencies: Dependencies,
): Dependencies => (refuses_people ? dependencies : { ...dependencies, refusals: undefined })

/**
 * The dependencies of recording many attendances of an event that was read before all of them.
 * @param mail whether people are mailed whose attendances do not say it themselves
 */
export function bulkDependencies(dependencies: AttendanceDependencies, mail: boolean): AttendanceDependencies {
  const { attendances, people } = dependencies
  const mailed = <Options extends { autoresponse?: Autoresponse | undefined }>(options: Options) => ({
    ...options,
    autoresponse: options.autoresponse ?? mail,
  })
  return {
    ...dependencies,
    people: countryOnce(people),
    attendances: {
      ...attendances,
      create: (person, attends) => attendances.create(person, { ...mailed(attends), total_people: undefined }),
      record: (attendance: Attendance, event: AttendableEvent, options: RecordOptions = {}) =>
        attendances.record(attendance, event, { ...mailed(options), justRead: false }),
      changeStatus: (event, id, change) => attendances.changeStatus(event, id, mailed(change)),
    },
  }
}

/** The attendance, and the person of a helper's request. */
export interface RecordedAttendance {
  attendance: Attendance
  /** Whether the person had answered before and not cancelled: the attendance is as it was. */
  isRepeated: boolean
  person?: Person
  /** Names of tags that the owner does not have. */
  unknownTags?: string[]
  /** The names of answers that fit no question. */
  unfitAnswers?: string[]
}

/**
 * Records that a person attends an event. A plain request links a person in the owner's list. A helper's request
 * contains the person: a new one is created together with the attendance, a known one is changed before it. A
 * repeated request returns the existing attendance.
 * @param event may still be loading: the person is read in parallel
 * @throws OsdiError invalid when the link names no person in the owner's list; conflict when the event is full or
 *   cancelled, an identifier is held by another attendance, or the owner refuses the person. A refusal of a cancelled
 *   event or of a person adds no one to any list
 */
export async function recordAttendance(
  owner: Owner,
  event: AttendableEvent | Promise<AttendableEvent>,
  request: PlainRequest | HelperRequest,
  dependencies: AttendanceDependencies,
): Promise<RecordedAttendance> {
  const answering = Promise.resolve(event).then((found) => answered(found, request.draft, dependencies))
  const admitting = dependencies.refusals?.of(owner)
  if ('person' in request) return recordWithPerson(owner, answering, admitting, request, dependencies)
  const { linked, by } = request
  const [{ event: found, draft, unfitAnswers }, person, admit] = await Promise.all([
    answering,
    linked === undefined ? undefined : dependencies.findPerson(owner, linked),
    admitting,
  ])
  requireConfirmed(found)
  withAllowedGuests(found, draft, dependencies)
  if (linked === undefined || !person) throw invalidPerson()
  admit?.(allContactsOf(person))
  return { ...(await attend(found, linked, draft, dependencies, { justRead: true, by })), unfitAnswers }
}

/** An event, and the draft of its attendance with the answers that fit. */
interface Answered {
  event: AttendableEvent
  draft: FittedDraft
  unfitAnswers: string[]
}

/** Most events ask nothing: they cost no read. */
async function answered(
  event: AttendableEvent,
  { answers: sent, ...draft }: AttendanceDraft,
  { readQuestions }: Pick<AttendanceDependencies, 'readQuestions'>,
): Promise<Answered> {
  const questions = event.questions ?? (event.has_questions ? await readQuestions(event.id) : [])
  const { answers, unfit } = fittingAnswers(questions, sent)
  const missing_answers = missingAnswers(questions, answers)
  return {
    event,
    unfitAnswers: unfit,
    draft: {
      ...draft,
      ...(Object.keys(answers).length > 0 && { answers }),
      ...(missing_answers.length > 0 && { missing_answers }),
    },
  }
}

/** A new person is created together with the attendance; that of a known person comes last. */
async function recordWithPerson(
  owner: Owner,
  answering: Promise<Answered>,
  admit: Promise<Admit | undefined> | undefined,
  { person: sent, add_tags, remove_tags, autoresponse: mails, declines = false, by }: HelperRequest,
  dependencies: AttendanceDependencies,
): Promise<RecordedAttendance> {
  const autoresponse = declines ? false : mails
  const other = answering.then(({ event: found, draft }) => {
    requireConfirmed(found)
    withAllowedGuests(found, draft, dependencies)
    return {
      event: found,
      personalList: personalListOf(found),
      attendanceOf: (person: string) => draftOf(found, person, draft, dependencies, declines),
      autoresponse,
      by,
    }
  })
  const recorded: NewAttendee & { wasKnown: boolean } = await recordTogether(owner, sent, dependencies, {
    other,
    admit,
    country: async () => (await answering).event.location?.country,
    create: (fresh, attends, total_people) => dependencies.attendances.create(fresh, { ...attends, total_people }),
  })
  const { person, attendance, wasKnown } = recorded
  const hasTags = add_tags.length + remove_tags.length > 0
  const unknownTags = hasTags ? await dependencies.tagPerson(owner, person.id, add_tags, remove_tags) : []
  const { event, draft, unfitAnswers } = await answering
  if (attendance) return { attendance, isRepeated: false, person, unknownTags, unfitAnswers }
  const options = { justRead: wasKnown && !hasTags, autoresponse, declines, by }
  const attended = await attend(event, person.id, draft, dependencies, options)
  return { ...attended, person, unknownTags, unfitAnswers }
}

/**
 * Adds identifiers to an attendance, except the ones that another attendance holds. Nothing else of it can change.
 * @throws OsdiError not_found
 */
export function identifyAttendance(
  event: string,
  id: string,
  identifiers: string[],
  { attendances, nativePrefix, now }: Pick<AttendanceDependencies, 'attendances' | 'nativePrefix' | 'now'>,
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
  draft: FittedDraft,
  dependencies: AttendanceDependencies,
  { declines = false, ...options }: RecordOptions & { declines?: boolean } = {},
): Promise<Pick<RecordedAttendance, 'attendance' | 'isRepeated'>> {
  const fresh = draftOf(event, person, draft, dependencies, declines)
  const { attendance: found, isNew } = await dependencies.attendances.record(fresh, event, {
    ...options,
    personalList: personalListOf(event),
  })
  const attendance =
    isNew || declines
      ? found
      : await acceptAgain(event, found, dependencies, {
          guestsOnReturn: fresh.guests ?? 0,
          autoresponse: options.autoresponse,
          by: options.by,
        })
  const isRepeated = !isNew && found.status !== 'declined'
  if (isNew || fresh.identifiers.length === 0) return { attendance, isRepeated }
  const identified = await identifyAttendance(event.id, attendance.id, fresh.identifiers, dependencies)
  return { attendance: identified, isRepeated }
}

/**
 * A person who has cancelled comes again, by the same attendance, if there is a place. A request that waits is approved
 * by a caller who may decide on it.
 * @throws OsdiError conflict when the event is full
 */
export const acceptAgain = (
  event: AttendableEvent,
  attendance: Attendance,
  { attendances, now }: Pick<AttendanceDependencies, 'attendances' | 'now'>,
  options: Pick<StatusChange, 'guestsOnReturn' | 'autoresponse' | 'by'> = {},
): Promise<Attendance> =>
  attendance.status === 'declined' || (isRequested(attendance) && options.by !== 'rsvp')
    ? attendances.changeStatus(event, attendance.id, { status: 'accepted', ...options, now })
    : Promise.resolve(attendance)

/** The attendance that a draft becomes, with the identifiers that are not the service's own. */
function draftOf(
  event: AttendableEvent,
  person: string,
  draft: FittedDraft,
  dependencies: AttendanceDependencies,
  declines = false,
): Attendance {
  const { nativePrefix, now } = dependencies
  const { foreign } = splitIdentifiers(draft.identifiers ?? [], nativePrefix)
  const allowed = withAllowedGuests(event, draft, dependencies)
  const attendance = newAttendance(event.id, person, { ...allowed, identifiers: foreign }, now())
  return declines ? { ...attendance, status: 'declined' } : attendance
}

/**
 * Returns the personal list that attendees of an event join in addition to the principal's list: the list of an
 * explicit creator (version 2, "What the service does", 8). An account's own list is its person's personal list.
 */
export const personalListOf = ({ explicit_creator, creator, owner }: AttendableEvent) =>
  explicit_creator && groupIdOf(owner) !== undefined ? creator : undefined
