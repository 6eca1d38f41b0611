import type { CalendarEvent } from '../../calendars/calendar.js'
import {
  type EventMail,
  addressOf,
  isSwitchedOn,
  isWanted,
  type MailedFacts,
  mailedFactsOf,
  mailWordedBy,
  policyOf,
  wordedAs,
} from '../kinds-of-event-email.js'
import { extraOf } from '../emails/extra-email.js'
import { htmlOfTyped } from '../../markup/typed-text.js'
import { accessText } from '../../events/accessibility-texts.js'
import { partsOfContact } from '../../events/contact.js'
import { isComing, isGuest } from '../../attendances/attendance.js'
import { publiclyLocated } from '../../locations/location.js'
import type { OsdiEvent } from '../../events/event.js'
import { withGroupTitle } from '../../events/group-title.js'
import type { Rendered } from '../mail-request.js'
import { type MailWording, type MailWordings, wordingOf } from '../mail-wording.js'
import type { LinkedAttendance } from '../../attendances/links/link-token.js'
import { eventAsMailed } from '../event-as-mailed.js'
import { isLookedAt } from '../../events/looked-at.js'
import { withoutLinks } from '../strangers-text.js'
import { namesInMails } from '../names-in-mails.js'
import { isPassedOver } from '../../seats/promotion.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import type { Rsvp } from '../../attendances/self-service.js'
import type { Site } from '../../runtime/site.js'
import type { Dated } from '../../events/upcoming.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { browserUrl, publicAddress } from '../../events/documents/browser-url.js'
import { type TokenOf, doorLink, selfServiceLink } from '../../attendances/documents/self-service.js'
import { invitationText } from '../../calendars/icalendar/calendar.js'
import { organizerFor } from '../organizer.js'
import { type MailMessages, mailMessagesFor } from '../texts.js'
import { nameOfZone, period } from '../../texts/period.js'
import { counted, messagesFor } from '../../texts/messages.js'
import { directionsTo, placeOf } from '../../events/event-place.js'
import { lookOf } from './letterhead.js'
import type { Pass } from './pass.js'
import { type Values, write } from './wording.js'

/** The mails that name what comes next. */
const WITH_NEXT: EventMail[] = ['confirmation', 'follow-up', 'follow-up-missed']
export const namesNext = (kind: EventMail): boolean => WITH_NEXT.includes(kind)

/** The mails to people who come that have their pass. */
export const WITH_PASS: EventMail[] = ['confirmation', 'promoted', 'changed', 'reminder', 'extra']

/** An event that an email offers as the next one. */
export type NextEvent = Dated &
  Pick<OsdiEvent, 'id' | 'slug' | 'origin' | 'title' | 'hidden' | 'status' | 'browser_url'>

/** The common context of an event's mails. */
export interface EventMailContext {
  site: Site
  settings: OwnerSettings
  wordings: { ofEvent: MailWordings; ofOwner: MailWordings }
  tokenOf: TokenOf
  /** The address that emails are from. */
  sender: string
  /** The facts of the event that its people know, where a change of it is told. */
  known?: string | undefined
  /** The cause of the email, by which a further email is found. */
  cause?: string | undefined
}

/** Whether an email about an RSVP is sent, by what its event and its owner say. */
export function isSent(
  kind: EventMail,
  attendance: Rsvp['attendance'],
  { ofEvent, ofOwner }: EventMailContext['wordings'],
): boolean {
  const worded = wordedAs(kind, attendance)
  return isSwitchedOn(worded, wordingOf(worded, ofEvent, ofOwner))
}

/**
 * Writes an email about an RSVP.
 * @param others RSVPs of the same person to other dates, which the email tells of, too
 * @param next events that the person may answer next
 * @returns undefined when the email is not wanted any more, or was switched off
 */
export function eventMail(
  kind: EventMail,
  rsvp: Rsvp,
  context: EventMailContext,
  others: Rsvp[] = [],
  next: NextEvent[] = [],
): Rendered | undefined {
  const { person } = rsvp
  const address = addressOf(person, kind)
  const worded = wordedAs(kind, rsvp.attendance)
  const wording = wordingOf(worded, context.wordings.ofEvent, context.wordings.ofOwner)
  if (address === undefined || !isSwitchedOn(worded, wording) || !isWanted(kind, rsvp, context.cause)) return undefined
  return rendered(worded, rsvp, address, wording, context, others, next)
}

/** A person and an attendance that a preview and a test are about. */
const SAMPLE = { given_name: 'Ada', family_name: 'Lovelace' }

