import { invalid } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import type { OsdiEvent } from '../../events/event.js'
import { chosenEvents, summaryOf } from '../../finding/event-summary.js'
import { pointOf } from '../../events/event-point.js'
import type { Point } from '../../locations/great-circle.js'
import type { Resolved } from '../query-result.js'
import { type EventSource, sourceOf } from '../event-source.js'
import { type SearchedEvents, choiceOf } from '../searched-events.js'
import type { TargetingQuery } from '../targeting-query.js'
import { readPage } from '../../collections/read-page.js'
import { lists } from '../../collections/numbered-list.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { finder } from '../../finding/store/finder.js'

/** Most events that a result reads, of those that its query includes and excludes each. */
const MOST_EVENTS = 2_000

/** The newest events of an owner, which the index of searches may not show yet, and campaigns that a word may name. */
const NEWEST = 25
const MOST_CAMPAIGNS = 100

/**
 * Finds the events that a query stands for at this moment: those that it names, the dates of its series, the events of
 * its campaigns, and those that its search finds; and the point of its place. A campaign costs a read unit for about
 * sixteen events, a search what the page of events costs.
 * @throws OsdiError invalid when there are more than MOST_EVENTS, or the event of the place has none
 */
export async function resolveSelection(
  table: Table,
  query: Pick<TargetingQuery, 'owner' | 'include' | 'exclude' | 'include_search' | 'near'>,
): Promise<Resolved> {
  const { include, exclude, include_search, near } = query
  const [included, found, excluded, point] = await Promise.all([
    eventsOf(table, include),
    include_search ? searched(table, query.owner, include_search) : [],
    eventsOf(table, exclude),
    near && pointNear(table, near),
  ])
  const all = [...new Set([...included, ...found])]
  for (const [events, field] of [
    [all, include_search ? 'include_search' : 'include'],
    [excluded, 'exclude'],
  ] as const)
    if (events.length > MOST_EVENTS) throw tooMany(field)
  return { include: all, exclude: excluded, ...(point && { near: point }) }
}

async function eventsOf(table: Table, entries: string[]): Promise<string[]> {
  const events = await Promise.all(entries.map((entry) => eventsFor(table, sourceOf(entry))))
  return [...new Set(events.flat())]
}

async function eventsFor(table: Table, { kind, id }: EventSource): Promise<string[]> {
  if (kind === 'event') return [id]
  if (kind === 'series')
    return ((await getOne(table, keyOf.series(id)))?.['events'] as string[] | undefined) ?? []
  const members = await getBeside(table, keyOf.campaignEvent(id, ''))
  return members.map((member) => member['event'] as string)
}

/** Finds events by their summaries. Those that were just made have none yet, and are read themselves. */
async function searched(table: Table, owner: Owner, search: SearchedEvents): Promise<string[]> {
  const [{ summaries }, newest, campaigns] = await Promise.all([
    finder(table).events(owner),
    readPage<{ event: string }>(table, lists.selectableOf(owner), { page: 1, per_page: NEWEST }),
    readPage<{ id: string; title: string }>(table, lists.campaignsOf(owner), {
      ...{ page: 1, per_page: MOST_CAMPAIGNS },
    }),
  ])
  const items = await getMany(
    table,
    newest.members.map(({ event }) => keyOf.event(event)),
  )
  const all = new Map(summaries.map((summary) => [summary.id, summary]))
  for (const item of items) {
    if (!item) continue
    const summary = summaryOf(valueOf<OsdiEvent>(item))
    all.set(summary.id, summary)
  }
  const titles = new Map(campaigns.members.map(({ id, title }) => [id, title]))
  // A search for people is about events of programs, too.
  const searchable = [...all.values()].map((each) => ({ ...each, is_of_api: false }))
  const context = { now: new Date(), campaigns: titles, language: 'en' }
  return chosenEvents(searchable, choiceOf(search), context).events.map(({ id }) => id)
}

async function pointNear(table: Table, near: NonNullable<TargetingQuery['near']>): Promise<Point> {
  if (!('event' in near)) return { latitude: near.latitude, longitude: near.longitude }
  const item = await getOne(table, keyOf.event(near.event))
  const point = item && pointOf(valueOf<OsdiEvent>(item))
  if (!point) throw noPlace()
  return point
}

/** Whether a campaign belongs to an owner. */
export const ownsCampaign = async (table: Table, owner: Owner, id: string): Promise<boolean> =>
  (await getOne(table, keyOf.campaign(id)))?.['owner'] === owner

const tooMany = (field: string) =>
  invalid([
    {
      error_code: 'too_many_events',
      description: `${field} names more than ${MOST_EVENTS} events`,
      properties: [field],
    },
  ])

const noPlace = () =>
  invalid([
    {
      error_code: 'unknown_place',
      description: 'The event of near has no place that is known',
      properties: ['near.event'],
    },
  ])
