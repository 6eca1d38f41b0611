import type { OsdiEvent } from '../../events/event.js'
import { changedEvent } from '../../events/event.js'
import { eventChangeOf } from '../review.js'
import { NOTHING_SOUGHT, type FoundEvent } from '../../near/event-search.js'
import type { eventFinder } from '../../near/store/event-finder.js'
import { campaignScope } from '../../near/listed-event.js'
import { pointOf } from '../../events/event-point.js'
import type { Person } from '../../people/person.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { eventsOfHost } from '../store/hosting-store.js'
import { findPeople } from '../../people/store/find-people.js'
import { attendancesOfPerson } from '../../attendances/store/attendances-of-person.js'

/** Nearest events that a review shows, and how far away: about the same in both units. */
const MOST_NEAREST = 3
export const REACH = { mi: 100, km: 160 }

/** The facts for a reviewer about an event that waits. */
export interface ReviewFacts {
  /** The event as it would be. */
  event: OsdiEvent
  /** The event as it is, where a change waits. */
  before?: OsdiEvent | undefined
  host: Person | undefined
  /** Other events of the host in the campaign. */
  others: OsdiEvent[]
  /** Number of events that the host has answered. */
  answered: number
  nearest: FoundEvent[]
  /** Whether the event has a place on the map. */
  hasPlace: boolean
}

/** Most other events of a host that are shown. */
const MOST_OTHERS = 5

/** The context of reviews, with what finds events near another one. */
export type Reviewing = ManageDependencies & { nearby: ReturnType<typeof eventFinder> }

/** Reads what a reviewer has to know. */
export async function readReviewFacts(
  waiting: OsdiEvent,
  { table, events, nearby, eventDependencies }: Reviewing,
): Promise<ReviewFacts> {
  const campaign = waiting.event_campaign_id ?? ''
  const change = waiting.review?.change
  const now = new Date()
  const event = change ? await changedEvent(waiting, eventChangeOf(change), now, eventDependencies.geocode) : waiting
  const point = pointOf(event)
  const listing = { scope: campaignScope(campaign), holds: 'all' } as const
  const near = point && { ...point, name: '' }
  const [ids, persons, attended, found] = await Promise.all([
    eventsOfHost(table, campaign, event.creator),
    findPeople(table, event.owner, [event.creator]),
    attendancesOfPerson(table, event.creator),
    near &&
      nearby.find({ listing, search: { ...NOTHING_SOUGHT, near, within: REACH.mi }, limit: MOST_NEAREST + 1 }, now),
  ])
  const others = await events.findMany(event.owner, ids.filter((id) => id !== event.id).slice(0, MOST_OTHERS))
  return {
    event,
    ...(change && { before: waiting }),
    host: persons.get(event.creator),
    others: [...others.values()] as OsdiEvent[],
    answered: attended.length,
    nearest: (found?.events ?? [])
      .filter(({ km, event: { id } }) => km !== undefined && id !== event.id)
      .slice(0, MOST_NEAREST),
    hasPlace: point !== undefined,
  }
}
