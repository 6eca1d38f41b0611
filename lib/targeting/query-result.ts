import { OsdiError, notFound } from '../runtime/errors.js'
import type { Answers } from '../questions/answers.js'
import { KEPT_DAYS } from './query-fields.js'
import { isNativeId } from '../fields/identifier.js'
import type { Person } from '../people/person.js'
import type { Point } from '../locations/great-circle.js'
import { type ResultSummary, type Selection, type TargetingQuery, hasSources, selectionOf } from './targeting-query.js'

/** The people that a query found at one time: a snapshot, whose pages do not change while new RSVPs are recorded. */
export interface QueryResult extends ResultSummary {
  query: string
  status: 'computing' | 'complete' | 'failed'
  /** The query at that time. */
  asked: Selection
  /** The events and the point that the query stood for at that time; absent where it names its events itself. */
  resolved?: Resolved
  /** Until when it is kept. */
  expires_date: string
}

/** The ids of the events that a selection stands for at one time, and the point that people live near. */
export interface Resolved {
  include: string[]
  exclude: string[]
  near?: Point
}

export const eventsOfResult = ({ asked, resolved }: Pick<QueryResult, 'asked' | 'resolved'>): Resolved =>
  resolved ?? { include: asked.include, exclude: asked.exclude }

/** The people to return: all, or only people whose email is subscribed. */
export type Audience = 'everybody' | 'email'

/** A person in a result, with the current record. */
export interface Found {
  person: Person
  /** Position in the result, from 0. Positions of erased people stay empty. */
  position: number
  /** Ids of the included events that this person attends. */
  events: string[]
  /** The answers that a file shows. */
  answers?: Answers
}

/**
 * The time after its start in which a result may become complete. The table's stream offers it for an hour, and the
 * last attempt takes up to 15 minutes (infra/queues/streams.yml); the rest is reserve.
 */
export const COMPUTING_MS = 2 * 3_600_000

/** Returns the current state of a result: one that is still incomplete after COMPUTING_MS has failed. */
export const resultAt = (now: Date, result: QueryResult): QueryResult =>
  result.status === 'computing' && now.getTime() - Date.parse(result.created_date) > COMPUTING_MS
    ? { ...result, status: 'failed' }
    : result

export const newResult = (
  query: { id: string } & Selection,
  id: string,
  now: Date,
  resolved?: Resolved,
): QueryResult => ({
  id,
  query: query.id,
  status: 'computing',
  asked: selectionOf(query),
  ...(resolved && (hasSources(query) || query.near) && { resolved }),
  total_people: 0,
  total_subscribed: 0,
  created_date: now.toISOString(),
  expires_date: new Date(now.getTime() + KEPT_DAYS * 86_400_000).toISOString(),
})

export const totalFor = ({ total_people, total_subscribed }: QueryResult, audience: Audience) =>
  audience === 'email' ? total_subscribed : total_people

/** Whether a person may be sent email: only with a subscribed address. */
export const takesEmail = ({ email_addresses }: Pick<Person, 'email_addresses'>) =>
  email_addresses[0]?.status === 'subscribed'

/**
 * Finds the requested result of a query: the one with this id, or the newest one without an id.
 * @throws OsdiError not_found when there is none of this id; conflict when it is not computed yet, or when the
 *   query has none
 */
export async function resultToShow(
  query: TargetingQuery,
  id: string | undefined,
  results: { find: (query: string, id: string) => Promise<QueryResult> },
): Promise<QueryResult> {
  if (id !== undefined && !isNativeId(id)) throw notFound()
  const wanted = id ?? query.result?.id
  if (wanted === undefined) throw noResult()
  const result = await results.find(query.id, wanted).catch((error: unknown) => {
    throw id === undefined && error instanceof OsdiError && error.code === 'not_found' ? noResult() : error
  })
  if (result.status !== 'complete') throw noResult()
  return result
}

/** The conflict of a query whose people are not known yet, or no longer. */
export const noResult = () =>
  new OsdiError('conflict', 'This query has no result now', [
    {
      error_code: 'no_result',
      description: 'The result of this query is being computed, has failed or has expired',
      properties: [],
      hint: 'GET its results to see whether one is being computed; POST there to run the query again',
    },
  ])
