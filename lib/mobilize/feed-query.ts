import { type Fault, invalid } from '../runtime/errors.js'
import { EVENT_KINDS } from '../events/accessibility.js'
import { eventType } from './feed-event.js'
import { type EventSearch, type SearchPage } from '../near/event-search.js'
import type { Place } from '../locations/geocode/find-place.js'

/*
 * Parameters of Mobilize's list of an organization's events, as its public documentation has them. Others are not
 * read.
 */

/** A comparison of a Unix time: `gte_now`, `lt_1515110400`. */
interface Comparison {
  holds: (seconds: number) => boolean
  /** The first instant that counts. */
  from?: number
  until?: number
}

export interface FeedQuery {
  search: EventSearch
  /** The most events that are looked at. */
  limit: SearchPage['limit']
  page: number
  per_page: number
  starts: Comparison[]
  ends: Comparison[]
  updatedSince?: number | undefined
  state?: string | undefined
  campaigns: number[]
  organizations: number[]
  /** Whether only events with a distance are wanted. */
  withDistance: boolean
  /** Whether no event here can match: each is public, without tags and not pinned. */
  isEmpty: boolean
}

/** Events that are looked at: its own limit of a search. With `updated_since`, each of them is read as a whole. */
const MOST_LOOKED_AT = 1_000
const MOST_READ = 200

const MOST_PER_PAGE = 100
const DEFAULT_PER_PAGE = 25
/** Further than any two points are. */
const FURTHEST_MILES = 12_500
const DAY_S = 86_400

/** Reads a query. @throws OsdiError invalid, naming every fault */
export function readFeedQuery(query: string, findPlace: (text: string) => Place | undefined, now: Date): FeedQuery {
  const sent = new URLSearchParams(query)
  const faults: Fault[] = []
  const refuse = (name: string, should: string) =>
    faults.push({
      error_code: 'invalid_parameter',
      description: `\`${name}\` has to be ${should}`,
      properties: [name],
    })
  const textOf = (name: string) => sent.get(name)?.trim() || undefined
  const allOf = (name: string) => sent.getAll(name).filter((each) => each.trim() !== '')
  const read = <Value>(
    name: string,
    text: string | undefined,
    parse: (text: string) => Value | undefined,
    should: string,
  ) => {
    const value = text === undefined || text.length > 200 ? undefined : parse(text)
    if (text !== undefined && value === undefined) refuse(name, should)
    return value
  }
  const flag = (name: string) => read(name, textOf(name)?.toLowerCase(), boolean, 'true or false')
  const whole = (name: string) => read(name, textOf(name), integer, 'a whole number')
  const wholes = (name: string) => allOf(name).flatMap((text) => read(name, text, integer, 'a whole number') ?? [])
  const compared = (name: string) =>
    allOf(name).flatMap(
      (text) => read(name, text, (each) => comparisonIn(each, now), 'a comparison: `gte_now`, `lt_1515110400`') ?? [],
    )
  const near = read('zipcode', textOf('zipcode'), findPlace, 'a postal code that is known')
  const within = read('max_dist', textOf('max_dist'), positive, 'a number')
  const [starts, ends] = [compared('timeslot_start'), compared('timeslot_end')]
  const isVirtual = flag('is_virtual')
  const types = allOf('event_types').flatMap((each) => each.split(','))
  const updatedSince = whole('updated_since')
  const withoutFull = flag('exclude_full')
  const pinned = flag('high_priority_only')
  const parsed: FeedQuery = {
    search: {
      ...(near && { near }),
      within: near && within !== undefined ? within : FURTHEST_MILES,
      unit: 'mi',
      ...daysOf(starts, ends),
      ...(isVirtual !== undefined && { mode: isVirtual ? 'online' : 'in_person' }),
      ...(withoutFull && { withoutFull }),
      ...(types.length > 0 && { kinds: EVENT_KINDS.filter((kind) => types.includes(eventType(kind))) }),
    },
    limit: updatedSince === undefined ? MOST_LOOKED_AT : MOST_READ,
    page: whole('cursor') ?? whole('page') ?? 1,
    per_page: Math.min(MOST_PER_PAGE, whole('per_page') ?? DEFAULT_PER_PAGE),
    starts,
    ends,
    updatedSince,
    state: textOf('state')?.toUpperCase(),
    campaigns: wholes('event_campaign_id'),
    organizations: wholes('organization_id'),
    withDistance: near !== undefined && within !== undefined,
    isEmpty:
      pinned === true ||
      allOf('tag_id').length > 0 ||
      [allOf('visibility'), allOf('approval_status')].some(
        (words, i) => words.length > 0 && !words.includes(['PUBLIC', 'APPROVED'][i] as string),
      ),
  }
  if (parsed.page < 1) refuse('page', 'at least 1')
  if (parsed.per_page < 1) refuse('per_page', 'at least 1')
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return parsed
}

const integer = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

const positive = (text: string) => (/^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined)

const boolean = (text: string) =>
  ({ true: true, '1': true, false: false, '0': false })[text as 'true' | 'false' | '0' | '1'] as boolean | undefined

const OPERATORS: Record<string, (one: number, other: number) => boolean> = {
  gte: (one, other) => one >= other,
  gt: (one, other) => one > other,
  lte: (one, other) => one <= other,
  lt: (one, other) => one < other,
}

function comparisonIn(text: string, now: Date): Comparison | undefined {
  const [, operator = '', value = ''] = /^(gte|gt|lte|lt)_(now|-?\d{1,12})$/.exec(text) ?? []
  const compare = OPERATORS[operator]
  if (!compare) return undefined
  const time = value === 'now' ? Math.floor(now.getTime() / 1_000) : Number(value)
  return {
    holds: (seconds) => compare(seconds, time),
    ...(operator.startsWith('g') ? { from: time } : { until: time }),
  }
}

/** The days that comparisons leave, with one more at both ends: days are those of each event's own clock. */
function daysOf(starts: Comparison[], ends: Comparison[]): Pick<EventSearch, 'from' | 'until'> {
  const from = [...starts, ...ends].flatMap((each) => each.from ?? [])
  const until = starts.flatMap((each) => each.until ?? [])
  return {
    ...(from.length > 0 && { from: dayOf(Math.max(...from) - DAY_S) }),
    ...(until.length > 0 && { until: dayOf(Math.min(...until) + DAY_S) }),
  }
}

/** A day within the years that a calendar has; others mean its first or last one. */
const dayOf = (seconds: number) =>
  new Date(Math.min(Math.max(seconds, 0), 253_402_300_799) * 1_000).toISOString().slice(0, 10)
