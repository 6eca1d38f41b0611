import { isComing } from '../attendances/attendance.js'
import { bySoonest } from '../events/upcoming.js'
import { isTimely, isWanted } from '../mail/event-mail.js'
import type { EventCampaign } from '../campaigns/event-campaign.js'
import type { LinkedHost } from '../hosting/host-link.js'
import type { HostRequest } from '../hosting/host-request.js'
import type { Person } from '../people/person.js'
import type { OsdiEvent } from '../events/event.js'
import type { ListedEvent } from '../near/listed-event.js'
import type { MailRequest, Rendered, WordingTest } from '../mail/mail-request.js'
import type { MailingStore } from '../mail/mailing.js'
import type { MailWordings } from '../mail/mail-wording.js'
import type { OrganiserMail } from '../mail/organiser-mail.js'
import type { OwnerSettings } from '../access/owner-settings.js'
import type { Owner } from '../runtime/owner.js'
import type { Rsvp } from '../attendances/self-service.js'
import type { SignInStore } from '../sign-in/sign-in.js'
import type { Site } from '../runtime/site.js'
import type { TokenOf } from '../attendances/documents/self-service.js'
import { eventMail, isSent, namesNext, sampleMail } from '../mail/emails/event-mail.js'
import { invitationMail } from '../sign-in/invitation-mail.mail.js'
import { hostMail, verifyMail } from '../hosting/host-mail.mail.js'
import { passkeyMail } from '../sign-in/passkey-mail.mail.js'
import { organiserMail } from '../mail/emails/organiser-mail.js'
import { signInMail } from '../sign-in/sign-in-mail.mail.js'
import { webhookMail } from '../webhooks/webhook-mail.mail.js'

/** Dependencies of writing mails. */
export interface WritingDependencies {
  site: Site
  /** The address that mails are from. */
  sender: string
  signIns: Pick<SignInStore, 'accessOf' | 'createLink'>
  /** The path of a link to sign in, by its secret. */
  signInPath: (secret: string) => string
  /** The path of the page that asks for the address. */
  signInPage: string
  /** The path of the page with the passkeys of who is signed in. */
  passkeysPage: string
  /** The path of the page of a webhook in the organiser's interface. */
  webhookPath: (owner: Owner, webhook: string) => string
  findEvent: (id: string) => Promise<OsdiEvent | undefined>
  findRsvp: (event: string, person: string) => Promise<Rsvp | undefined>
  /** The dates of an edit of a series that people are told of. */
  toldOf: MailingStore['toldOf']
  /** The events among some that a person has answered. */
  eventsAnswered: (person: string, events: string[]) => Promise<ReadonlySet<string>>
  /** The events that a person may answer next. */
  nextOf: (event: OsdiEvent, person: Person) => Promise<ListedEvent[]>
  readFor: (
    owner: Owner,
    event?: string,
  ) => Promise<{
    settings: OwnerSettings
    title?: string | undefined
    browser_url?: string | undefined
    ofOwner: MailWordings
    ofEvent: MailWordings
  }>
  /** The wordings of an event alone. */
  findWordings: (event: string) => Promise<MailWordings>
  tokens: { load(): Promise<TokenOf> }
  /** Makes tokens of hosts. */
  hostTokens: { load(): Promise<(link: LinkedHost) => string> }
  findHostRequest: (id: string) => Promise<HostRequest | undefined>
  /** The address of an organiser who has chosen a mail; undefined where nothing may go. */
  addressOfOrganiser: (owner: Owner, person: string, kind: OrganiserMail) => Promise<string | undefined>
  /** The path of an event in the organiser's interface, or of a page of it. */
  eventPath: (id: string, page?: string) => string
  findCampaign: (id: string) => Promise<EventCampaign | undefined>
  findPerson: (id: string) => Promise<Person | undefined>
  now: () => Date
}

/** Writes the mail of a request that is not of a message. @returns undefined when none is needed any more */
export async function writeMail(
  request: Exclude<MailRequest, { kind: 'message' }>,
  dependencies: WritingDependencies,
): Promise<Rendered | undefined> {
  const { signInPath: pathOf } = dependencies
  switch (request.kind) {
    case 'sign-in':
      return signInMail(request, { ...dependencies, pathOf })
    case 'invited':
      return invitationMail(request, dependencies)
    case 'passkey-added':
    case 'passkey-removed':
      return passkeyMail(request, dependencies)
    case 'webhook-disabled':
      return webhookMail(request, dependencies)
    case 'host-verify':
      return verifyMail(request, dependencies)
    case 'eve':
    case 'report':
      return organiserMail(request, dependencies)
    case 'host-approved':
    case 'host-declined':
      return hostMail(request, dependencies)
    default:
      return 'address' in request ? testMail(request, dependencies) : rsvpMail(request, dependencies)
  }
}

/** A test of a wording, to its author. */
async function testMail(
  { kind, event: id, ...test }: WordingTest,
  { site, sender, findEvent, readFor }: WritingDependencies,
): Promise<Rendered | undefined> {
  const event = await findEvent(id)
  if (!event) return undefined
  const { settings } = await readFor(event.owner)
  const { mail } = sampleMail(kind, event, test, { site, sender, settings })
  return { owner: event.owner, mail }
}

async function rsvpMail(
  request: Extract<MailRequest, { event: string; person: string }>,
  {
    site,
    sender,
    findRsvp,
    findWordings,
    nextOf,
    readFor,
    tokens,
    now,
    ...dependencies
  }: WritingDependencies,
): Promise<Rendered | undefined> {
  const { kind, event, person, cause, mailing } = request
  const { dates, isTold } = await datesOf(request, dependencies)
  const found = await Promise.all([event, ...dates].map((each) => findRsvp(each, person)))
  const told = found
    .filter((each) => each !== undefined)
    .filter((each) => isTimely(kind, each.event, now(), cause) && isWanted(kind, each) && isTold(each))
    .sort((one, other) => bySoonest(one.event, other.event))
  const [first] = told
  if (!first) return undefined
  const [{ settings, ofOwner, ofEvent }, tokenOf, ofDates] = await Promise.all([
    readFor(first.event.owner, first.event.id),
    tokens.load(),
    Promise.all(told.slice(1).map(({ event }) => findWordings(event.id))),
  ])
  // A date that has switched the mail off is left out. Others are told of, and the first of them words the mail.
  const [rsvp, ...others] = told
    .map((each, i) => ({ ...each, wordings: { ofOwner, ofEvent: ofDates[i - 1] ?? ofEvent } }))
    .filter(({ attendance, wordings }) => isSent(kind, attendance, wordings))
  if (!rsvp) return undefined
  const { wordings } = rsvp
  const next = namesNext(kind) ? await nextOf(rsvp.event, rsvp.person) : []
  const rendered = eventMail(kind, rsvp, { site, sender, settings, wordings, tokenOf }, others, next)
  return rendered && { ...rendered, ...(request.edit && mailing && { mailing }) }
}

/** The other dates that a mail may name, and which of them it does. */
async function datesOf(
  {
    event,
    person,
    dates = [],
    edit,
    answered_before,
  }: Extract<MailRequest, { event: string; person: string }>,
  { toldOf, eventsAnswered }: Pick<WritingDependencies, 'toldOf' | 'eventsAnswered'>,
): Promise<{ dates: string[]; isTold: (rsvp: Rsvp) => boolean }> {
  if (!edit) return { dates, isTold: () => true }
  const { told = [], only_coming } = (await toldOf(edit)) ?? {}
  const others = await eventsAnswered(
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
