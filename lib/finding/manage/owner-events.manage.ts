import type { Context } from 'hono'
import type { OsdiEvent } from '../../events/event.js'
import { type EventSummary, summaryOf } from '../event-summary.js'
import { finder } from '../store/finder.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { isDiscarded } from '../../events/manage/event-choice.manage.js'

type Dependencies = Pick<ManageDependencies, 'events' | 'table' | 'campaigns'>

/** The newest events, which may not be indexed yet, and discarded drafts that are looked at. */
const NEWEST = 25
const MOST_DISCARDED = 100
const MOST_CAMPAIGNS = 100

export interface OwnerEvents {
  summaries: EventSummary[]
  /** Titles of the newest campaigns by their ids. */
  campaigns: Map<string, string>
  /** Whether there are more events than a list looks through. */
  isCut: boolean
}

/** Reads what lists and searches of events choose from. The newest events are as they are this moment. */
export async function ownerEvents(
  c: Context<ManageEnv>,
  { events, table, campaigns }: Dependencies,
): Promise<OwnerEvents> {
  const { owner } = c.get('owner')
  const [{ summaries, isCut }, newest, named] = await Promise.all([
    finder(table).events(owner),
    events.listActions(owner, { page: 1, per_page: NEWEST }),
    campaigns.list(owner, { page: 1, per_page: MOST_CAMPAIGNS }),
  ])
  const all = new Map(summaries.map((each) => [each.id, each]))
  for (const event of newest.members) all.set(event.id, summaryOf(event))
  const suspects = [...all.values()].filter(({ status, is_hidden }) => status === 'cancelled' && is_hidden)
  const ids = suspects.slice(-MOST_DISCARDED).map(({ id }) => id)
  for (const event of await events.findCounted(owner, ids)) if (isDiscarded(event)) all.delete(event.id)
  return {
    summaries: [...all.values()],
    campaigns: new Map(named.members.map(({ id, title }) => [id, title])),
    isCut,
  }
}

/** Reads some events of a list, in its order. */
export const readEvents = (
  c: Context<ManageEnv>,
  { events }: Pick<Dependencies, 'events'>,
  summaries: EventSummary[],
): Promise<OsdiEvent[]> =>
  events.findCounted(
    c.get('owner').owner,
    summaries.map(({ id }) => id),
  )
