import { notFound } from '../../domain/errors.js'
import type { EventCampaign } from '../../domain/event-campaign.js'
import type { OsdiEvent } from '../../domain/event.js'
import { isNativeId } from '../../domain/identifier.js'
import { hasPublicPage } from '../../domain/origin.js'
import type { Owner } from '../../domain/principal.js'
import { readPage } from '../lists/read-page.js'
import { lists } from '../lists/numbered-list.js'
import { getMany, getOne } from '../reads.js'
import { type Item, type Key, type Table, keyOf, valueOf } from '../table.js'

/** An event without the number of its attendances, which is nobody's but its owner's. */
export type ShownEvent = Omit<OsdiEvent, 'total_accepted'>

/** What readers without a key may find: whatever is not hidden, whoever owns it. */
export interface PublicStore {
  /** @throws OsdiError not_found */
  findEvent(id: string): Promise<ShownEvent>
  /** @returns undefined when there is no event of this id with a page on the service */
  findWithPage(id: string): Promise<ShownEvent | undefined>
  /** @throws OsdiError not_found */
  findCampaign(id: string): Promise<EventCampaign>
  /** Of the newest so many events of a campaign those that are not hidden, newest first. */
  newestOf(campaign: string, most: number): Promise<ShownEvent[]>
  /** The owner of an event who lets browsers record attendances of it; undefined where there is none. */
  ownerForBrowsers(event: string): Promise<Owner | undefined>
  /** Whether the owner has switched on that browsers record attendances without a key. */
  takesBrowserRsvps(owner: Owner): Promise<boolean>
}

export function publicStore(table: Table): PublicStore {
  const shown = async <Value extends object>(key: Key) => {
    const item = await getOne(table, key)
    if (!item || isHidden(item)) throw notFound()
    return valueOf<Value>(item)
  }

  const takesBrowserRsvps = async (owner: Owner) =>
    (await getOne(table, keyOf.owner(owner)))?.['browser_rsvps'] === true

  return {
    findEvent: (id) => shown(keyOf.event(id)),

    async findWithPage(id) {
      const item = isNativeId(id) ? await getOne(table, keyOf.event(id)) : undefined
      const event = item && valueOf<ShownEvent>(item)
      return event && hasPublicPage(event) ? event : undefined
    },

    findCampaign: (id) => shown(keyOf.campaign(id)),

    async newestOf(campaign, most) {
      const page = { page: 1, per_page: most }
      const { members } = await readPage<{ event: string }>(table, lists.eventsOfCampaign(campaign), page)
      const items = await getMany(
        table,
        members.map(({ event }) => keyOf.event(event)),
      )
      return items.flatMap((item) => (item && !isHidden(item) ? [valueOf<ShownEvent>(item)] : []))
    },

    async ownerForBrowsers(event) {
      const item = await getOne(table, keyOf.event(event))
      if (!item || isHidden(item)) return undefined
      const { owner } = valueOf<ShownEvent>(item)
      return (await takesBrowserRsvps(owner)) ? owner : undefined
    },

    takesBrowserRsvps,
  }
}

const isHidden = (item: Item) => item['hidden'] === true
