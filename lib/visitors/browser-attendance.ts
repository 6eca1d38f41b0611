import type { Consent } from '../attendances/attendance-fields.js'
import { type Attendance, newAttendance } from '../attendances/attendance.js'
import { eventOver, requireConfirmed } from '../events/rsvp-refusals.js'
import { type Agreement, type FormTerms, consentOf } from './consent.js'
import type { OwnerSettings } from '../access/owner-settings.js'
import type { Friend } from '../attendances/friend-code.js'
import type { AttendableEvent, EventForBrowsers } from '../events/event.js'
import { type Admission, admissionOf, openSeats, refusalOf, partySize } from '../events/capacity.js'
import { requireFewGuests, withAllowedGuests } from '../attendances/guests.js'
import { typedGuest } from '../attendances/typed-guest.js'
import { type SentAnswers, fittingAnswers, requireAnswers } from '../questions/answers.js'
import type { OptIn, PersonChange } from '../people/person.js'
import {
  type Attending,
  type Autoresponse,
  type HelperRequest,
  acceptAgain,
  leavingKnown,
  personalListOf,
  recordAttendance,
} from '../attendances/record-attendance.js'
import { requireOpen } from '../events/rsvp-window.js'
import { isOver } from '../events/upcoming.js'
import { matchPerson, readNumber } from '../people/record-person.js'
import { PersonRefused } from '../people/refusals.js'
import { record } from '../attendances/store/record-attendance.js'
import { tellAgain } from '../attendances/store/change-attendance.js'

/** The input of a visitor. */
export interface VisitorRsvp {
  person: PersonChange
  agreement: Agreement
  /** Number of guests of the visitor. */
  guests?: number | undefined
  /** The answers of the visitor. */
  answers?: SentAnswers | undefined
  /** The source that the link to the form named. */
  source?: string | undefined
  /** The person who has passed the event on to the visitor. */
  friend?: Friend | undefined
  /** For a form of a single event without it. */
  autoresponse?: Autoresponse | undefined
}

/** A box that was ticked, by whom. */
export interface TickedBox extends OptIn {
  event: EventForBrowsers
  person: string
  /** The address that was entered in the form. */
  address: string
}

/** The context of recording RSVPs of visitors. */
export interface Visited extends Attending {
  /** Mails the button that confirms a ticked box. Without it, a new person who ticks it is subscribed at once. */
  confirmOptIn?: ((ticked: TickedBox) => Promise<void>) | undefined
}

/** Leaves out the email that confirms a box where an owner does not ask for it. */
export const confirmingIf = ({ confirm_opt_in: isConfirmed }: OwnerSettings, visited: Visited): Visited =>
  isConfirmed ? visited : { ...visited, confirmOptIn: undefined }

/** The form's answer: whether the visitor has a seat, is on the waiting list, or has asked to come. */
export type Standing = 'place' | 'waiting_list' | 'requested'

/**
 * Records an attendance from the RSVP form, with what the visitor has agreed to. A person who is already in the list
 * attends but is not changed, because a visitor may type the email of another person.
 * @returns the standing that a new person gets, also to a person who has answered before: it must not tell who that is
 * @throws OsdiError invalid when the visitor has read other terms or brings too many guests; conflict when the event is
 *   canceled, over, closed, not open, full, or smaller than the party: for people who attend already too, for the same
 *   reason
 */
export const recordFromBrowser = async (
  visited: Visited,
  event: EventForBrowsers,
  rsvp: VisitorRsvp,
  terms: FormTerms,
): Promise<Standing> => (await recordVisitor(visited, event, rsvp, terms)).standing

/**
 * Does the same. A person whom the owner refuses gets the answer of a new person at this moment, and nothing is
 * recorded.
 * @returns the attendance, too, which an answer to a visitor must not show; none of a person who is refused
 */
export async function recordVisitor(
  visited: Visited,
  event: EventForBrowsers,
  rsvp: VisitorRsvp,
  terms: FormTerms,
): Promise<{ standing: Standing; attendance?: Attendance }> {
  const { table, site, reactions, refusals, confirmOptIn, now } = visited
  requireConfirmed(event)
  if (isOver(event, now())) throw eventOver()
  requireOpen(event, now())
  if (event.origin !== 'api') requireFewGuests(rsvp.guests ?? 0, event.max_guests ?? 0, 'guests')
  const answers = requireAnswers(event.questions ?? [], rsvp.answers ?? {})
  const request = requestOf(visited, { ...rsvp, answers }, terms)
  const party = partySize(withAllowedGuests(event, request.draft, site))
  const refusal = refusalOf(admissionOf(event, Infinity, party), event)
  if (refusal) throw refusal
  const unchanging = leavingKnown(visited)
  try {
    const isLimited = event.capacity !== undefined && !event.waitlist
    const { attendance, isRepeated } = isLimited
      ? await recordWithinCapacity(unchanging, event, request)
      : await recordAttendance(unchanging, event.owner, event, request)
    if (isRepeated) await sendAgain(visited, event, attendance, request)
    const ticked = tickedIn(request.draft.consent, rsvp.agreement)
    const address = rsvp.person.email_addresses?.address
    if (ticked && address) await confirmOptIn?.({ ...ticked, event, person: attendance.person, address })
    if (isLimited) return { standing: standingAt(event, 'comes'), attendance }
    // The organizer may have declined a request.
    const isKnown = isRepeated || attendance.status === 'declined'
    const admission = isKnown ? await admissionNow(visited, event, party) : admittedAs(attendance)
    return { standing: standingAt(event, admission), attendance }
  } catch (error) {
    if (!(error instanceof PersonRefused)) throw error
    const open = (await reactions.gate.openSeats(table, event)) ?? Infinity
    const admission = admissionOf(event, open, party)
    const answer = refusalOf(admission, event)
    await refusals?.count(event.owner, error)
    if (answer) throw answer
    return { standing: standingAt(event, admission) }
  }
}

