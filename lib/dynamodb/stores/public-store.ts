import { notFound } from '../../domain/errors.js'
import type { EventCampaign } from '../../domain/event-campaign.js'
import type { OsdiEvent } from '../../domain/event.js'
import { isNativeId } from '../../domain/identifier.js'
import { hasPublicPage } from '../../domain/origin.js'
import type { Owner } from '../../domain/principal.js'
import { isContended } from '../lists/contention.js'
import { cachedIfPopular, ttlCache } from '../ttl-cache.js'
import { readPage } from '../lists/read-page.js'
import { lists } from '../lists/numbered-list.js'
import { getMany, getOne } from '../reads.js'
import { type Item, type Key, type Table, keyOf, valueOf } from '../table.js'
import { keyOfOwner } from '../items/items.js'

/** An event without the number of its attendances, which is nobody's but its owner's. */
export type ShownEvent = Omit<OsdiEvent, 'total_accepted'>

/** An event, and whether its owner has switched on that browsers record attendances without a key. */
export interface Showing {
  event: ShownEvent
  browser_rsvps: boolean
}

/** What readers without a key may find: whatever is not hidden, whoever owns it. */
export interface PublicStore {
  /** @throws OsdiError not_found */
  findEvent(id: string): Promise<Showing>
  /** @returns undefined when there is no event of this id with a page on the service */
  findWithPage(id: string): Promise<Showing | undefined>
  /** @throws OsdiError not_found */
  findCampaign(id: string): Promise<EventCampaign>
  /** Of the newest so many events of a campaign those that are not hidden, newest first. */
  newestOf(campaign: string, most: number): Promise<ShownEvent[]>
  /**
   * Whether a browser without a key may attend an event. While the event is hot, a process asks for it once a second.
   */
  admitsTo(event: Pick<OsdiEvent, 'id' | 'owner'>): Promise<boolean>
}

/** How long a process remembers who lets browsers in: RSVPs may be more than what a partition gives to read. */
const REMEMBERED_MS = 1_000

export function publicStore(table: Table): PublicStore {
  const admitting = ttlCache<true>(REMEMBERED_MS)
  const shown = async <Value extends object>(key: Key) => {
    const item = await getOne(table, key)
    if (!item || isHidden(item)) throw notFound()
    return valueOf<Value>(item)
  }

  const takesBrowserRsvps = async (owner: Owner) =>
    (await getOne(table, keyOfOwner(owner)))?.['browser_rsvps'] === true

  const show = cachedIfPopular(async (id): Promise<Showing | undefined> => {
    const item = await getOne(table, keyOf.event(id))
    if (!item) return undefined
    const event = valueOf<ShownEvent>(item)
    return { event, browser_rsvps: await takesBrowserRsvps(event.owner) }
  })

  return {
    async findEvent(id) {
      const showing = await show(id)
      if (!showing || showing.event.hidden) throw notFound()
      return showing
    },

    async findWithPage(id) {
      const showing = isNativeId(id) ? await show(id) : undefined
      return showing && hasPublicPage(showing.event) ? showing : undefined
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

    async admitsTo({ id, owner }) {
      if (isContended(table, lists.attendancesOf(id)) && admitting.get(owner)) return true
      const admits = await takesBrowserRsvps(owner)
      if (admits) admitting.set(owner, true)
      else admitting.delete(owner)
      return admits
    },
  }
}

const isHidden = (item: Item) => item['hidden'] === true
