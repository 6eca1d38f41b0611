import { isDeepStrictEqual } from 'node:util'
import { type Fault, invalid } from '../runtime/errors.js'
import { applyChange, type Change, type Draft, type Stored } from '../fields/field.js'
import { queryFields } from './query-fields.js'
import type { Owner } from '../runtime/owner.js'
import { nextVersion } from '../fields/version.js'
import { eventsAmong, isSource } from './event-source.js'

/**
 * A saved query: which people attended these events? Running it creates a result, which is a snapshot (decision record
 * 0030).
 */
export interface TargetingQuery extends Stored<typeof queryFields> {
  id: string
  owner: Owner
  /** The campaign whose hosts it looks for, in place of the guests of events. */
  hosts_of?: string
  /** The state of their events, as a report of the campaign names it; all states without one. */
  hosts_in?: string
  /**
   * Begins with everyone in the list, in place of guests. Of `unanswered`, people are left out who have answered an
   * excluded event in any way, and not only the people who come to it.
   */
  everyone?: 'all' | 'unanswered'
  /** The newest result, while what is looked for is the same. */
  result?: ResultSummary
  /** Counts the writes by callers; every change is conditional on it. */
  revision: number
}

/** The summary of a query's newest result. */
export interface ResultSummary {
  id: string
  created_date: string
  total_people: number
  total_subscribed: number
}

/** A valid new query. Events are named by id; how callers name them is up to a version. */
export type QueryDraft = Draft<typeof queryFields> & Partial<HostsSought> & Pick<TargetingQuery, 'everyone'>

/** The hosts that a query of the interface looks for. */
export type HostsSought = Pick<TargetingQuery, 'hosts_of' | 'hosts_in'>

/** A change: absent fields stay, null clears. */
export type QueryChange = Change<typeof queryFields> & { everyone?: TargetingQuery['everyone'] | null }

/** @throws OsdiError invalid, naming every fault */
export function newQuery(
  draft: QueryDraft,
  { id, owner, now }: { id: string; owner: Owner; now: Date },
): TargetingQuery {
  const blank = {
    id,
    owner,
    identifiers: [],
    title: draft.title,
    revision: 1,
    include: [],
    match: 'any' as const,
    exclude: [],
    ...hostsIn(draft),
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
  }
  return sound(withFields(blank, draft))
}

/**
 * The query after a change. It has no result any longer if it asks something else.
 * @throws OsdiError invalid, naming every fault
 */
export function changedQuery(query: TargetingQuery, change: QueryChange, now: Date): TargetingQuery {
  const { result, ...changed } = sound(withFields(query, change))
  return {
    ...changed,
    ...(result && isDeepStrictEqual(selectionOf(changed), selectionOf(query)) && { result }),
    ...nextVersion(query, now),
  }
}

/** The fields of a selection that a query may lack. */
export const OPTIONAL_OF_SELECTION = [
  'include_search',
  'tags',
  'near',
  'status',
  'answers',
  'rsvps_at_least',
  'attended_at_most',
  'rsvp_from',
  'rsvp_before',
  'hosts_of',
  'hosts_in',
  'everyone',
] as const

/** The selection of a query. Two queries with the same selection find the same people. */
export type Selection = Pick<TargetingQuery, 'include' | 'match' | 'exclude' | (typeof OPTIONAL_OF_SELECTION)[number]>

const hostsIn = ({ hosts_of, hosts_in }: HostsSought): HostsSought => ({
  ...(hosts_of !== undefined && { hosts_of }),
  ...(hosts_in !== undefined && { hosts_in }),
})

export const selectionOf = (query: Selection): Selection => ({
  include: query.include,
  match: query.match,
  exclude: query.exclude,
  ...(Object.fromEntries(
    OPTIONAL_OF_SELECTION.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  ) as Partial<Selection>),
})

/** Whether a selection names events; without any, it is about all events of people. */
export const namesEvents = ({ include, include_search }: Pick<Selection, 'include' | 'include_search'>) =>
  include.length > 0 || include_search !== undefined

/** Whether the events of a selection may be others tomorrow: it names a campaign, a series or a search. */
export const hasSources = ({ include, exclude, include_search }: Selection) =>
  include_search !== undefined || [...include, ...exclude].some(isSource)

