import type { Arrival } from './arrival.js'
import {
  type Attendance,
  type AttendanceDraft,
  type FittedDraft,
  invalidPerson,
  isRefused,
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
import { type PersonChange, type Person, allContactsOf } from '../people/person.js'
import type { Admit, Refusals } from '../people/refusals.js'
import { type Owner, groupIdOf } from '../runtime/owner.js'
import type { Principal } from '../runtime/principal.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { type Created, type Recording, countryOnce, recordTogether } from '../people/record-person.js'
import type { App } from '../table/app.js'
import { loadEvent } from '../events/store/load-event.js'
import { findPresent } from '../people/store/find-people.js'
import type { AttendanceReactions } from './store/reactions.js'
import { record } from './store/record-attendance.js'
import { changeStatus } from './store/change-status.js'
import { identify } from './store/change-attendance.js'
import { changePerson } from '../people/store/change-person.js'
import { createAttendee } from './store/new-attendee.js'

/** The context of recording RSVPs: that of people, and what rooms above add. */
export interface Attending extends Recording {
  reactions: AttendanceReactions
  /** Whom owners refuse; nobody without it. */
  refusals?: Refusals | undefined
  /** Puts tags of an owner on a person and takes others off. @returns the names that the owner does not have */
  tagPerson: (app: App, owner: Owner, person: string, add: string[], remove: string[]) => Promise<string[]>
  /** There are many RSVPs, of an event that was read before all of them. */
  batch?: {
    /** Whether people are mailed whose RSVPs do not say it themselves. */
    mails: boolean
  }
}

/**
 * Whether a person gets an email with the outcome of an RSVP. For `form`, within the limit of the mailbox: a stranger
 * may have filled the form in. For `series` as well, but one confirmation of all dates follows in place of each.
 */
export type Autoresponse = boolean | 'form' | 'series'

/**
 * Says who records or changes an RSVP, if not the owner: a person without a key, a key that may record RSVPs and not
 * decide on them, or a helper, who adds people but cannot undo a decision of the team.
 */
export type By = 'visitor' | 'rsvp' | 'helper'

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
  /** The organizer's decision on a request that waits. */
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
  /** Whether the person confirms. */
  confirms?: boolean | undefined
  /** Whether a person who comes again is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  /** Number of guests; the number before when absent. */
  guests?: number | undefined
  /** Number of guests of a person who had canceled and comes again; the number before when absent. */
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

export interface HelperRequest {
  draft: AttendanceDraft
  person: PersonChange
  add_tags: string[]
  remove_tags: string[]
  /** Whether the person is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  /** The person has said that they do not come: they take no seat, and are mailed nothing. */
  declines?: boolean | undefined
  by?: By | undefined
}

/** An owner who refuses nobody, as the key or the settings say, costs no read of refusals. */
export const refusingIf = (
  { refuses_people = false }: { refuses_people?: boolean },
  attending: Attending,
): Attending => (refuses_people ? attending : { ...attending, refusals: undefined })

/** The context of many RSVPs of an owner. @param mails whether people hear of an RSVP that does not say it itself */
export const inBatch = (attending: Attending, mails: boolean): Attending => ({
  ...attending,
  countryOf: countryOnce(),
  batch: { mails },
})

/** The context of a form of people who may type the contacts of anybody: who is known stays as they are. */
export const leavingKnown = <Context extends Attending>(attending: Context): Context => ({
  ...attending,
  isTyped: true,
  changeKnown: (table, owner, id) => changePerson(table, owner, id, async (person) => person),
})

/** The attendance, and the person of a helper's request. */
export interface RecordedAttendance {
  attendance: Attendance
  /** Whether the person had answered before and not canceled: the attendance is as it was. */
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
 *   canceled, an identifier is held by another attendance, or the owner refuses the person. A refusal of a canceled
 *   event or of a person adds no one to any list
 */
export async function recordAttendance(
  attending: Attending,
  owner: Owner,
  event: AttendableEvent | Promise<AttendableEvent>,
  request: PlainRequest | HelperRequest,
): Promise<RecordedAttendance> {
  const { table, site, refusals } = attending
  const answering = Promise.resolve(event).then((found) => answered(table, found, request.draft))
  const admitting = refusals?.of(owner)
  if ('person' in request) return recordWithPerson(attending, owner, answering, admitting, request)
  const { linked, by } = request
  const [{ event: found, draft, unfitAnswers }, person, admit] = await Promise.all([
    answering,
    linked === undefined ? undefined : findPresent(table, owner, linked),
    admitting,
  ])
  requireConfirmed(found)
  withAllowedGuests(found, draft, site)
  if (linked === undefined || !person) throw invalidPerson()
  admit?.(allContactsOf(person))
  return { ...(await attend(attending, found, linked, draft, { justRead: true, by })), unfitAnswers }
}

/** An event, and the draft of its attendance with the answers that fit. */
interface Answered {
  event: AttendableEvent
  draft: FittedDraft
  unfitAnswers: string[]
}

/** Most events ask nothing: they cost no read. */
async function answered(
  table: App['table'],
  event: AttendableEvent,
  { answers: sent, ...draft }: AttendanceDraft,
): Promise<Answered> {
  const questions = await questionsOf(table, event)
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

/** Reads the questions of an event that has some. */
export const questionsOf = async (
  table: App['table'],
  { id, questions, has_questions }: AttendableEvent,
): Promise<Question[]> => questions ?? (has_questions ? ((await loadEvent(table, id))?.questions ?? []) : [])

/** A new person is created together with the attendance; that of a known person comes last. */
async function recordWithPerson(
  attending: Attending,
  owner: Owner,
  answering: Promise<Answered>,
  admit: Promise<Admit | undefined> | undefined,
  { person: sent, add_tags, remove_tags, autoresponse: mails, declines = false, by }: HelperRequest,
): Promise<RecordedAttendance> {
  const { table, site, reactions, batch } = attending
  const autoresponse = declines ? false : (mails ?? batch?.mails)
  const other = answering.then(({ event: found, draft }) => {
    requireConfirmed(found)
    withAllowedGuests(found, draft, site)
    return {
      event: found,
      personalList: personalListOf(found),
      attendanceOf: (person: string) => draftOf(attending, found, person, draft, declines),
      autoresponse,
      by,
    }
  })
  const recorded: NewAttendee & { wasKnown: boolean } = await recordTogether(attending, owner, sent, {
    other,
    admit,
    country: async () => (await answering).event.location?.country,
    create: (fresh, attends, total) =>
      createAttendee(table, reactions, fresh, { ...attends, total_people: batch ? undefined : total }),
  })
  const { person, attendance, wasKnown } = recorded
  const hasTags = add_tags.length + remove_tags.length > 0
  const unknownTags = hasTags ? await attending.tagPerson(attending, owner, person.id, add_tags, remove_tags) : []
  const { event, draft, unfitAnswers } = await answering
  if (attendance) return { attendance, isRepeated: false, person, unknownTags, unfitAnswers }
  const options = { justRead: wasKnown && !hasTags, autoresponse, declines, by }
  const attended = await attend(attending, event, person.id, draft, options)
  return { ...attended, person, unknownTags, unfitAnswers }
}

/**
 * Adds identifiers to an attendance, except the ones that another attendance holds. Nothing else of it can change.
 * @throws OsdiError not_found
 */
export function identifyAttendance(
  { table, site, now, reactions }: Pick<Attending, 'table' | 'site' | 'now' | 'reactions'>,
  event: string,
  id: string,
  identifiers: string[],
  precondition: Precondition = () => undefined,
): Promise<Attendance> {
  const { foreign } = splitIdentifiers(identifiers, site.nativePrefix)
  const add = (attendance: Attendance) => {
    precondition(attendance)
    return withIdentifiers(attendance, foreign, now())
  }
  return identify(table, reactions.gate, event, id, add)
}

async function attend(
  attending: Attending,
  event: AttendableEvent,
  person: string,
  draft: FittedDraft,
  { declines = false, justRead = false, autoresponse: mails, by }: RecordOptions & { declines?: boolean } = {},
): Promise<Pick<RecordedAttendance, 'attendance' | 'isRepeated'>> {
  const { table, reactions, batch } = attending
  const autoresponse = mails ?? batch?.mails
  const fresh = draftOf(attending, event, person, draft, declines)
  const { attendance: found, isNew } = await record(table, reactions, fresh, event, {
    justRead: justRead && !batch,
    autoresponse,
    by,
    personalList: personalListOf(event),
  })
  const attendance =
    isNew || declines
      ? found
      : await acceptAgain(attending, event, found, { guestsOnReturn: fresh.guests ?? 0, autoresponse, by })
  const isRepeated = !isNew && found.status !== 'declined'
  if (isNew || fresh.identifiers.length === 0) return { attendance, isRepeated }
  const identified = await identifyAttendance(attending, event.id, attendance.id, fresh.identifiers)
  return { attendance: identified, isRepeated }
}

/**
 * A person who has canceled comes again, by the same attendance, if there is a seat. A request is approved by a
 * caller who may decide on it, also one that was declined; for another it stays as it is.
 * @throws OsdiError conflict when the event is full
 */
export const acceptAgain = (
  { table, now, reactions }: Attending,
  event: AttendableEvent,
  attendance: Attendance,
  options: Pick<StatusChange, 'guestsOnReturn' | 'autoresponse' | 'by'> = {},
): Promise<Attendance> => {
  const isOfTeam = isRequested(attendance) || isRefused(attendance)
  const stays = isOfTeam ? options.by === 'rsvp' : attendance.status !== 'declined'
  return stays
    ? Promise.resolve(attendance)
    : changeStatus(table, reactions, event, attendance.id, { status: 'accepted', ...options, now })
}

/** The attendance that a draft becomes, with the identifiers that are not the service's own. */
function draftOf(
  { site, now }: Attending,
  event: AttendableEvent,
  person: string,
  draft: FittedDraft,
  declines = false,
): Attendance {
  const { foreign } = splitIdentifiers(draft.identifiers ?? [], site.nativePrefix)
  const allowed = withAllowedGuests(event, draft, site)
  const attendance = newAttendance(event.id, person, { ...allowed, identifiers: foreign }, now())
  return declines ? { ...attendance, status: 'declined' } : attendance
}

/**
 * Returns the personal list that attendees of an event join in addition to the principal's list: the list of an
 * explicit creator (version 2, "What the service does", 8). An account's own list is its person's personal list.
 */
export const personalListOf = ({ explicit_creator, creator, owner }: AttendableEvent) =>
  explicit_creator && groupIdOf(owner) !== undefined ? creator : undefined