/**
 * Writes an email to a person who is made up, for a preview and a test to oneself. Its link is that of no RSVP.
 * @param wording in place of what the event and its owner say
 */
export const sampleMail = (
  kind: EventMail,
  event: OsdiEvent,
  { address, wording }: { address: string; wording: MailWording },
  context: Omit<EventMailContext, 'wordings' | 'tokenOf'>,
): Rendered =>
  rendered(
    kind,
    { event, attendance: { event: event.id, id: event.id }, person: { ...SAMPLE, id: event.id } },
    address,
    wording,
    { ...context, tokenOf: () => 'sample' },
  )

/** The RSVP that an email is about. */
interface Told {
  event: OsdiEvent
  attendance: LinkedAttendance & Pick<Rsvp['attendance'], 'guests' | 'status' | 'request' | 'cancellation'>
  person: Pick<Rsvp['person'], 'id' | 'given_name' | 'family_name'>
}

/** Returns an event as its person may know it: homes and contacts that are not public are for guests. */
function knownTo({ event, attendance }: Told): OsdiEvent {
  const { contact, ...others } = isComing(attendance) ? event : publiclyLocated(event)
  return contact && (contact.public || isGuest(attendance)) ? { ...others, contact } : others
}

function rendered(
  kind: EventMail,
  asKept: Told,
  address: string,
  wording: { subject?: string; body?: string },
  { site, settings, tokenOf, sender, known, cause }: Omit<EventMailContext, 'wordings'>,
  further: Told[] = [],
  next: NextEvent[] = [],
): Rendered {
  const [rsvp, ...others] = [asKept, ...further].map((each) => ({
    ...each,
    event: withGroupTitle(eventAsMailed(each.event), settings),
  })) as [Told, ...Told[]]
  const { attendance, person } = rsvp
  const event = knownTo(rsvp)
  const { language, messages } = mailMessagesFor(event.language ?? settings.language)
  const linkOf = (of: LinkedAttendance) => {
    const token = tokenOf(of)
    return token && selfServiceLink(site, token).href
  }
  const values: Values = {
    ...valuesOf(rsvp, { site, language, messages, rsvpLink: linkOf(attendance) }),
    ...(asKept.event.instructions !== event.instructions &&
      isComing(attendance) && { instructions: messages.instructions_on_page }),
    // A preview shows the first one.
    text: { html: htmlOfTyped((extraOf(event, cause) ?? event.emails?.[0])?.text ?? '…') },
    next: nextIn(next, { site, language, messages }),
    changes: known ? changesSince(JSON.parse(known) as MailedFacts, asKept, { language, messages }) : '',
    ...(others.length > 0 && {
      when: [rsvp, ...others].map((each) => whenOf(each.event, language) ?? messages.unknown_time).join('\n'),
      rsvp: {
        addresses: [rsvp, ...others].flatMap((each) => {
          const address = linkOf(each.attendance)
          return address ? [{ label: whenOf(each.event, language) ?? '', address }] : []
        }),
      },
    }),
  }
  const worded = { ...messages[kind], ...definedOf(wording) }
  const { name } = namesInMails(person)
  const method = policyOf(kind).calendar
  const { contact } = event
  const access = accessText(event.accessibility, language)
  const organizer = organizerFor(event, sender)
  // Each date has a code of its own.
  const hasPass = WITH_PASS.includes(kind) && isComing(attendance) && others.length === 0
  const footer = [
    ...(contact ? [messages.footer_contact.replace('{contact}', () => partsOfContact(contact).join(', '))] : []),
    ...(access ? [access] : []),
    messages.footer_event,
    ...(isPassedOver(event, attendance) && values['rsvp'] ? [messages.footer_passed_over] : []),
    ...(policyOf(kind).isEndedByQuiet && values['rsvp'] ? [messages.footer_quiet] : []),
  ]
  return {
    owner: event.owner,
    person: person.id,
    ...(!isLookedAt(event) && { is_of_stranger: true }),
    mail: {
      kind: mailWordedBy(kind),
      event: [event, ...others.map((each) => each.event)].map(({ id }) => id).join(','),
      from_name: oneLine(event.sponsor?.title),
      // Who only asks may answer the contact, too.
      reply_to: asKept.event.contact?.email_address ?? settings.reply_to,
      to: { name, address },
      ...write(worded, values, {
        language,
        footer,
        ...(hasPass && { pass: passOf(rsvp, name, { language, messages }) }),
        from: { ...lookOf(settings), title: event.sponsor?.title },
      }),
      ...(hasPass && { code: doorLink(site, event.id, attendance.id).href }),
      ...(method &&
        event.start_date !== undefined && {
          calendar: {
            method,
            content: invitationText(
              [event, ...others.map(knownTo)]
                .filter(({ start_date }) => start_date !== undefined)
                .map((each) => ({ ...each, browser_url: browserUrl(site, each) }) as CalendarEvent),
              { method, organizer, attendee: { name, address } },
            ),
          },
        }),
    },
  }
}

