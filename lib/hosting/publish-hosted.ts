import { addressed } from '../events/interface-event.js'
import type { EventCampaign } from '../campaigns/event-campaign.js'
import { type EventDraft, type InterfaceFields, type OsdiEvent, newEvent } from '../events/event.js'
import type { Review } from '../events/event-fields.js'
import type { Scheduling } from '../events/record-event.js'
import {
  type OptIn,
  type Person,
  type PersonChange,
  allContactsOf,
  changedPerson,
  contactsIn,
} from '../people/person.js'
import { type Recording, recordPerson } from '../people/record-person.js'
import { startingWith } from '../questions/question.js'
import type { Principal } from '../runtime/principal.js'
import type { HostRequest } from './host-request.js'
import { faultOfDay, hostingClosed, isHostingOpen } from './hosting-campaign.js'
import { isTrustedHost, answerHostRequest } from './store/hosting-store.js'
import { filled } from '../texts/messages.js'
import { hostingMessages } from './texts.js'
import { changePerson } from '../people/store/change-person.js'

/** The event and the host, as a supporter has typed them. */
export interface HostedDraft {
  event: EventDraft
  /** Wall clock of the start. */
  start: string
  capacity?: number | undefined
  person: PersonChange
  isOptedIn: boolean
}

/** The context of publishing: events are written with the reactions of other rooms. */
export interface Publishing extends Recording {
  events: Scheduling['events']
}

/**
 * Makes the event of a link. The id of the event is that of the request, so that a repeated publication, and two at
 * once, make one event.
 * @throws OsdiError conflict when hosting was switched off, or the days no longer fit
 */
export async function publishHosted(
  publishing: Publishing,
  request: HostRequest,
  draft: HostedDraft,
  campaign: EventCampaign,
  principal: Pick<Principal, 'owner' | 'sponsor'>,
): Promise<OsdiEvent> {
  const { table, events, geocode } = publishing
  if (!isHostingOpen(campaign)) throw hostingClosed('hosting_off')
  if (faultOfDay(campaign, draft.start)) throw hostingClosed('outside_days')
  const host = await recordHost(publishing, request, draft, principal.sponsor?.title ?? '')
  const isTrusted = await isTrustedHost(table, campaign.id, host.id)
  const state = isTrusted ? 'approved' : campaign.hosting === 'reviewed' ? 'waiting' : undefined
  const now = publishing.now()
  const event = await newEvent(
    startingWith(campaign.questions, draft.event),
    {
      id: request.id,
      principal,
      event_campaign_id: campaign.id,
      made_in_interface: interfaceFields(draft, state, now),
      now,
      creator: host.id,
      explicit_creator: true,
    },
    geocode,
  )
  const { resource } = await events.create(event, addressed)
  await answerHostRequest(table, request)
  return resource
}

const interfaceFields = (
  { capacity }: HostedDraft,
  state: Review['state'] | undefined,
  now: Date,
): InterfaceFields => ({
  hidden: false,
  host_link: { generation: 1 },
  ...(capacity !== undefined && { capacity }),
  ...(state === 'waiting' && { status: 'tentative' }),
  ...(state && { review: { state, date: now.toISOString() } }),
})

/** Whether a person is the one of the address in a request, also of an address that a merge has given them. */
const isTheirs = (known: Person, sent: PersonChange): boolean =>
  allContactsOf(known).some(({ kind, value }) => kind === 'email' && value === contactsIn(sent).email)

/**
 * Finds or adds the host among the people of the group. The link proves the address, and nothing proves the number: a
 * person who is known by it alone is another one. A person who is known stays as the team has them, and joins the
 * mailing list where the host has ticked the box: the link has confirmed that, too.
 */
async function recordHost(
  recording: Recording,
  { owner, campaign, language, created_date }: HostRequest,
  { event, person, isOptedIn }: HostedDraft,
  group: string,
): Promise<Person> {
  const { now, geocode, site } = recording
  const status = isOptedIn ? 'subscribed' : 'unsubscribed'
  const opt_in: OptIn = {
    date: created_date,
    text: filled(hostingMessages(language).opt_in, { group }),
    page: `${site.publicUrl}/event_campaigns/${campaign}/host`,
    confirmed_date: now().toISOString(),
  }
  const box = { email_addresses: { status }, ...(isOptedIn && { opt_in }) } as const
  const sent = { ...person, ...box, email_addresses: { ...person.email_addresses, status } } as PersonChange
  const subscribed = async (known: Person) =>
    isOptedIn && known.email_addresses[0]?.status === 'unsubscribed' && isTheirs(known, sent)
      ? changedPerson(known, box, now(), geocode)
      : known
  const changeKnown: Recording['changeKnown'] = (table, of, id) => changePerson(table, of, id, subscribed)
  const record = (host: PersonChange) =>
    recordPerson({ ...recording, changeKnown }, owner, host, async () => event.location?.country ?? undefined)
  const found = await record(sent)
  if (isTheirs(found, sent)) return found
  const { phone_numbers: _ofAnother, ...proven } = sent
  return record(proven)
}
