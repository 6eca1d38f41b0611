import { type Attendance, newAttendance, requireConfirmed } from '../attendances/attendance.js'
import { type Agreement, type Terms, consentOf } from './consent.js'
import type { AttendableEvent } from '../events/event.js'
import { requireFewGuests, withAllowedGuests } from '../places/guests.js'
import type { PersonChange } from '../people/person.js'
import {
  type AttendanceDependencies,
  type HelperRequest,
  comingAgain,
  personalListOf,
  recordAttendance,
} from '../attendances/record-attendance.js'
import { matchPerson } from '../people/record-person.js'

/** What a visitor has entered. */
export interface VisitorRsvp {
  person: PersonChange
  agreement: Agreement
  /** How many people the visitor brings. */
  guests?: number | undefined
  /** The source that the link to the form named. */
  source?: string | undefined
}

/**
 * Records an attendance from the RSVP form, with what the visitor has agreed to. A person who is already in the list
 * attends but is not changed, because a visitor may type the email of another person.
 * @throws OsdiError invalid when the visitor has read other terms or brings too many guests; conflict when the event is
 *   cancelled, or full: for people who attend already too, because the answer must not tell who they are
 */
export async function recordFromBrowser(
  event: AttendableEvent,
  rsvp: VisitorRsvp,
  terms: Terms,
  dependencies: AttendanceDependencies,
): Promise<Attendance> {
  const { people, now } = dependencies
  if (event.origin !== 'api') requireFewGuests(rsvp.guests ?? 0, event.max_guests ?? 0, 'guests')
  const request = requestOf(rsvp, terms, now())
  const unchanging: AttendanceDependencies = {
    ...dependencies,
    people: { ...people, change: (owner, id) => people.change(owner, id, async (person) => person) },
  }
  if (event.capacity !== undefined && !event.waitlist) return recordWithinCapacity(event, request, unchanging)
  return (await recordAttendance(event.owner, event, request, unchanging)).attendance
}

/** Where the form has a box for it, a new person is subscribed only with a record that the box was ticked. */
function requestOf(
  { person, agreement, guests, source }: VisitorRsvp,
  terms: Terms,
  now: Date,
): HelperRequest {
  const consent = consentOf(terms, agreement, now)
  const { email_addresses: email } = person
  const isUnsubscribed = email && terms.opt_in_text && !consent?.opt_in
  return {
    person: isUnsubscribed ? { ...person, email_addresses: { ...email, status: 'unsubscribed' } } : person,
    draft: {
      ...(consent && { consent }),
      ...(guests && { guests }),
      ...(source && { referrer_data: { source } }),
    },
    add_tags: [],
    remove_tags: [],
  }
}

/** Records an attendance and a new person in one transaction, so a full event adds no one to the owner's list. */
async function recordWithinCapacity(
  event: AttendableEvent,
  { person: sent, draft }: HelperRequest,
  dependencies: AttendanceDependencies,
): Promise<Attendance> {
  const { attendances, now } = dependencies
  requireConfirmed(event)
  const { guests = 0 } = withAllowedGuests(event, draft, dependencies)
  for (;;) {
    const { known, fresh } = await matchPerson(event.owner, sent, dependencies)
    const attendance = newAttendance(event.id, (known ?? fresh).id, { ...draft, guests }, now())
    const recorded = await attendances.recordForVisitor(attendance, event, {
      person: fresh,
      personalList: personalListOf(event),
    })
    if (recorded) return comingAgain(event, recorded, dependencies, { guests })
  }
}
