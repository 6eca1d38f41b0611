import { isDeepStrictEqual } from 'node:util'
import { type Fault, invalid } from '../errors.js'
import { applyChange } from '../fields/apply-change.js'
import type { Change, Draft, Stored } from '../fields/field.js'
import { queryFields } from './query-fields.js'
import type { Owner } from '../access/principal.js'
import { nextVersion } from '../version.js'

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
export type QueryDraft = Draft<typeof queryFields> & Partial<HostsSought>

/** The hosts that a query of the interface looks for. */
export type HostsSought = Pick<TargetingQuery, 'hosts_of' | 'hosts_in'>

/** A change: absent fields stay, null clears. */
export type QueryChange = Change<typeof queryFields>

/** @throws OsdiError invalid, naming every fault */
export function newQuery(
  draft: QueryDraft,
  { id, owner, now }: { id: string; owner: Owner; now: Date },
): TargetingQuery {
  const blank = {
    ...{ id, owner, identifiers: [], title: draft.title, revision: 1 },
    ...{ include: [], match: 'any' as const, exclude: [] },
    ...hostsIn(draft),
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
    ...nextVersion(query, now),
  }
}

/** The selection of a query. Two queries with the same selection find the same people. */
export type Selection = Pick<
  TargetingQuery,
  | 'include'
  | 'match'
  | 'exclude'
  | 'status'
  | 'answers'
  | 'rsvps_at_least'
  | 'attended_at_most'
  | 'rsvp_from'
  | 'rsvp_before'
  | 'hosts_of'
  | 'hosts_in'
>

const hostsIn = ({ hosts_of, hosts_in }: HostsSought): HostsSought => ({
  ...(hosts_of !== undefined && { hosts_of }),
  ...(hosts_in !== undefined && { hosts_in }),
})

export const selectionOf = ({
  include,
  match,
  exclude,
  status,
  answers,
  rsvps_at_least,
  attended_at_most,
  rsvp_from,
  rsvp_before,
  ...hosts
}: Selection): Selection => ({
  ...{ include, match, exclude },
  ...(status && { status }),
  ...(answers && { answers }),
  ...(rsvps_at_least !== undefined && { rsvps_at_least }),
  ...(attended_at_most !== undefined && { attended_at_most }),
  ...(rsvp_from && { rsvp_from }),
  ...(rsvp_before && { rsvp_before }),
  ...hostsIn(hosts),
})

const ACCEPTED: NonNullable<Selection['status']> = ['accepted']

/** Returns which attendances a selection counts. A query has no field for the accepted ones alone. */
export const countedStatuses = ({ status = ACCEPTED }: Pick<Selection, 'status'>) => status

function withFields(query: TargetingQuery, change: QueryChange): TargetingQuery {
  const { status: before, answers, ...others } = applyChange(queryFields, query, change)
  const status = change.status === undefined ? before : [...new Set(change.status ?? ACCEPTED)]
  return {
    ...others,
    // Queries that are older than the field have none, and ask the same.
    ...(status && !isDeepStrictEqual(status, ACCEPTED) && { status }),
    ...(answers && Object.keys(answers).length > 0 && { answers }),
    include: change.include ? [...new Set(change.include)] : query.include,
    match: change.match === null ? 'any' : (change.match ?? query.match),
    exclude: change.exclude === null ? [] : [...new Set(change.exclude ?? query.exclude)],
  }
}

function sound(query: TargetingQuery): TargetingQuery {
  const { include, exclude, status, rsvps_at_least: least, rsvp_from, rsvp_before, hosts_of } = query
  const faults: Fault[] = []
  if (include.length === 0 && hosts_of === undefined)
    faults.push({
      error_code: 'empty_selection',
      description: 'include must name at least one event',
      properties: ['include'],
    })
  if (status?.length === 0)
    faults.push({
      error_code: 'empty_selection',
      description: 'status must name at least one status',
      properties: ['status'],
    })
  if (include.some((event) => exclude.includes(event)))
    faults.push({
      error_code: 'contradiction',
      description: 'An event cannot be both included and excluded',
      properties: ['include', 'exclude'],
    })
  if (least !== undefined && (least < 1 || least > include.length))
    faults.push({
      error_code: 'empty_selection',
      description: 'rsvps_at_least must be from 1 to the number of included events',
      properties: ['rsvps_at_least'],
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
