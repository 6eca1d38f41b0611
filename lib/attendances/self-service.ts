import { isOver } from '../events/upcoming.js'
import { type Attendance, attendanceId, isComing } from './attendance.js'
import { eventOver, requireConfirmed } from '../events/rsvp-refusals.js'
import { type AttendanceChange, changeAttendance } from './change-attendance.js'
import { invalid, notFound } from '../runtime/errors.js'
import { hasPublicPage, isListed } from '../events/visibility.js'
import { requireOpen, rsvpsClosed } from '../events/rsvp-window.js'
import { isNativeId } from '../fields/identifier.js'
import type { OsdiEvent } from '../events/event.js'
import { nextVersion } from '../fields/version.js'
import { type LinkedAttendance, readLinkToken } from './links/link-token.js'
import { readGuests } from './guests.js'
import { type SentAnswers, answersInForm, requireAnswers } from '../questions/answers.js'
import type { Question } from '../questions/question.js'
import { nameInOneLine, namesIn } from '../people/names-in.js'
import { type Person, allContactsOf, changedPerson } from '../people/person.js'
import { PersonRefused } from '../people/refusals.js'
import { type Attending, recordAttendance } from './record-attendance.js'
import { readSigned } from './links/link-key-store.js'
import { typedGuest } from './typed-guest.js'
import { findRsvp } from './store/rsvp-store.js'
import { changeStatus } from './store/change-status.js'
import { identify, setQuiet } from './store/change-attendance.js'
import { loadEvent } from '../events/store/load-event.js'
import { changePerson } from '../people/store/change-person.js'
import type { App } from '../table/app.js'

/** The RSVP that a person sees at the link of an attendance. */
export interface Rsvp {
  event: OsdiEvent
  attendance: Attendance
  person: Person
  /** The position of the attendance among those of its event, from 1; absent where its item does not have it. */
  ordinal?: number | undefined
}

/** Actions that a person takes by a link. */
const ACTIONS = [
  'accept',
  'answers',
  'confirm',
  'decline',
  'guests',
  'name',
  'quiet',
  'save',
  'unquiet',
  'unsubscribe',
] as const
type Action = (typeof ACTIONS)[number]

/**
 * Finds the RSVP of a link. It follows a person who was merged into another one.
 * @throws OsdiError not_found when the link leads nowhere, also after its person was erased
 */
export async function findByLink(table: App['table'], token: string): Promise<Rsvp> {
  let linked = await readSigned(table, token, readLinkToken)
  while (linked) {
    const rsvp = await findRsvp(table, linked)
    const into = rsvp?.attendance.merged_into
    if (rsvp && into === undefined && rsvp.person.erased_date === undefined) return rsvp
    linked = into === undefined ? undefined : { event: linked.event, id: attendanceId(linked.event, into) }
  }
  throw notFound()
}

/** The inputs of the page at a link. */
interface AskedByLink {
  action?: string
  /** The number of guests, as it was typed. */
  guests?: string
  /** The name of the person, in one line. */
  name?: string
  /** Returns the values of all inputs of a name. */
  valuesOf?: ((name: string) => string[]) | undefined
}

/**
 * Does what a person asks for by a link: confirms, cancels, comes again, changes the number of guests, the name or the
 * answers, saves all three, ends or begins the reminders of the event, or leaves the mailing list.
 * @throws OsdiError not_found; invalid for another action, a number that the event does not take, or no name; conflict
 *   when the event is full, canceled or over
 */
export async function changeByLink(
  attending: Attending,
  token: string,
  { action, ...inputs }: AskedByLink,
): Promise<void> {
  const { table, now } = attending
  const { event, attendance, person } = await findByLink(table, token)
  const asked = ACTIONS.find((each) => each === action)
  if (!asked) throw unknownAction()
  if (asked === 'unsubscribe') return unsubscribe(attending, person)
  if (asked === 'quiet' || asked === 'unquiet') return setQuiet(table, event.id, attendance.id, asked === 'quiet')
  if (asked === 'confirm') return confirm(attending, event, attendance.id)
  const { status, name, answers, ...party }: Asked =
    asked === 'accept' || asked === 'decline' ? { status: STATUS[asked] } : readForm(event, asked, inputs)
  const guests = party.guests === (attendance.guests ?? 0) ? undefined : party.guests
  const takesPlaces = status === 'accepted' || (guests ?? 0) > (attendance.guests ?? 0)
  if ((takesPlaces || answers) && isOver(event, now())) throw eventOver()
  if (takesPlaces) await admitByLink(attending, person)
  if (asked === 'accept' && attendance.status === 'declined') requireOpen(event, now())
  if (status !== undefined || guests !== undefined || answers)
    await changeAttendance(attending, event, attendance.id, {
      status,
      guests,
      answers,
      // Who waits has nothing in their calendar.
      ...(status === 'declined' && isComing(attendance) && { tells: { by: 'guest' } }),
      autoresponse: 'form',
      by: 'visitor',
    })
  // Splitting a line into names is a guess, so the names stay unless the line was edited.
  if (name === undefined || name.trim() === nameInOneLine(person)) return
  await rename(attending, person, name)
  if (attendance.typed) await retype(attending, attendance, name)
}

interface Asked extends Pick<AttendanceChange, 'status' | 'guests' | 'answers'> {
  name?: string
}

/**
 * Reads what an action takes of the form of an RSVP; `save` takes what is sent. The form has every question: what it
 * leaves out is taken back.
 * @throws OsdiError invalid, naming the inputs
 */
