import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { timeZoneOf } from '../../fields/time-zone.js'
import { eventsAmong } from '../../targeting/event-source.js'
import type { TargetingQuery } from '../../targeting/targeting-query.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { ownerPath } from '../../manage/paths.js'

/** Sections with times that no event of theirs gives a zone. */
const WITH_TIMES = ['blocked', 'calendars', 'campaigns', 'keys', 'log', 'people', 'tags', 'targeting', 'webhooks']

/** Forms whose answer is a page with times. */
const ANSWERED = /\/(blocked|calendars|keys|webhooks|review)$/

/** Numbers of newest events among which a zone is sought. Most groups have one in the first few: each costs a unit. */
const NEWEST = [4, 25]

/** Reads the time zone of the pages that show when something was done. */
export function zonesOfPages(app: Hono<ManageEnv>, dependencies: Pick<ManageDependencies, 'events'>): void {
  const zoned = createMiddleware<ManageEnv>(async (c, next) => {
    // The answer to a form may be a page, which shows a secret once.
    if (c.req.method === 'GET' || ANSWERED.test(c.req.path)) c.set('zone', await zoneOf(c, dependencies))
    await next()
  })
  for (const section of WITH_TIMES) app.use(`${ownerPath(':owner', section)}/*`, zoned)
}

/**
 * Returns the time zone of what names none: that of the first event of a query, of the owner, or of its newest event
 * that has one.
 */
export async function zoneOf(
  c: Context<ManageEnv>,
  { events }: Pick<ManageDependencies, 'events'>,
  { include }: Pick<TargetingQuery, 'include'> = { include: [] },
): Promise<string | undefined> {
  const { owner, zone: chosen } = c.get('owner')
  const [first] = eventsAmong(include)
  const named = first === undefined ? undefined : (await events.findMany(owner, [first])).get(first)
  const zone = named && timeZoneOf(named)
  if (zone !== undefined || chosen !== undefined) return zone ?? chosen
  for (const per_page of NEWEST) {
    const { members } = await events.listActions(owner, { page: 1, per_page })
    const found = members.map(timeZoneOf).find((each) => each !== undefined)
    if (found !== undefined || members.length < per_page) return found
  }
  return undefined
}
