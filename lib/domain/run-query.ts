import { OsdiError } from './errors.js'
import { type QueryResult, newResult } from './query-result.js'
import type { Owner } from './principal.js'
import type { TargetingQuery } from './targeting-query.js'

/** What running a query depends on. */
export interface ResultDependencies {
  results: {
    /** How many attendances a result of the query has to read. */
    sizeOf(query: TargetingQuery): Promise<number>
    /** Keeps a result that is not computed yet; where it is said to wait, somebody else computes it soon. */
    begin(query: TargetingQuery, result: QueryResult, waits: boolean): Promise<void>
    /**
     * Computes a result and makes it the newest of its query, unless that asks something else by now. Where
     * several compute the same one, it is the first one's; one that is complete is only made the newest.
     * @throws OsdiError busy when not all that it needs can be read this moment; nothing is kept of it then
     */
    compute(owner: Owner, result: QueryResult, onProgress?: OnProgress): Promise<QueryResult>
    /** Says of a result that was begun that it waits, after all. */
    postpone(owner: Owner, result: QueryResult): Promise<void>
  }
  /** So many attendances are read while a request waits; a result of more is left to the table's stream. */
  mostAtOnce: number
  now: () => Date
  newId: () => string
}

/** Hears how many of how many steps are done. */
export type OnProgress = (done: number, all: number) => void

/** What surely fits into the 30 s that API Gateway waits (docs/decisions/0030). */
export const MOST_AT_ONCE = 100_000

/**
 * Finds the people of a query as they are now.
 * @returns the query with its newest result, and this result: complete, or still to be computed
 */
export async function runQuery(
  query: TargetingQuery,
  { results, mostAtOnce, now, newId }: ResultDependencies,
) {
  const started = newResult(query, newId(), now())
  const waits = (await results.sizeOf(query)) > mostAtOnce
  await results.begin(query, started, waits)
  const result = waits ? started : await computeNow(query, started, results)
  return { query: withResult(query, result), result }
}

/** The query is recorded by now: what cannot be read this moment is no reason to refuse it. */
async function computeNow(
  { owner }: TargetingQuery,
  result: QueryResult,
  results: ResultDependencies['results'],
) {
  try {
    return await results.compute(owner, result)
  } catch (error) {
    if (!(error instanceof OsdiError && PASSING.includes(error.code))) throw error
    await results.postpone(owner, result)
    return result
  }
}

const PASSING = ['busy', 'unknown_outcome']

/** As runQuery, for a query that was just recorded: where nothing else is asked, the result that it has stays. */
export const runIfNew = async (
  query: TargetingQuery,
  dependencies: ResultDependencies,
): Promise<TargetingQuery> => (query.result ? query : (await runQuery(query, dependencies)).query)

function withResult(query: TargetingQuery, result: QueryResult): TargetingQuery {
  const { id, status, created_date, total_people, total_subscribed } = result
  return status === 'complete'
    ? { ...query, result: { id, created_date, total_people, total_subscribed } }
    : query
}
