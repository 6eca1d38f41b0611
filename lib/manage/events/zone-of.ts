import type { Context } from 'hono'
import { eventsAmong } from '../../domain/targeting/event-source.js'
import type { TargetingQuery } from '../../domain/targeting/targeting-query.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'

/**
 * Returns the time zone of what names none: that of the first event of a query, or of the newest event of the owner
 * that has one.
 */
export async function zoneOf(
  c: Context<ManageEnv>,
  { events }: Pick<ManageDependencies, 'events'>,
  { include }: Pick<TargetingQuery, 'include'> = { include: [] },
): Promise<string | undefined> {
  const { owner } = c.get('owner')
  const [first] = eventsAmong(include)
  const named = first === undefined ? undefined : (await events.findMany(owner, [first])).get(first)
  if (named?.timezone_identifier) return named.timezone_identifier
  const { members } = await events.listActions(owner, { page: 1, per_page: 25 })
  return members.find(({ timezone_identifier }) => timezone_identifier)?.timezone_identifier
}
