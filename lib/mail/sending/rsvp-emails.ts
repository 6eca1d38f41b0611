import type { Owner } from '../../runtime/owner.js'
import { attendanceId, isComing } from '../../attendances/attendance.js'
import { type LinkedAttendance, linkToken } from '../../attendances/links/link-token.js'
import type { Rsvp } from '../../attendances/self-service.js'
import { eventsAnswered, findRsvp } from '../../attendances/store/rsvp-store.js'
import type { OsdiEvent } from '../../events/event.js'
import { loadEvent } from '../../events/store/load-event.js'
import { bySoonest } from '../../events/upcoming.js'
import type { Person } from '../../people/person.js'
import type { Table } from '../../table/table.js'
import { EVENT_MAILS, isTimely, isWanted } from '../kinds-of-event-email.js'
import type { KindOfMail, MailContext } from '../kind-of-mail.js'
import type { Rendered, RsvpMailRequest, WordingTest } from '../mail-request.js'
import { withAgreedContact } from '../store/confirmed-addresses.js'
import { wordingsFor, findWordings } from '../store/mail-wordings.js'
import { mailingId } from '../store/mailing-items.js'
import { mailingStore } from '../store/mailing-store.js'
import { type EventMailContext, type NextEvent, eventMail, isSent, namesNext, sampleMail } from './write-event-email.js'
import { loadKeys } from '../../attendances/links/link-key-store.js'

/** Finds the events that a person may answer after an answer to one. */
export type NextOf = (event: OsdiEvent, person: Person) => Promise<NextEvent[]>

/** The mails about an RSVP, each also as a test of its wording. */
export const rsvpMails = (nextOf: NextOf): KindOfMail<RsvpMailRequest | WordingTest> => ({
  names: EVENT_MAILS,
  write: (request, context) => ('address' in request ? testMail(request, context) : rsvpMail(request, context, nextOf)),
})

/** Reads what the emails of an owner, or of one of its events, have in common. */
export async function eventMailContext(
  { table, site, sender }: MailContext,
  owner: Owner,
  event?: string,
): Promise<EventMailContext> {
  const [{ settings, ...wordings }, keys] = await Promise.all([wordingsFor(table, owner, event), loadKeys(table)])
  const tokenOf = (attendance: LinkedAttendance) => linkToken(keys, attendance)
  return { site, sender, settings, wordings, tokenOf }
}

/** A test of a wording, to its author. */
async function testMail(
  { kind, event: id, ...test }: WordingTest,
  { table, site, sender }: MailContext,
): Promise<Rendered | undefined> {
  const event = await loadEvent(table, id)
  if (!event) return undefined
  const [{ settings }, named] = await Promise.all([wordingsFor(table, event.owner), withAgreedContact(table, event)])
  const { mail } = sampleMail(kind, named, test, { site, sender, settings })
  return { owner: event.owner, mail }
}

async function rsvpMail(request: RsvpMailRequest, context: MailContext, nextOf: NextOf): Promise<Rendered | undefined> {
  const { table, asOf } = context
  const { kind, event, person, cause, mailing } = request
  const { dates, isTold } = await datesOf(request, table)
  const found = await Promise.all(
    [event, ...dates].map((each) => findRsvp(table, { event: each, id: attendanceId(each, person) })),
  )
  const told = found
    .filter((each) => each !== undefined)
    .filter((each) => isTimely(kind, each.event, asOf(), cause) && isWanted(kind, each, cause) && isTold(each))
    .sort((one, other) => bySoonest(one.event, other.event))
  const [first] = told
  if (!first) return undefined
  const [{ wordings: ofFirst, ...ofMail }, ofDates] = await Promise.all([
    eventMailContext(context, first.event.owner, first.event.id),
    Promise.all(told.slice(1).map(({ event }) => findWordings(table, event.id))),
  ])
  // A date that has switched the email off is left out. Others are told of, and the first of them words the email.
  const [rsvp, ...others] = told
    .map((each, i) => ({ ...each, wordings: { ...ofFirst, ofEvent: ofDates[i - 1] ?? ofFirst.ofEvent } }))
    .filter(({ attendance, wordings }) => isSent(kind, attendance, wordings))
  if (!rsvp) return undefined
  const { wordings } = rsvp
  const [named, next, known] = await Promise.all([
    withAgreedContact(table, rsvp.event),
    namesNext(kind) ? nextOf(rsvp.event, rsvp.person) : [],
    others.length === 0 ? knownBefore(rsvp.event.id, request, table) : undefined,
  ])
  const rendered = eventMail(kind, { ...rsvp, event: named }, { ...ofMail, wordings, known, cause }, others, next)
  return rendered && { ...rendered, ...(request.edit && mailing && { mailing }) }
}

/** Reads the facts that people knew of an event before the change that an email tells of. */
async function knownBefore(event: string, { kind, cause }: RsvpMailRequest, table: Table) {
  if (kind !== 'changed' || cause === undefined) return undefined
  const mailing = await mailingStore(table).find(mailingId(kind, event, cause))
  return mailing?.kind === 'changed' ? mailing.known : undefined
}

/** The other dates that an email may name, and which of them it does. */
async function datesOf(
  { event, person, dates = [], edit, answered_before }: RsvpMailRequest,
  table: Table,
): Promise<{ dates: string[]; isTold: (rsvp: Rsvp) => boolean }> {
  if (!edit) return { dates, isTold: () => true }
  const { told = [], only_coming } = (await mailingStore(table).toldOf(edit)) ?? {}
  const others = await eventsAnswered(
    table,
    person,
    told.filter((each) => each !== event),
  )
  return {
    dates: [...others],
    isTold: ({ attendance }) =>
      (answered_before === undefined || attendance.created_date <= answered_before) &&
      (!only_coming || isComing(attendance)),
  }
}
