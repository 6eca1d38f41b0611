import { invalid, notFound } from '../../runtime/errors.js'
import type { CountedCampaign, EventCampaign, ListedCampaign } from '../event-campaign.js'
import type { Filter, Literal } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import { identified } from '../../resources/identified.js'
import { findHolder } from '../../resources/identifiers.js'
import { readPage } from '../../collections/read-page.js'
import { lengthIn, lists } from '../../collections/numbered-list.js'
import { countedIn } from '../../events/store/totals.js'
import { NO_TOTALS, peopleComing, type Totals as EventTotals } from '../../events/totals.js'
import { getBeside, getMany, getTogether, queryAll } from '../../table/reads.js'
import { search } from '../../collections/search/search.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'

export type CampaignStore = IdentifiedStore<EventCampaign> & {
  /** @throws OsdiError not_found, also for another owner's campaign */
  find(owner: Owner, id: string): Promise<EventCampaign>
  /** The same with its totals. */
  findCounted(owner: Owner, id: string): Promise<CountedCampaign>
  /** Campaigns of an owner, newest first. @throws OsdiError invalid, as search */
  list(owner: Owner, page: PageRequest, filter?: Filter<EventCampaign>): Promise<Page<EventCampaign>>
  /** The campaign with its totals. */
  counted(campaign: EventCampaign): Promise<CountedCampaign>
  /** A page of campaigns with their totals. @throws OsdiError invalid when they have too many events to count */
  countedPage(page: Page<EventCampaign>): Promise<Page<CountedCampaign>>
  /** A page of campaigns with the numbers of their events, and the people of those whose events are few. */
  listedPage(page: Page<EventCampaign>): Promise<Page<ListedCampaign>>
}

/** Stores event campaigns: the item, its events and their number, its identifiers, and its position in a list. */
export function campaignStore(table: Table): CampaignStore {
  const load = (id: string) => loadCampaign(table, id)
  return {
    ...identified<EventCampaign>(table, {
      type: 'event_campaign',
      keyOf: ({ id }) => keyOf.campaign(id),
      listOf: ({ owner }) => lists.campaignsOf(owner),
      load,
    }),

    find: (owner, id) => findCampaign(table, owner, id),

    async findCounted(owner, id) {
      const items = await queryAll(table, withEvents(id))
      const campaign = items.find(({ sk }) => sk === keyOf.campaign(id).sk)
      if (campaign?.['owner'] !== owner) throw notFound()
      const length = items.find(({ sk }) => sk === lists.eventsOfCampaign(id).length.sk)
      const events = items.filter(({ sk }) => sk.startsWith(keyOf.campaignEvent(id, '').sk)).map(eventIn)
      const totals = await readCounted(table, events)
      return {
        ...valueOf<EventCampaign>(campaign),
        total_events: lengthIn(length),
        total_rsvps: sum([...totals.values()].map(({ accepted }) => accepted)),
      }
    },

    async list(owner, request, filter = []) {
      const list = lists.campaignsOf(owner)
      if (filter.length === 0) return readPage<EventCampaign>(table, list, request)
      const identifier = async (value: Literal) => {
        const id = await findHolder(table, 'event_campaign', value)
        const campaign = id && (await load(id))
        return campaign && campaign.owner === owner ? campaign : undefined
      }
      return search(table, { list, holderOf: { identifier } }, request, filter)
    },

    async counted(campaign) {
      const [totals] = await readTotals(table, [campaign.id])
      return { ...campaign, ...countedOnly(totals as Totals) }
    },

    async countedPage(page) {
      const totals = await readTotals(
        table,
        page.members.map(({ id }) => id),
      )
      return {
        ...page,
        members: page.members.map((campaign, i) => ({ ...campaign, ...countedOnly(totals[i] as Totals) })),
      }
    },

    async listedPage(page) {
      const ids = page.members.map(({ id }) => id)
      const lengths = await readLengths(table, ids)
      const few = fewestWithin(lengths, MOST_LISTED)
      const totals = await readTotals(
        table,
        ids.filter((_, i) => few.has(i)),
        lengths.filter((_, i) => few.has(i)),
      )
      const peopleOf = new Map([...few].map((i, nth) => [i, { people: totals[nth]?.people ?? 0 }]))
      return {
        ...page,
        members: page.members.map((campaign, i) => ({
          ...campaign,
          total_events: lengths[i] ?? 0,
          ...peopleOf.get(i),
        })),
      }
    },
  }
}

