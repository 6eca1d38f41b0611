import type { EventStore } from '../../events/store/event-store.js'
import { type Person, allContactsOf } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import { getBeside, getOne } from '../../table/reads.js'
import { type Table, keyIn, keyOf } from '../../table/table.js'
import { deleteItem } from '../../table/transaction.js'
import { forgetMailings } from '../../mail/store/forget-mailings.js'
import { mailboxId } from '../host-request.js'
import { guestsWrittenTo } from '../write-to-guests.js'
import { isDeepStrictEqual } from 'node:util'
import { canceledEvent } from '../../events/interface-event.js'
import type { OsdiEvent } from '../../events/event.js'
import { isOver } from '../../events/upcoming.js'
import { nextVersion } from '../../fields/version.js'
import type { Location } from '../../locations/location.js'
import { eventsOfHost } from './hosting-store.js'
import { inCampaigns } from './read-hosts.js'

/**
 * What stays of an event whose host was erased: what counts and finds it, and the terms by which its guests came. A
 * field that is not named here may have words of the host, and goes.
 */
const STAYS = [
  'id',
  'owner',
  'origin',
  'origin_system',
  'identifiers',
  'sponsor',
  'event_campaign_id',
  'series',
  'creator',
  'organizer',
  'explicit_creator',
  'created_date',
  'modified_date',
  'revision',
  'title',
  'slug',
  'language',
  'status',
  'visibility',
  'series_edit',
  'start_date',
  'end_date',
  'start_date_utc',
  'end_date_utc',
  'timezone_identifier',
  'location_timezone',
  'capacity',
  'past_capacity',
  'waitlist',
  'approval',
  'max_guests',
  'questions',
  'past_questions',
  'total_accepted',
  'total_attendances',
  'totals',
] as const satisfies readonly (keyof OsdiEvent)[]

/**
 * Returns the event of a host who was erased. What the host has written is gone with the place, which may be their
 * home; the title and the time stay, in the group's own record. It is on no page, its link opens nothing, and one that
 * is to come is canceled.
 * @returns the same event where that was done
 */
function withoutHost(event: OsdiEvent, now: Date): OsdiEvent {
  const { location, host_link, review } = event
  const kept = Object.fromEntries(STAYS.filter((name) => event[name] !== undefined).map((name) => [name, event[name]]))
  const erased = {
    ...(kept as unknown as OsdiEvent),
    location: townOf(location),
    hidden: true,
    ...(host_link && { host_link: { generation: host_link.generation, revoked: true as const } }),
    ...(review && { review: { state: review.state, date: review.date } }),
  }
  const after = isOver(event, now) ? erased : canceledEvent(erased, now)
  return isDeepStrictEqual(after, event) ? event : { ...after, ...nextVersion(event, now) }
}

/** The town of a place. One decimal of coordinates is ten kilometers. */
function townOf({ locality, region, country, language, location: { latitude, longitude } }: Location): Location {
  const rounded = (degrees: number) => Math.round(degrees * 10) / 10
  return {
    ...(locality && { locality }),
    region,
    country,
    language,
    location: { latitude: rounded(latitude), longitude: rounded(longitude), accuracy: 'Approximate' },
  }
}

/**
 * Erases what hosting keeps of a person: requests whose link was not used yet, the events that the person hosts,
 * with the mailings about them, and the reports of their campaigns. Repeating it changes nothing.
 */
export const hostErasure =
  (table: Table, events: Pick<EventStore, 'change'>, forgetEvent: (id: string) => Promise<void>) =>
  async (person: Person): Promise<void> => {
    const { id, owner } = person
    for (const { kind, value } of allContactsOf(person))
      if (kind === 'email') await eraseRequests(table, owner, mailboxId(value))
    await inCampaigns(table, owner, async (campaign) => {
      const hosted = await eventsOfHost(table, campaign, id)
      if (hosted.length > 0) await deleteItem(table, keyOf.campaignReport(campaign))
      for (const event of hosted) {
        const after = await events.change(
          owner,
          event,
          async (before) => {
            // They have the words of earlier titles.
            for (const slug of before.former_slugs ?? []) await deleteItem(table, keyOf.slug('event', slug))
            return withoutHost(before, new Date())
          },
          'leave out',
        )
        await forgetMailings(table, after, guestsWrittenTo(event))
        await forgetEvent(event)
      }
    })
  }

/** Erases the requests of a mailbox that wait for their link to be used. */
async function eraseRequests(table: Table, owner: Owner, mailbox: string): Promise<void> {
  for (const slot of await getBeside(table, keyOf.hostLinkSlot(mailbox, '' as never))) {
    const key = keyOf.hostRequest(slot['request'] as string)
    if ((await getOne(table, key))?.['owner'] !== owner) continue
    await deleteItem(table, key)
    await deleteItem(table, keyIn(slot))
  }
}