/** Whether a selection is about people of the list, by their tags or their place, so that they need no attendance. */
export const isOfPeople = ({ tags, near, everyone }: Pick<Selection, 'tags' | 'near' | 'everyone'>) =>
  tags !== undefined || near !== undefined || everyone !== undefined

/**
 * Returns the least number of attendances of a person that have to count.
 * @param events number of included events when the query runs
 */
export function leastRsvps(asked: Selection, events: number): number {
  const { rsvps_at_least, match, status, rsvp_from, rsvp_before } = asked
  if (rsvps_at_least !== undefined) return rsvps_at_least
  if (namesEvents(asked)) return match === 'every' ? Math.max(1, events) : 1
  return status || rsvp_from || rsvp_before ? 1 : 0
}

const ACCEPTED: NonNullable<Selection['status']> = ['accepted']

/** Returns which attendances a selection counts. A query has no field for the accepted ones alone. */
export const countedStatuses = ({ status = ACCEPTED }: Pick<Selection, 'status'>) => status

function withFields(query: TargetingQuery, change: QueryChange): TargetingQuery {
  const { status: before, answers, tags, everyone: stood, ...others } = applyChange(queryFields, query, change)
  const everyone = change.everyone === undefined ? stood : change.everyone
  const status = change.status === undefined ? before : [...new Set(change.status ?? ACCEPTED)]
  return {
    ...others,
    // A query without the field asks for the accepted ones.
    ...(status && !isDeepStrictEqual(status, ACCEPTED) && { status }),
    ...(everyone && { everyone }),
    ...(answers && Object.keys(answers).length > 0 && { answers }),
    ...(tags && tags.length > 0 && { tags: [...new Set(tags)] }),
    include: change.include === null ? [] : [...new Set(change.include ?? query.include)],
    match: change.match === null ? 'any' : (change.match ?? query.match),
    exclude: change.exclude === null ? [] : [...new Set(change.exclude ?? query.exclude)],
  }
}

function sound(query: TargetingQuery): TargetingQuery {
  const { include, exclude, status, rsvp_from, rsvp_before, hosts_of } = query
  const faults: Fault[] = []
  if (!namesEvents(query) && !isOfPeople(query) && hosts_of === undefined)
    faults.push({
      error_code: 'empty_selection',
      description: 'include must name at least one event, unless the query has include_search, tags or near',
      properties: ['include'],
    })
  if (status?.length === 0)
    faults.push({
      error_code: 'empty_selection',
      description: 'status must name at least one status',
      properties: ['status'],
    })
  if (eventsAmong(include).some((event) => exclude.includes(event)))
    faults.push({
      error_code: 'contradiction',
      description: 'An event cannot be both included and excluded',
      properties: ['include', 'exclude'],
    })
  faults.push(...faultsOfCounts(query))
  if (rsvp_from && rsvp_before && rsvp_from >= rsvp_before)
    faults.push({
      error_code: 'empty_range',
      description: 'rsvp_from must be earlier than rsvp_before',
      properties: ['rsvp_from', 'rsvp_before'],
    })
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return query
}

/** Returns what is wrong with the number of RSVPs, and with what only events of a query can be asked for. */
function faultsOfCounts(query: TargetingQuery): Fault[] {
  const { include, rsvps_at_least: least, hosts_of } = query
  const faults: Fault[] = []
  const fewest = isOfPeople(query) ? 0 : 1
  const isKnown = namesEvents(query) && !hasSources(query)
  if (least !== undefined && (least < fewest || (isKnown && least > include.length)))
    faults.push({
      error_code: 'empty_selection',
      description: `rsvps_at_least must be from ${fewest} to the number of included events`,
      properties: ['rsvps_at_least'],
    })
  if (namesEvents(query) || hosts_of !== undefined) return faults
  const needy = [
    ...(query.match === 'every' ? ['match'] : []),
    ...(query.status?.includes('absent') ? ['status'] : []),
    ...(query.answers ? ['answers'] : []),
  ]
  return [
    ...faults,
    ...needy.map((property) => ({
      error_code: 'no_events',
      description: `${property} needs events to include`,
      properties: [property],
    })),
  ]
}
