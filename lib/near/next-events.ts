import type { OsdiEvent } from '../events/event.js'
import { takesAnswers } from '../events/event-state.js'
import type { Person } from '../people/person.js'
import { type EventSearch, type FoundEvent, type FoundEvents, NOTHING_SOUGHT, type SearchPage } from './event-search.js'
import type { Point } from '../locations/great-circle.js'
import { type Listing, campaignScope } from './listed-event.js'
import { pointOf } from '../events/event-point.js'

/*
 * The events that a person is offered after an answer to one: those of its campaign, or else those of its group, near
 * the person where it is known where that is.
 */

/** Events that are offered, and that are read to find them: some may be of the same series or answered before. */
const MOST = 3
const READ = 12

/** The reach of an offer, in miles. */
const WITHIN = 50

/** The dependencies of finding next events. */
export interface NextDependencies {
  find(page: SearchPage, now: Date): Promise<FoundEvents>
  /** The ids of events among these that a person has answered. */
  answeredAmong?: (events: string[]) => Promise<Set<string>>
}

type Answered = Pick<OsdiEvent, 'id' | 'owner' | 'event_campaign_id' | 'series'>

/** Returns at most three events that take RSVPs: the nearest first, then the soonest. */
export async function nextEvents(
  event: Answered,
  from: Point | undefined,
  dependencies: NextDependencies,
  now: Date,
): Promise<FoundEvent[]> {
  const scopes = [...(event.event_campaign_id ? [campaignScope(event.event_campaign_id)] : []), event.owner]
  const near = from && { ...NOTHING_SOUGHT, near: { ...from, name: '' }, within: WITHIN }
  for (const scope of scopes) {
    const listing: Listing = { scope, holds: 'own' }
    const read = async (search: EventSearch) =>
      (await dependencies.find({ listing, search, limit: READ, together: true, onlyPlaced: true }, now)).events
    const candidates = near ? (await read(near)).filter(isOfferedAfter(event)) : []
    const known = new Set(candidates.map((each) => each.event.id))
    if (candidates.length < READ)
      candidates.push(
        ...(await read(NOTHING_SOUGHT)).filter((each) => isOfferedAfter(event)(each) && !known.has(each.event.id)),
      )
    const answered =
      candidates.length > 0 ? await dependencies.answeredAmong?.(candidates.map((each) => each.event.id)) : undefined
    const offered = candidates.filter((each) => !answered?.has(each.event.id)).slice(0, MOST)
    if (offered.length > 0) return offered
  }
  return []
}

const isOfferedAfter =
  ({ id, series }: Answered) =>
  ({ event, standing }: FoundEvent): boolean =>
    event.id !== id && (series === undefined || event.series?.id !== series.id) && takesAnswers(standing.state)

/** The point at which a person is; undefined where that is not known, or where it is a country's. */
export function homeOf({ postal_addresses }: Pick<Person, 'postal_addresses'>): Point | undefined {
  const [home] = postal_addresses
  // Without a code or a town, the place is that of a state or a country.
  return home?.location && (home.postal_code || home.locality) ? pointOf({ location: home }) : undefined
}
