import { NO_TOTALS } from '../../events/totals.js'
import { compareTexts } from '../../fields/compare-texts.js'
import {
  type FoundEvent,
  type FoundEvents,
  type FoundPosition,
  NOTHING_SOUGHT,
  type SearchPage,
  isWanted,
  partsOf,
} from '../event-search.js'
import { reachKm } from '../../locations/reach.js'
import { hasPublicPage } from '../../events/visibility.js'
import { overlap } from '../../locations/great-circle.js'
import { type Stretch, cellOf, coverOf } from '../hilbert-curve.js'
import { type ListedEvent, type Standing, standingOf } from '../listed-event.js'
import { type Curve, type Found, type Located, nearest } from '../nearest.js'
import { lists } from '../../collections/numbered-list.js'
import { getMany, queryTogether } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { cachedIfPopular } from '../../table/ttl-cache.js'
import { countedIn } from '../../events/store/totals.js'
import { listedDatesOf } from './dates-of-series.js'
import { NO_CELL, cellText } from './listed-items.js'
import { type InSeries, inSight } from '../../series/store/made-series.js'

/** An event on the curve, with what is known of its places where that is asked for. */
interface Entry extends Located {
  event: ListedEvent
  standing?: Standing
  more?: number
}

/** Most entries of a list that a search reads: an answer never takes longer than this. */
export const MOST_READ = 6_000

/** Most events whose pages are listed at once. */
const MOST_WITH_PAGES = 5_000

/** Attributes of a listed event without what pages show of it: most of what is read of a long list. */
const PAGE_FIELDS = [
  'id',
  'origin',
  'slug',
  'start',
  'start_date',
  'end_date',
  'start_date_utc',
  'end_date_utc',
  'timezone_identifier',
  'location_timezone',
  'status',
  'hidden',
  'event_campaign_id',
  'series',
] satisfies (keyof ListedEvent)[]
const OF_PAGES = {
  ProjectionExpression: [...PAGE_FIELDS.map((name) => `#${name}`), '#location.#location'].join(),
  ExpressionAttributeNames: Object.fromEntries([...PAGE_FIELDS, 'location'].map((name) => [`#${name}`, name])),
}

/** Entries that a Query reads at once while it looks for those of a page. */
const PER_QUERY = 100

export function eventFinder(table: Table) {
  const load = cachedIfPopular((key: string) => {
    const { at, ...page } = JSON.parse(key) as SearchPage & { at: string }
    return search(table, page, new Date(at))
  })
  const withPages = cachedIfPopular(async (key: string) => {
    const { scope, at } = JSON.parse(key) as { scope: string; at: string }
    const page = {
      listing: { scope, holds: 'own' as const },
      search: NOTHING_SOUGHT,
      limit: MOST_WITH_PAGES,
      onlyPages: true,
    }
    const { events } = await search(table, page, new Date(at), 'without places')
    return events.map(({ event }): Pick<ListedEvent, (typeof PAGE_FIELDS)[number]> => event).filter(hasPublicPage)
  })
  return {
    /** Returns the upcoming events of a list that have a page of their own, the soonest first. */
    withPages: (scope: string, now: Date) => withPages(JSON.stringify({ scope, at: secondOf(now) })),

    // Pages with a million visitors are read once a second: a second is what makes searches equal.
    find: (page: SearchPage, now: Date) => load(JSON.stringify({ ...page, at: secondOf(now) })),
  }
}

const secondOf = (now: Date) => `${now.toISOString().slice(0, 19)}Z`

/** Searches a list. @param standings whether the seats of events are read, too */
export async function search(
  table: Table,
  page: SearchPage,
  now: Date,
  standings: 'with places' | 'without places' = 'with places',
): Promise<FoundEvents> {
  const reader = new EntryReader(table, page, now)
  if (page.search.near) return nearby(reader, page)
  const { after, limit } = page
  const found = page.search.bbox ? await inBox(reader, page) : await byStart(reader, 'start', after, limit)
  const wanted = found.slice(0, limit)
  if (standings === 'without places')
    return { events: wanted.map(({ event }) => ({ event, standing: { state: 'to_come' } })) }
  return partOf(await reader.withStandings(wanted), found.length > limit)
}

