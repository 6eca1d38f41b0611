import { type Attendance, NO_REFERRER } from '../attendances/attendance.js'
import { OsdiError, notFound } from '../runtime/errors.js'
import { type Person, blankPerson } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'
import { hasRole, withoutRole } from '../access/store/roles.js'
import { loadAttendable } from '../events/store/load-event.js'
import { changePerson } from '../people/store/change-person.js'
import { departing } from './store/departure.js'
import { removeTagging } from '../tags/store/write-tags.js'
import { taggingsOfPerson } from '../tags/store/tag-store.js'
import type { App } from '../table/app.js'
import { nextVersion } from '../fields/version.js'
import type { AttendanceReactions } from '../attendances/store/reactions.js'
import { changeStatus } from '../attendances/store/change-status.js'
import { identify } from '../attendances/store/change-attendance.js'
import { attendancesOfPerson } from '../attendances/store/attendances-of-person.js'

/** The context of erasures. */
export interface Erasing extends Pick<App, 'table' | 'now'> {
  reactions: AttendanceReactions
  /** Erases what else is kept of a person, in rooms above. Repeating it changes nothing. */
  elsewhere: ((person: Person) => Promise<void>)[]
}

/** The result of an erasure. The counts are 0 when it is repeated. */
export interface Erasure {
  person: Person
  attendances: number
  taggings: number
}

/**
 * Erases all personal data of a person. The person stays in the lists, and attendances still count, but one that is on
 * a waiting list leaves it. One transaction
 * erases the person and releases its contacts, so a later sign-up with them creates a new person. Repeating it erases
 * what a concurrent request recorded for the person meanwhile: a minute later that happens by itself
 * (finish-departure.ts).
 * @throws OsdiError not_found when no person in the owner's list has this id; conflict for a person with a role, whose
 *   access has to end first
 */
export async function erasePerson(
  { table, now, reactions, elsewhere }: Erasing,
  owner: Owner,
  id: string,
): Promise<Erasure> {
  if (await hasRole(table, owner, id)) throw holdsRole()
  const erase = async (person: Person) => {
    // Before it, while the contacts are known: an erasure that crashes here is repeated.
    for (const eraseThere of elsewhere) await eraseThere(person)
    return erasedPerson(person, now())
  }
  const change = () =>
    changePerson(table, owner, id, erase, {
      check: withoutRole(table, owner, id),
      refusal: holdsRole,
      items: (before, after) =>
        before.erased_date === undefined && after.erased_date !== undefined ? [departing(table, id)] : [],
    })
  let changed = await change()
  // Very many identifiers take several transactions.
  while (changed && erasedPerson(changed.person, now()) !== changed.person) changed = await change()
  if (!changed) throw notFound()
  const isLeft = (each: Attendance) => erasedAttendance(each, now()) !== each
  const waits = ({ status }: Attendance) => status === 'tentative'
  const declined = async ({ event: of, id: attendance }: Attendance) => {
    const event = await loadAttendable(table, of)
    if (!event) throw notFound()
    // Nobody has decided on a request.
    return changeStatus(table, reactions, event, attendance, { status: 'declined', by: 'visitor', now })
  }
  const attended = (await attendancesOfPerson(table, id)).filter((each) => isLeft(each) || waits(each))
  for (let attendance of attended) {
    // Else the person would be promoted or approved, and keep the seat.
    if (waits(attendance)) attendance = await declined(attendance)
    while (isLeft(attendance))
      attendance = await identify(table, reactions.gate, attendance.event, attendance.id, (each) =>
        erasedAttendance(each, now()),
      )
  }
  const tagged = await taggingsOfPerson(table, owner, id)
  for (const tagging of tagged) await removeTagging(table, tagging)
  return { person: changed.person, attendances: attended.length, taggings: tagged.length }
}

/** Returns the error for an erasure that would leave a role, sessions and an address that signs in. */
function holdsRole(): OsdiError {
  const description =
    'This person has a role in the group, or the account. Only the person who runs this service erases them, with the option --end-access'
  return new OsdiError('conflict', description, [{ error_code: 'has_role', description, properties: [] }])
}

/**
 * Identifiers that one transaction releases, each by one of its at most 100 items (DynamoDB limit). The others are the
 * person and its contacts.
 */
const MOST_IDENTIFIERS = 80

/**
 * Returns the person with only its id and dates, or the same object if it has nothing else. A person with more
 * identifiers than one transaction releases loses some of them first.
 */
function erasedPerson(person: Person, now: Date): Person {
  const { id, owner, created_date, identifiers } = person
  if (person.erased_date !== undefined && identifiers.length === 0) return person
  const changed = nextVersion(person, now)
  if (identifiers.length > MOST_IDENTIFIERS)
    return { ...person, identifiers: identifiers.slice(MOST_IDENTIFIERS), ...changed }
  return { ...blankPerson(id, owner, now), created_date, ...changed, erased_date: now.toISOString() }
}

/**
 * Returns the attendance without personal data, or the same object if it has none. An attendance with more identifiers
 * than one transaction releases loses some of them first.
 */
function erasedAttendance(attendance: Attendance, now: Date): Attendance {
  const { identifiers, origin_system, referrer_data, answers, missing_answers, cancellation, request, typed, ...rest } =
    attendance
  const { source, website, referrer } = referrer_data
  const isPlain = source === NO_REFERRER.source && website === NO_REFERRER.website && referrer === undefined
  const isTold = cancellation !== undefined || request?.note !== undefined
  const hasAnswers = answers !== undefined || missing_answers !== undefined
  const isKept = hasAnswers || isTold || typed !== undefined
  if (identifiers.length === 0 && origin_system === undefined && isPlain && !isKept) return attendance
  return {
    ...rest,
    ...(request && { request: { state: request.state, date: request.date } }),
    identifiers: identifiers.slice(MOST_IDENTIFIERS),
    referrer_data: NO_REFERRER,
    ...nextVersion(attendance, now),
  }
}