function readForm(
  { questions = [], ...event }: OsdiEvent,
  action: 'answers' | 'guests' | 'name' | 'save',
  { guests, name, valuesOf = () => [] }: AskedByLink,
): Asked {
  const isSaved = action === 'save'
  return {
    ...((action === 'name' || (isSaved && name !== undefined)) && { name: readName(name) }),
    ...((action === 'guests' || (isSaved && guests !== undefined)) && { guests: readGuests(event, guests) }),
    ...((action === 'answers' || (isSaved && questions.length > 0)) && { answers: readAnswers(questions, valuesOf) }),
  }
}

function readAnswers(questions: Question[], valuesOf: (name: string) => string[]): SentAnswers {
  const given = requireAnswers(questions, answersInForm(questions, valuesOf))
  return Object.fromEntries(questions.map(({ id }) => [id, given[id] ?? null]))
}

/**
 * Notes that a person who comes has confirmed it.
 * @throws OsdiError conflict when the person does not come, or the event is canceled or over
 */
export async function confirm(
  { table, reactions, now }: Attending,
  event: OsdiEvent,
  attendance: string,
): Promise<void> {
  requireConfirmed(event)
  if (isOver(event, now())) throw eventOver()
  await changeStatus(table, reactions, event, attendance, { confirms: true, now })
}

const STATUS = { accept: 'accepted', decline: 'declined' } as const satisfies Partial<Record<Action, string>>

/**
 * Records that a person comes to another event of the same owner, by the button of a link. It takes a seat, or joins
 * the waiting list; repeating it changes nothing.
 * @returns the attendance of that event
 * @throws OsdiError not_found, also for a private event; invalid for one that is not public, or of another owner;
 *   conflict when it is full, canceled or over
 */
export async function attendByLink(
  attending: Attending,
  token: string,
  { event: id = '' }: { event?: string },
): Promise<LinkedAttendance> {
  const { table, now } = attending
  const { event, person, attendance: before } = await findByLink(table, token)
  const other = isNativeId(id) && id !== event.id ? await loadEvent(table, id) : undefined
  if (!other || other.owner !== event.owner || !hasPublicPage(other)) throw unknownEvent()
  if (!isListed(other)) throw notFound()
  if (isOver(other, now())) throw eventOver()
  requireOpen(other, now())
  // Whoever has the link may make hosts of the other event see what it shows: a name, and no contact that nobody typed.
  const { given_name = '', family_name = '' } = person
  const draft = { referrer_data: { source: NEXT }, typed: before.typed ?? typedGuest({ given_name, family_name }) }
  await admitByLink(attending, person)
  const request = { draft, linked: person.id, by: 'visitor' } as const
  // The person is admitted already: whom the owner refuses is read once.
  const admitted = { ...attending, refusals: undefined }
  const { attendance } = await recordAttendance(admitted, other.owner, other, request)
  return { event: other.id, id: attendance.id }
}

/**
 * Admits a person who takes seats by a link: whom the owner refuses, it tells that RSVPs are closed.
 * @throws OsdiError conflict
 */
async function admitByLink({ refusals }: Attending, person: Person) {
  try {
    ;(await refusals?.of(person.owner))?.(allContactsOf(person))
  } catch (error) {
    if (!(error instanceof PersonRefused)) throw error
    await refusals?.count(person.owner, error)
    throw rsvpsClosed()
  }
}

/** The source of RSVPs that followed another one. */
const NEXT = 'next event'

const unknownEvent = () =>
  invalid([
    {
      error_code: 'unknown_event',
      description: 'event must be the id of another public event of the same owner',
      properties: ['event'],
    },
  ])

/** Takes a person off the mailing list: email and text messages. It stays among the people of the owner. */
async function unsubscribe({ table, geocode, now }: Attending, { owner, id }: Person) {
  const sent = {
    email_addresses: { status: 'unsubscribed' },
    phone_numbers: { status: 'unsubscribed' },
  } as const
  await changePerson(table, owner, id, (person) => changedPerson(person, sent, now(), geocode))
}

/** Gives a person another name. A link never takes a name away. */
async function rename({ table, geocode, now }: Attending, { owner, id }: Person, typed: string) {
  const { given_name, family_name = null } = namesIn(typed)
  const sent = { ...(given_name && { given_name }), family_name }
  await changePerson(table, owner, id, (person) => changedPerson(person, sent, now(), geocode))
}

/** Gives the RSVP the name, too, as people see it who are not of the team. */
const retype = ({ table, reactions, now }: Attending, { event, id }: Attendance, name: string) =>
  identify(table, reactions.gate, event, id, (each) => {
    const { given_name: _given, family_name: _family, ...contacts } = each.typed ?? {}
    return { ...each, typed: { ...contacts, ...namesIn(name) }, ...nextVersion(each, now()) }
  })

/** Characters of a name, as many as the form for an RSVP takes. */
const LONGEST_NAME = 200

function readName(typed = ''): string {
  if (namesIn(typed).given_name !== undefined && typed.length <= LONGEST_NAME) return typed
  throw invalid([
    {
      error_code: 'invalid_name',
      description: `name must have 1 to ${LONGEST_NAME} characters`,
      properties: ['name'],
    },
  ])
}

const unknownAction = () =>
  invalid([
    {
      error_code: 'unknown_action',
      description: `action must be one of ${ACTIONS.join(', ')}`,
      properties: ['action'],
    },
  ])