/** The pass of a person who comes, and the way to the place, which such a person may know. */
function passOf(
  { event, attendance: { guests = 0 } }: Told,
  name: string,
  { language, messages: { pass } }: { language: string; messages: MailMessages },
): Pass {
  const address = directionsTo({ ...event, address_shown: 'everybody' })
  return {
    title: counted(language, pass.title, 1 + guests),
    name,
    how: pass.how,
    alt: pass.code,
    directions: address === undefined ? undefined : { label: pass.directions, address },
  }
}

function valuesOf(
  { event, attendance, person }: Told,
  {
    site,
    language,
    messages,
    rsvpLink,
  }: {
    site: Site
    language: string
    messages: MailMessages
    rsvpLink: string | undefined
  },
): Values {
  const { given_name } = namesInMails(person)
  const page = browserUrl(site, event)
  const { guests = 0 } = attendance
  return {
    greeting: given_name ? messages.greeting.replace('{given_name}', () => given_name) : messages.greeting_without_name,
    given_name,
    event: event.title,
    when: whenOf(event, language) ?? messages.unknown_time,
    // The address of a home is for people with a seat.
    where: placeOf(isComing(attendance) ? event : publiclyLocated(event), {
      lang: language,
      messages: messagesFor(language).messages,
    }),
    // They may hold a link to join, which is for people who come.
    instructions: event.instructions && isComing(attendance) ? { html: event.instructions } : '',
    rsvp: rsvpLink ? { address: rsvpLink } : '',
    event_page: page ? { address: page, label: messages.event_page } : '',
    group: event.sponsor?.title ?? '',
    note: event.cancellation_note ?? attendance.cancellation?.note ?? attendance.request?.note ?? '',
    guests: guests > 0 ? messages.guests.replace('{count}', String(guests)) : '',
  }
}

/** Says what of an event is other than people know, a line each, and what it was. */
function changesSince(
  known: MailedFacts,
  { event, attendance }: Told,
  { language, messages }: { language: string; messages: MailMessages },
): string {
  const before = { ...event, ...known, end_date: known.end_date } as OsdiEvent
  const whereOf = (each: OsdiEvent) =>
    placeOf(eventAsMailed(isComing(attendance) ? each : publiclyLocated(each)), {
      lang: language,
      messages: messagesFor(language).messages,
    })
  // The zone stands below, unless it is what has changed.
  const isOtherZone = before.start_date === event.start_date && before.end_date === event.end_date
  const timeOf = (each: OsdiEvent) =>
    isOtherZone || !each.start_date ? whenOf(each, language) : period(language, each.start_date, each.end_date)
  const line = (text: string, now: string, was: string) =>
    now === was ? [] : [text.replace('{now}', () => now).replace('{before}', () => was)]
  const unknown = messages.unknown_time
  const { new_time, new_place, new_instructions } = messages.changes
  return [
    ...line(new_time, timeOf(event) ?? unknown, timeOf(before) ?? unknown),
    ...line(new_place, whereOf(event) || '–', whereOf(before) || '–'),
    ...(isComing(attendance) && known.instructions !== mailedFactsOf(event).instructions ? [new_instructions] : []),
  ].join('\n')
}

/** The events that may be answered next, each with its time and a link to its page. */
const nextIn = (
  events: NextEvent[],
  { site, language, messages }: { site: Site; language: string; messages: MailMessages },
): Values[string] =>
  events.length === 0
    ? ''
    : {
        title: messages.next,
        addresses: events.map((event) => ({
          // A supporter may host it.
          label: [withoutLinks(event.title), whenOf(event, language)].filter(Boolean).join(', '),
          address: publicAddress(site, event),
        })),
      }

/** When an event takes place, with the name of its time zone. */
export function whenOf(event: Dated, language: string): string | undefined {
  const { start_date, end_date, start_date_utc } = event
  if (start_date === undefined) return undefined
  const zone = timeZoneOf(event)
  const named = zone && start_date_utc && ` (${nameOfZone(language, zone, start_date_utc)})`
  return period(language, start_date, end_date) + (named || '')
}

const oneLine = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ').trim()

const definedOf = ({ subject, body }: { subject?: string; body?: string }) => ({
  ...(subject && { subject }),
  ...(body && { body }),
})