/** Events with a place by their distance, then those without one by their start. */
async function nearby(reader: EntryReader, page: SearchPage): Promise<FoundEvents> {
  const { search, limit, after, onlyPlaced } = page
  const from = search.near as NonNullable<typeof search.near>
  const isBehindPlaces = after !== undefined && after.km === undefined
  const placed = isBehindPlaces
    ? { found: [] }
    : await nearest(reader.curve(), {
        from,
        withinKm: reachKm(search),
        most: limit + 1,
        matches: (entry) => reader.matches(entry),
        after: after && { ...after, km: after.km ?? 0 },
        onlyWithin: onlyPlaced,
      })
  const found: (Found<Entry> | { member: Entry })[] = [...placed.found]
  if (found.length <= limit && !onlyPlaced) {
    const others = await byStart(reader, 'placeless', isBehindPlaces ? after : undefined, limit - found.length)
    found.push(...others.map((member) => ({ member })))
  }
  const [events, beyond] = await Promise.all([
    reader.withStandings(found.slice(0, limit).map(({ member }) => member)),
    placed.beyond && reader.withStandings([placed.beyond.member]),
  ])
  const measured = events.map((event, i) => {
    const each = found[i]
    return each && 'km' in each ? { ...event, km: each.km } : event
  })
  return {
    ...partOf(measured, found.length > limit),
    ...(beyond?.[0] && { nearest: { ...beyond[0], km: placed.beyond?.km } }),
  }
}

function partOf(events: FoundEvent[], hasMore: boolean): FoundEvents {
  const last = events.at(-1)
  if (!hasMore || !last) return { events }
  return { events, next: { km: last.km, start: last.event.start, id: last.event.id } }
}

/**
 * Reads events in the order of their starts, until there is one more than wanted. A list begins with the same Query
 * whatever is wanted of it (but for `atFirst`), so that the overview and the first page of a list share it.
 */
async function byStart(
  reader: EntryReader,
  order: 'start' | 'placeless',
  after: FoundPosition | undefined,
  most: number,
): Promise<Entry[]> {
  const found: Entry[] = []
  let behind = after && reader.startKey(order, after)
  for (let read = 0; read < MOST_READ;) {
    const size = behind ? Math.max(PER_QUERY, most + 1) : (reader.wanted.atFirst ?? PER_QUERY)
    const { entries, next } = await reader.page(reader.range(order), size, behind)
    found.push(...entries.filter((entry) => reader.matches(entry)))
    if (found.length > most || !next) return found.slice(0, most + 1)
    behind = next
    read += entries.length
  }
  return found
}

/** Reads all events in a box, the soonest first. */
async function inBox(reader: EntryReader, { search: { bbox }, after, limit }: SearchPage): Promise<Entry[]> {
  const parts = partsOf(bbox as NonNullable<typeof bbox>)
  const cover = coverOf((box) => parts.some((part) => overlap(box, part)), 4)
  const pages = await Promise.all(cover.map((stretch) => reader.all(stretch)))
  const isBehind = ({ start, id }: Entry) => !after || start > after.start || (start === after.start && id > after.id)
  return pages
    .flat()
    .filter((entry) => reader.matches(entry) && isBehind(entry))
    .toSorted((one, other) => compareTexts(one.start, other.start) || compareTexts(one.id, other.id))
    .slice(0, limit + 1)
}

/** A range of sort keys. */
type Range = [first: string, last: string]

/** Reads the entries of a list for a search. */
class EntryReader {
  constructor(
    private readonly table: Table,
    readonly wanted: SearchPage,
    private readonly now: Date,
  ) {}

  /** Whether an entry is among the wanted ones. Of places, a search that asks for them has read what is taken. */
  matches({ event, standing }: Entry): boolean {
    return isWanted(event, standing ?? { state: 'to_come' }, this.wanted, this.now)
  }

  range(order: 'start' | 'placeless'): Range {
    return order === 'start' ? ['start#', 'start#~'] : [`place#${NO_CELL}`, `place#${NO_CELL}~`]
  }

  startKey(order: 'start' | 'placeless', { start, id }: FoundPosition): string {
    const { scope, holds } = this.wanted.listing
    return order === 'start'
      ? keyOf.listedByStart(scope, holds, start, id).sk
      : keyOf.listedByPlace(scope, holds, NO_CELL, start, id).sk
  }

