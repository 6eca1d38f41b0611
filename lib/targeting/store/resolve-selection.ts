import { invalid } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import type { OsdiEvent } from '../../events/event.js'
import { pointOf } from '../../events/event-point.js'
import type { Point } from '../../locations/great-circle.js'
import type { Resolved } from '../query-result.js'
import { type EventSource, sourceOf } from '../event-source.js'
import type { Sources } from '../sources.js'
import type { TargetingQuery } from '../targeting-query.js'
import { getBeside, getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'

/** Most events that a result reads, of those that its query includes and excludes each. */
const MOST_EVENTS = 2_000

/**
 * Finds the events that a query stands for at this moment: those that it names, the dates of its series, the events of
 * its campaigns, and those that its search finds; and the point of its place. A campaign costs a read unit for about
 * sixteen events.
 * @throws OsdiError invalid when there are more than MOST_EVENTS, or the event of the place has none
 */
export async function resolveSelection(
  table: Table,
  query: TargetingQuery,
  { series, search }: Sources,
): Promise<Resolved> {
  const { include, exclude, include_search, near, hosts_of } = query
  if (hosts_of !== undefined) return { include, exclude }
  const [included, found, excluded, point] = await Promise.all([
    eventsOf(table, include, series),
    include_search && search ? search(query.owner, include_search) : [],
    eventsOf(table, exclude, series),
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

async function eventsOf(table: Table, entries: string[], series: Sources['series']): Promise<string[]> {
  const events = await Promise.all(entries.map((entry) => eventsFor(table, sourceOf(entry), series)))
  return [...new Set(events.flat())]
}

async function eventsFor(table: Table, { kind, id }: EventSource, series: Sources['series']): Promise<string[]> {
  if (kind === 'event') return [id]
  if (kind === 'series') return (await series?.eventsOf(id)) ?? []
  const members = await getBeside(table, keyOf.campaignEvent(id, ''))
  return members.map((member) => member['event'] as string)
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
