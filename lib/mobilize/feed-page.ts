import type { CalendarEvent } from '../calendars/calendar.js'
import type { FoundEvent } from '../near/event-search.js'
import { numberOf, secondsOf, timesOf } from './feed-event.js'
import type { FeedQuery } from './feed-query.js'

/** Returns the events that a query wants of those that were found in its time, place and distance. */
export function wantedOf(found: FoundEvent[], query: FeedQuery, organization: number): FoundEvent[] {
  const { starts, ends, state, campaigns, organizations, withDistance, isEmpty } = query
  if (isEmpty || (organizations.length > 0 && !organizations.includes(organization))) return []
  return found.filter(({ event, km }) => {
    const { start_date, end_date } = timesOf(event)
    const { event_campaign_id: campaign } = event
    return (
      starts.every(({ holds }) => holds(start_date)) &&
      ends.every(({ holds }) => holds(end_date)) &&
      (state === undefined || event.location.region === state) &&
      (campaigns.length === 0 || (campaign !== undefined && campaigns.includes(numberOf(campaign)))) &&
      (!withDistance || km !== undefined)
    )
  })
}

/** Returns the events that were changed since a time. */
export function updatedOf(found: FoundEvent[], details: CalendarEvent[], since: number): FoundEvent[] {
  const updated = new Set(details.filter(({ modified_date }) => secondsOf(modified_date) >= since).map(({ id }) => id))
  return found.filter(({ event }) => updated.has(event.id))
}

/**
 * Returns the events of a page, and the page without them.
 * @param sent the query, whose parameters further pages keep
 */
export function feedPage(
  wanted: FoundEvent[],
  { page, per_page, limit }: FeedQuery,
  { base, sent, isLimited }: { base: string; sent: string; isLimited: boolean },
) {
  const to = (number: number) => {
    const parameters = new URLSearchParams(sent)
    parameters.delete('cursor')
    parameters.set('page', String(number))
    return `${base}?${parameters.toString()}`
  }
  return {
    members: wanted.slice((page - 1) * per_page, page * per_page),
    page: {
      count: wanted.length,
      next: page * per_page < wanted.length ? to(page + 1) : null,
      previous: page > 1 ? to(page - 1) : null,
      ...(isLimited && { results_limited_to: limit }),
    },
  }
}