const STANDINGS = {
  comes: 'place',
  waits: 'waiting_list',
  // The seats have changed since the RSVP was recorded.
  event_full: 'waiting_list',
  party_too_large: 'waiting_list',
} as const satisfies Record<Admission, Standing>

/** The standing of a new person. With approval everybody asks, before the line. */
const standingAt = ({ approval }: AttendableEvent, admission: Admission): Standing =>
  approval ? 'requested' : STANDINGS[admission]

const admittedAs = ({ status }: Attendance): Admission => (status === 'tentative' ? 'waits' : 'comes')

/** Decides what a new party would get. The totals say it, unless a party waits that may be larger than the event. */
async function admissionNow(
  { table, reactions: { gate } }: Attending,
  event: AttendableEvent,
  party: number,
): Promise<Admission> {
  const { accepted, guests, waitlisted } = event.totals
  const free = openSeats(event, { taken: accepted + guests, isAwaited: false })
  const mayBePassedOver = waitlisted > 0 && party <= free
  return admissionOf(event, mayBePassedOver ? ((await gate.openSeats(table, event)) ?? Infinity) : free, party)
}

/** A form that is sent twice at once is one, and so are those within some minutes. */
const [AT_ONCE_MS, ONCE_MS] = [60_000, 10 * 60_000]

/** Mails a person who has answered before how they stand: whoever sends the form again has lost the link. */
async function sendAgain(
  attending: Attending,
  event: AttendableEvent,
  attendance: Attendance,
  { autoresponse }: Pick<HelperRequest, 'autoresponse'>,
): Promise<void> {
  const time = attending.now().getTime()
  if (autoresponse !== 'form' || time - Date.parse(attendance.modified_date) < AT_ONCE_MS) return
  const at = new Date(Math.floor(time / ONCE_MS) * ONCE_MS).toISOString()
  await tellAgain(attending, event, attendance, at, autoresponse)
}

/** A new person is subscribed with a record that the box was ticked, and where the owner wants it without a box. */
function requestOf(
  { confirmOptIn, now }: Visited,
  { person, agreement, guests, source, friend, answers = {}, autoresponse = 'form' }: VisitorRsvp,
  terms: FormTerms,
): HelperRequest {
  const consent = consentOf(terms, agreement, now())
  const { email_addresses: email } = person
  const ticked = confirmOptIn ? undefined : tickedIn(consent, agreement)
  const isSubscribed = ticked !== undefined || terms.subscribes
  return {
    person: {
      ...person,
      ...(!isSubscribed && { unasked: true }),
      ...(email && ticked && { opt_in: ticked }),
      ...(email && terms.subscribes && { without_box: true }),
    },
    draft: {
      typed: typedGuest(person),
      ...(consent && { consent }),
      ...(guests && { guests }),
      ...(Object.keys(answers).length > 0 && { answers }),
      ...(source && { referrer_data: { source } }),
      ...(friend && { brought_by: friend }),
    },
    add_tags: [],
    remove_tags: [],
    autoresponse,
    by: 'visitor',
  }
}

/** Returns the box that a visitor has ticked, with a record of its words. */
const tickedIn = (consent: Consent | undefined, { page }: Agreement): OptIn | undefined =>
  consent?.opt_in && page ? { date: consent.date, text: consent.opt_in, page } : undefined

/** Records an attendance and a new person in one transaction, so a full event adds no one to the owner's list. */
async function recordWithinCapacity(
  attending: Attending,
  event: AttendableEvent,
  { person: sent, draft, autoresponse }: HelperRequest,
): Promise<{ attendance: Attendance; isRepeated: boolean }> {
  const { table, site, reactions, refusals, now } = attending
  requireConfirmed(event)
  const { guests = 0 } = withAllowedGuests(event, draft, site)
  const { answers } = fittingAnswers(event.questions ?? [], draft.answers)
  const admit = refusals?.of(event.owner)
  const reading = readNumber(attending, event.owner, sent, async () => event.location?.country)
  const [read] = await Promise.all([reading, reading instanceof Promise ? admit : undefined])
  for (;;) {
    const { known, fresh } = await matchPerson(attending, event.owner, read, { admit })
    const attendance = newAttendance(event.id, (known ?? fresh).id, { ...draft, answers, guests }, now())
    const recorded = await record(table, reactions, attendance, event, {
      visitor: { person: fresh },
      personalList: personalListOf(event),
      autoresponse,
      by: 'visitor',
    })
    if (!recorded) continue
    const { attendance: found, isNew } = recorded
    const returning = { guestsOnReturn: guests, autoresponse, by: 'visitor' } as const
    return {
      attendance: await acceptAgain(attending, event, found, returning),
      isRepeated: !isNew && found.status !== 'declined',
    }
  }
}