/** Reads a campaign of any owner. */
export async function loadCampaign(table: Table, id: string): Promise<EventCampaign | undefined> {
  const [item] = await getTogether(table, [keyOf.campaign(id)])
  return item && valueOf<EventCampaign>(item)
}

/** Reads a campaign of an owner. @throws OsdiError not_found, also for another owner's campaign */
export async function findCampaign(table: Table, owner: Owner, id: string): Promise<EventCampaign> {
  const campaign = await loadCampaign(table, id)
  if (campaign?.owner !== owner) throw notFound()
  return campaign
}

type Totals = Pick<CountedCampaign, 'total_events' | 'total_rsvps'>

const countedOnly = ({ total_events, total_rsvps }: Totals): Totals => ({ total_events, total_rsvps })

/** Events whose attendances a request can add up in its time and memory. */
const MOST_COUNTED = 25_000

/** Events whose attendances a page of the interface adds up: it costs no more, however many events there are. */
const MOST_LISTED = 200

const tooManyEvents = () =>
  invalid([
    {
      error_code: 'page_too_large',
      description: `The campaigns of this page have more than ${MOST_COUNTED} events; ask for less with per_page`,
      properties: ['per_page'],
    },
  ])

/**
 * Counts campaigns, in their order. No total of attendances is kept for a campaign, since every RSVP to any of
 * its events would have to write it, or the reader of the stream for it, who would count twice what the stream delivers
 * twice; they are summed here (docs/performance.md). That costs one read unit for a campaign, about one for
 * sixteen of its events and half a unit for each of them: one Query for each campaign that has events, and one
 * BatchGetItem for each hundred campaigns and each hundred events.
 * @param known the numbers of their events, where they were read before
 */
async function readTotals(
  table: Table,
  campaigns: string[],
  known?: number[],
): Promise<(Totals & Required<Pick<ListedCampaign, 'people'>>)[]> {
  const lengths = known ?? (await readLengths(table, campaigns))
  if (campaigns.length > 1 && sum(lengths) > MOST_COUNTED) throw tooManyEvents()
  const events = await Promise.all(campaigns.map(async (id, i) => (lengths[i] ? eventsOf(table, id) : [])))
  const totals = await readCounted(table, events.flat())
  return events.map((each, i) => {
    const counted = each.map((id) => totals.get(id) ?? NO_TOTALS)
    return {
      total_events: lengths[i] ?? 0,
      total_rsvps: sum(counted.map(({ accepted }) => accepted)),
      people: sum(counted.map(peopleComing)),
    }
  })
}

/** Reads the totals of each event. */
async function readCounted(table: Table, events: string[]): Promise<Map<string, EventTotals>> {
  const attendances = await getMany(
    table,
    events.map((id) => lists.attendancesOf(id).length),
  )
  return new Map(events.map((id, i) => [id, countedIn(attendances[i]).totals]))
}

/** Reads how many events each campaign has. */
async function readLengths(table: Table, campaigns: string[]): Promise<number[]> {
  const keys = campaigns.map((id) => lists.eventsOfCampaign(id).length)
  return (await getMany(table, keys, { consistent: true })).map(lengthIn)
}

/** Returns the seats of the smallest numbers, in order, as many as add up to a number at most. */
function fewestWithin(numbers: number[], most: number): Set<number> {
  let left = most
  const smallest = numbers.map((number, at) => ({ number, at })).sort((a, b) => a.number - b.number)
  const within = smallest.filter(({ number }) => (left -= number) >= 0).map(({ at }) => at)
  return new Set(within.sort((a, b) => a - b))
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const eventsOf = async (table: Table, campaign: string) =>
  (await getBeside(table, keyOf.campaignEvent(campaign, ''))).map(eventIn)

const eventIn = (item: Item) => item['event'] as string

/** A Query for a campaign, its events and their number; their keys stand side by side. */
const withEvents = (campaign: string) => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :length',
  ExpressionAttributeValues: {
    ':pk': keyOf.campaign(campaign).pk,
    ':first': keyOf.campaignEvent(campaign, '').sk,
    ':length': lists.eventsOfCampaign(campaign).length.sk,
  },
  ConsistentRead: true,
})
