import { isDeepStrictEqual } from 'node:util'
import { type Fault, invalid } from './errors.js'
import type { Owner } from './principal.js'

/**
 * A question that is kept: who acted on these events? People are looked for among those who attend; what is found
 * is a result of its own, a snapshot (decision record 0030).
 */
export interface TargetingQuery {
  id: string
  owner: Owner
  /** Foreign identifiers, oldest first. The native one follows from the id. */
  identifiers: string[]
  title: string
  /** Ids of events of the owner, at least one. */
  include: string[]
  /** Whether people have attended any of the events, or every one of them. */
  match: 'any' | 'every'
  /** Ids of events whose people are left out, whenever they acted. */
  exclude: string[]
  /** Of RSVPs to the included events count those from the one instant and before the other, in UTC. */
  rsvp_from?: string
  rsvp_before?: string
  /** The newest result, while what is looked for is the same. */
  result?: ResultSummary
  created_date: string
  modified_date: string
  /** Counts the writes by callers; every change is conditional on it. */
  revision: number
}

/** What a query tells of its newest result. */
export interface ResultSummary {
  id: string
  created_date: string
  total_people: number
  total_subscribed: number
}

/** What callers may set. Events are named by id here; how callers name them is up to a version. */
export interface QueryFields {
  identifiers: string[]
  title: string
  include: string[]
  match: TargetingQuery['match']
  exclude: string[]
  rsvp_from: string
  rsvp_before: string
}

export type QueryDraft = Pick<QueryFields, 'title' | 'include'> & Partial<QueryFields>

/** A change: absent fields stay, null clears. */
export type QueryChange = { [Field in keyof QueryFields]?: QueryFields[Field] | null }

/** Most events that a query includes, and as many it excludes: a result reads all of their attendances. */
export const MAX_EVENTS = 100

/** @throws OsdiError invalid, naming every fault */
export function newQuery(
  draft: QueryDraft,
  { id, owner, now }: { id: string; owner: Owner; now: Date },
): TargetingQuery {
  const blank = {
    ...{ id, owner, identifiers: [], title: draft.title, revision: 1 },
    ...{ include: [], match: 'any' as const, exclude: [] },
    ...{ created_date: now.toISOString(), modified_date: now.toISOString() },
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
    modified_date: now.toISOString(),
    revision: query.revision + 1,
  }
}

/** What a query asks; two of the same find the same people. */
export type Selection = Pick<TargetingQuery, 'include' | 'match' | 'exclude' | 'rsvp_from' | 'rsvp_before'>

export const selectionOf = ({ include, match, exclude, rsvp_from, rsvp_before }: Selection): Selection => ({
  ...{ include, match, exclude },
  ...(rsvp_from && { rsvp_from }),
  ...(rsvp_before && { rsvp_before }),
})

function withFields(query: TargetingQuery, change: QueryChange): TargetingQuery {
  const changed: TargetingQuery = {
    ...query,
    identifiers: [...new Set([...query.identifiers, ...(change.identifiers ?? [])])],
    title: change.title ?? query.title,
    include: change.include ? [...new Set(change.include)] : query.include,
    match: change.match === null ? 'any' : (change.match ?? query.match),
    exclude: change.exclude === null ? [] : [...new Set(change.exclude ?? query.exclude)],
  }
  for (const field of ['rsvp_from', 'rsvp_before'] as const) {
    const value = change[field]
    if (value === null) delete changed[field]
    else if (value !== undefined) changed[field] = value
  }
  return changed
}

function sound(query: TargetingQuery): TargetingQuery {
  const { include, exclude, rsvp_from, rsvp_before } = query
  const faults: Fault[] = []
  if (include.length === 0)
    faults.push({
      error_code: 'empty_selection',
      description: 'include must name at least one event',
      properties: ['include'],
    })
  if (include.some((event) => exclude.includes(event)))
    faults.push({
      error_code: 'contradiction',
      description: 'An event cannot be both included and excluded',
      properties: ['include', 'exclude'],
    })
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
