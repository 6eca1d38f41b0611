import { notFound } from '../../runtime/errors.js'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { OsdiEvent, Uncounted } from '../../events/event.js'
import { withGroupTitle } from '../../events/group-title.js'
import { shownPeople } from '../../events/shown-people.js'
import { countedIn } from '../../events/store/totals.js'
import { isNativeId } from '../../fields/identifier.js'
import { hasPublicPage, isListed, isPublic } from '../../events/visibility.js'
import { publiclyLocated } from '../../locations/location.js'
import { type OwnerSettings, settingsIn } from '../../access/owner-settings.js'
import { bySoonest, isOver } from '../../events/upcoming.js'
import type { Series } from '../../series/plan-series.js'
import { takesRsvps } from '../../events/rsvps-without-key.js'
import type { Group } from '../../access/group.js'
import type { Owner } from '../../runtime/owner.js'
import { cachedIfPopular } from '../../table/ttl-cache.js'
import { readPage } from '../../collections/read-page.js'
import { lengthIn, lists } from '../../collections/numbered-list.js'
import { getMany, getOne, getTogether } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { keyOfOwner } from '../../table/items/items.js'
import { findBySlug } from '../../resources/slugs.js'
import { isSlug } from '../../resources/slug.js'
import { inSight } from '../../series/store/made-series.js'
import { readOpenSeats } from '../../seats/store/open-seats.js'

/** An event without the number of its attendances, which only its owner may read. */
export type PublicEvent = Uncounted<OsdiEvent>

/** An event, and whether it takes RSVPs of browsers without a key. */
export interface EventWithSettings {
  event: PublicEvent
  browser_rsvps: boolean
  settings: OwnerSettings
  /** Seats that a new party may take, none while others wait; absent where seats are not limited. */
  places_left?: number
  /** People who come, rounded down, where the owner shows it. */
  people_coming?: number
}

/** Campaigns that are looked at for one answer. */
const MOST_CAMPAIGNS = 300