  /** Reads a page of entries. @param behind sort key that the page begins after, in the direction of reading */
  async page([first, last]: Range, most: number, behind?: string, isBackward = false) {
    const { pk } = this.partition()
    const { Items = [], LastEvaluatedKey } = await queryTogether(this.table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': last },
      ScanIndexForward: !isBackward,
      Limit: most,
      ...(this.wanted.onlyPages && OF_PAGES),
      ...(behind && { ExclusiveStartKey: { pk, sk: behind } }),
    })
    const visible = await inSight(this.table, Items as (Item & InSeries)[])
    const entries = await this.withTaken(await this.together(visible.map(entryOf)))
    return { entries, next: LastEvaluatedKey?.['sk'] as string | undefined }
  }

  /** Reads all entries of a stretch of the curve. */
  async all(stretch: Stretch): Promise<Entry[]> {
    const all: Entry[] = []
    for (let behind: string | undefined; ;) {
      const { entries, next } = await this.page(rangeOf(stretch), 1_000, behind)
      all.push(...entries)
      if (!next || all.length >= MOST_READ) return all
      behind = next
    }
  }

  /** The entries with a place, along the curve. */
  curve(): Curve<Entry> {
    return {
      forward: async (stretch, most, behind) => {
        const { entries, next } = await this.page(rangeOf(stretch), most, behind && this.placeKey(behind))
        return { members: entries, more: next !== undefined }
      },
      backward: async (last, most) => {
        const { entries, next } = await this.page(rangeOf({ first: 0, last }), most, undefined, true)
        return { members: entries, more: next !== undefined }
      },
    }
  }

  private placeKey(entry: Entry): string {
    const { scope, holds } = this.wanted.listing
    return keyOf.listedByPlace(scope, holds, cellText(cellOf(entry)), entry.start, entry.id).sk
  }

  private partition() {
    const { scope, holds } = this.wanted.listing
    return keyOf.listedByStart(scope, holds, '', '')
  }

  /**
   * Leaves out the dates of a series behind the next one that the search wants. A search that leaves out what is full
   * has each date, as any of them may be full.
   */
  private async together(entries: Entry[]): Promise<Entry[]> {
    if (!this.wanted.together || this.wanted.search.withoutFull) return entries
    const found = await Promise.all(
      entries.map(async (entry) => {
        const { series } = entry.event
        if (!series) return entry
        const dates = (await listedDatesOf(this.table, series.id)).filter((event) => this.matches({ ...entry, event }))
        const index = dates.findIndex(({ id }) => id === entry.id)
        const more = dates.length - 1
        return index > 0 ? undefined : { ...entry, ...(index === 0 && more > 0 && { more }) }
      }),
    )
    return found.filter((entry) => entry !== undefined)
  }

  /** Reads what is taken of the seats, where a search leaves out what is full. */
  private async withTaken(entries: Entry[]): Promise<Entry[]> {
    if (!this.wanted.search.withoutFull) return entries
    const standings = await this.standingsOf(entries.map(({ event }) => event))
    return entries.map((entry, i) => ({ ...entry, standing: standings[i] as Standing }))
  }

  async withStandings(entries: Entry[]): Promise<FoundEvent[]> {
    const standings = await this.standingsOf(entries.map(({ event }) => event))
    return entries.map(({ event, more }, i) => ({
      event,
      standing: standings[i] as Standing,
      ...(more !== undefined && { more }),
    }))
  }

  /** Half a unit for each event with a capacity. Its counts are exact but for a second or two of a rush. */
  private async standingsOf(events: ListedEvent[]): Promise<Standing[]> {
    const limited = events.filter(({ capacity }) => capacity !== undefined)
    const found = await getMany(
      this.table,
      limited.map(({ id }) => lists.attendancesOf(id).length),
    )
    const totals = new Map(limited.map(({ id }, i) => [id, countedIn(found[i]).totals]))
    return events.map((event) => standingOf(event, totals.get(event.id) ?? NO_TOTALS, this.now))
  }
}

const rangeOf = ({ first, last }: Stretch): Range => [`place#${cellText(first)}`, `place#${cellText(last)}~`]

function entryOf(item: Item): Entry {
  const event = item as unknown as ListedEvent
  const { latitude, longitude } = event.location.location
  return { id: event.id, start: event.start, latitude, longitude, event }
}
