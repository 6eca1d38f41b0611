import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readWhole } from '../../collections/read-page.js'
import type { EventStore } from '../../events/store/event-store.js'
import type { Person } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import { inParallel } from '../../table/in-parallel.js'
import { getBeside, getOne } from '../../table/reads.js'
import { type Table, keyIn, keyOf } from '../../table/table.js'
import { deleteItem } from '../../table/transaction.js'
import { mailboxId } from '../host-request.js'
import { isDeepStrictEqual } from 'node:util'
import { cancelledEvent } from '../../events/interface-event.js'
import type { OsdiEvent } from '../../events/event.js'
import { isOver } from '../../events/upcoming.js'
import { nextVersion } from '../../fields/version.js'
import type { Location } from '../../locations/location.js'

/**
 * Returns the event of a host who was erased. What the host has written is gone with the place, which may be their
 * home; the title and the time stay, in the group's own record. It is on no page, its link opens nothing, and one that
 * is to come is cancelled.
 * @returns the same event where that was done
 */
function withoutHost(event: OsdiEvent, now: Date): OsdiEvent {
  const { description, instructions, location, contact, host_link, review, ...others } = event
  const isDone =
    host_link?.revoked === true &&
    event.hidden &&
    description === undefined &&
    instructions === undefined &&
    contact === undefined &&
    review?.change === undefined &&
    isDeepStrictEqual(location, townOf(location))
  if (isDone) return event
  const erased: OsdiEvent = {
    ...others,
    location: townOf(location),
    hidden: true,
    ...(host_link && { host_link: { ...host_link, revoked: true } }),
    ...(review && { review: { state: review.state, date: review.date } }),
  }
  return { ...(isOver(event, now) ? erased : cancelledEvent(erased, now)), ...nextVersion(event, now) }
}

/** The town of a place. One decimal of coordinates is ten kilometers. */
function townOf({ locality, region, country, language, location: { latitude, longitude } }: Location): Location {
  const rounded = (degrees: number) => Math.round(degrees * 10) / 10
  return {
    ...(locality && { locality }),
    ...{ region, country, language },
    location: { latitude: rounded(latitude), longitude: rounded(longitude), accuracy: 'Approximate' },
  }
}

/** Campaigns that are asked at the same time. */
const CAMPAIGNS = 8

/**
 * Erases what hosting keeps of a person: requests whose link was not used yet, the events that the person hosts, and
 * the reports of their campaigns. Repeating it changes nothing.
 */
export const hostErasure =
  (table: Table, events: Pick<EventStore, 'change'>, forgetEvent: (id: string) => Promise<void>) =>
  async ({ id, owner, email_addresses }: Person): Promise<void> => {
    for (const { address } of email_addresses) await eraseRequests(table, owner, mailboxId(address))
    const list = lists.campaignsOf(owner)
    const length = await lengthOf(table, list)
    const campaigns = length === 0 ? [] : await readWhole(table, list, 1, length)
    await inParallel(campaigns, CAMPAIGNS, async (campaign) => {
      const hosted = await getBeside(table, keyOf.hostOfEvent(campaign['id'] as string, id, ''))
      if (hosted.length > 0) await deleteItem(table, keyOf.campaignReport(campaign['id'] as string))
      for (const { event } of hosted) {
        await events.change(
          owner,
          event as string,
          (before) => Promise.resolve(withoutHost(before, new Date())),
          'leave out',
        )
        await forgetEvent(event as string)
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