export function catalogStore(table: Table) {
  const readSettings = async (owner: Owner): Promise<OwnerSettings> =>
    settingsIn((await getOne(table, keyOfOwner(owner))) ?? {})

  /** The length of a list has its counts: one read, however many RSVPs there are. */
  const readPeople = async (id: string) =>
    shownPeople(countedIn(await getOne(table, lists.attendancesOf(id).length)).totals)

  const readEvent = cachedIfPopular(async (id): Promise<EventWithSettings | undefined> => {
    const item = await getOne(table, keyOf.event(id))
    if (!item) return undefined
    const event = publiclyLocated(valueOf<PublicEvent>(item))
    const [settings, places_left] = await Promise.all([readSettings(event.owner), readOpenSeats(table, event)])
    const people = settings.show_coming ? await readPeople(id) : undefined
    return { ...withSettings(event, settings, places_left), ...(people && { people_coming: people }) }
  })
  const readSeries = cachedIfPopular(async (id) => {
    const item = await getOne(table, keyOf.series(id))
    if (!item || item['making'] !== undefined) return undefined
    const { owner, events: ids } = valueOf<Series>(item)
    const [items, settings] = await Promise.all([getMany(table, ids.map(keyOf.event)), readSettings(owner)])
    const now = new Date()
    const events = items
      .flatMap((each) => (each ? [publiclyLocated(valueOf<PublicEvent>(each))] : []))
      .filter((event) => hasPublicPage(event) && isListed(event) && !isOver(event, now))
      .sort(bySoonest)
    if (events.length === 0) return undefined
    const dates = await Promise.all(
      events.map(async (event) => withSettings(event, settings, await readOpenSeats(table, event))),
    )
    return { id, owner, dates }
  })
  /** The same for any id. @returns undefined when there is none */
  const findVisible = async (id: string): Promise<EventWithSettings | undefined> => {
    const found = isNativeId(id) ? await readEvent(id) : undefined
    return found && isPublic(found.event) ? found : undefined
  }
  /** @returns undefined when there is no event of this id with a page on the service */
  const findWithPage = async (id: string): Promise<EventWithSettings | undefined> => {
    const found = isNativeId(id) ? await readEvent(id) : undefined
    return found && hasPublicPage(found.event) ? found : undefined
  }
  const eventAt = cachedIfPopular((slug) => findBySlug(table, 'event', slug))
  const campaignAt = cachedIfPopular((slug) => findBySlug(table, 'event_campaign', slug))
  const groupAt = cachedIfPopular((slug) => findBySlug(table, 'group', slug))

  return {
    /** @throws OsdiError not_found */
    async findEvent(id: string): Promise<EventWithSettings> {
      const found = await findVisible(id)
      if (!found) throw notFound()
      return found
    },

    findVisible,

    findWithPage,

    /** The same by a readable address, present or former. */
    async findByAddress(slug: string): Promise<EventWithSettings | undefined> {
      const id = isSlug(slug) ? await eventAt(slug) : undefined
      return id === undefined ? undefined : findWithPage(id)
    },

    /** Returns the id of the campaign that has or had a readable address; undefined where there is none. */
    campaignAt: (slug: string) => (isSlug(slug) ? campaignAt(slug) : Promise.resolve(undefined)),

    /** The same for a group. */
    groupAt: (slug: string) => (isSlug(slug) ? groupAt(slug) : Promise.resolve(undefined)),

    /**
     * Returns the dates of a series with pages that are not over, by start.
     * @returns undefined when there is no such series, or it has none
     */
    findSeries: (id: string) => (isNativeId(id) ? readSeries(id) : Promise.resolve(undefined)),

    /** @returns undefined when there is no group of this id */
    async findGroup(id: string): Promise<Group | undefined> {
      const item = isNativeId(id) ? await getOne(table, keyOf.group(id)) : undefined
      return item && valueOf<Group>(item)
    },

    /** Returns a campaign with the settings of its owner; undefined when there is none, or it is hidden. */
    async findCampaignWithSettings(
      id: string,
    ): Promise<{ campaign: EventCampaign; settings: OwnerSettings } | undefined> {
      const item = isNativeId(id) ? await getOne(table, keyOf.campaign(id)) : undefined
      if (!item || isHidden(item)) return undefined
      const campaign = valueOf<EventCampaign>(item)
      return { campaign, settings: await readSettings(campaign.owner) }
    },

    /** The same with its newest public events, newest first. @param most number that is read */
    async findCampaignWithNewest(
      id: string,
      most: number,
    ): Promise<{ campaign: EventCampaign; settings: OwnerSettings; newest: PublicEvent[] } | undefined> {
      if (!isNativeId(id)) return undefined
      const list = lists.eventsOfCampaign(id)
      const [item, length] = await getTogether(table, [keyOf.campaign(id), list.length])
      if (!item || isHidden(item)) return undefined
      const campaign = valueOf<EventCampaign>(item)
      const page = { page: 1, per_page: most }
      const { members } = await readPage<{ event: string }>(table, list, page, lengthIn(length))
      const [owner, ...items] = await getMany(table, [
        keyOfOwner(campaign.owner),
        ...members.map(({ event }) => keyOf.event(event)),
      ])
      const events = items.flatMap((each) => (each ? [publiclyLocated(valueOf<PublicEvent>(each))] : []))
      const newest = await inSight(table, events.filter(isListed))
      return { campaign, settings: settingsIn(owner ?? {}), newest }
    },

    /** Returns the campaigns that are not hidden among some, each once; of very many, the first hundreds. */
    async visibleCampaigns(ids: string[]): Promise<EventCampaign[]> {
      const some = [...new Set(ids)].slice(0, MOST_CAMPAIGNS)
      const items = await getMany(table, some.map(keyOf.campaign))
      return items.flatMap((item) => (item && !isHidden(item) ? [valueOf<EventCampaign>(item)] : []))
    },
  }
}

function withSettings(event: PublicEvent, settings: OwnerSettings, places_left: number | undefined): EventWithSettings {
  const { language } = settings
  return {
    event: { ...(language && { language }), ...withGroupTitle(event, settings) },
    browser_rsvps: takesRsvps(settings, event),
    settings,
    ...(places_left !== undefined && { places_left }),
  }
}

const isHidden = (item: Item) => item['hidden'] === true
