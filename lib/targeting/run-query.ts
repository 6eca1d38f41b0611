import { OsdiError } from '../runtime/errors.js'
import { type QueryResult, type Resolved, newResult } from './query-result.js'
import type { Owner } from '../runtime/owner.js'
import type { TargetingQuery } from './targeting-query.js'

/** The dependencies of running a query. */
export interface ResultDependencies {
  results: {
    /**
     * Finds the events that a query stands for at this moment, and the point of its place.
     * @throws OsdiError invalid when there are more events than a result reads, or the place has no point any more
     */
    resolve(query: TargetingQuery): Promise<Resolved>
    /** Returns the number of attendances and people that a result has to read; it counts no further than `most`. */
    sizeOf(query: TargetingQuery, resolved: Resolved, most: number): Promise<number>
    /** Stores a result that is not computed yet. If it waits, the consumer of the table's stream computes it. */
    begin(query: TargetingQuery, result: QueryResult, waits: boolean): Promise<void>
    /**
     * Computes a result and makes it the newest of its query, unless the query has changed meanwhile. If several
     * processes compute the same result, the first one wins; a complete result is only made the newest.
     * @throws OsdiError busy when not everything can be read at the moment; nothing is stored then
     */
    compute(owner: Owner, result: QueryResult, onProgress?: OnProgress): Promise<QueryResult>
    /** Leaves a started result to the table's stream. */
    postpone(owner: Owner, result: QueryResult): Promise<void>
  }
  /** Most attendances that a request reads itself; a larger result is left to the table's stream. */
  mostAtOnce: number
  now: () => Date
  newId: () => string
}

/** Receives the number of finished steps and of all steps. */
export type OnProgress = (done: number, all: number) => void

/** Fits into the 30 s that API Gateway waits, with a reserve (docs/decisions/0018). */
export const MOST_AT_ONCE = 100_000

/** The same for a page, whose reader is told how far it is: more than this would keep a person waiting. */
export const MOST_WHILE_SOMEONE_WAITS = 1_000

/**
 * Runs a query.
 * @returns the query with its newest result, and this result: complete, or still to be computed
 */
export async function runQuery(query: TargetingQuery, { results, mostAtOnce, now, newId }: ResultDependencies) {
  const resolved = await results.resolve(query)
  const started = newResult(query, newId(), now(), resolved)
  const waits = (await results.sizeOf(query, resolved, mostAtOnce)) > mostAtOnce
  await results.begin(query, started, waits)
  const result = waits ? started : await computeNow(query, started, results)
  return { query: withResult(query, result), result }
}

/** Computes a result at once. The query is already recorded, so a read that fails for a moment postpones the result. */
async function computeNow({ owner }: TargetingQuery, result: QueryResult, results: ResultDependencies['results']) {
  try {
    return await results.compute(owner, result)
  } catch (error) {
    if (!(error instanceof OsdiError && PASSING.includes(error.code))) throw error
    await results.postpone(owner, result)
    return result
  }
}

const PASSING = ['busy', 'unknown_outcome']

/** Runs a query that was just recorded, unless it still has the result of the same selection. */
export const runIfNew = async (query: TargetingQuery, dependencies: ResultDependencies): Promise<TargetingQuery> =>
  query.result ? query : (await runQuery(query, dependencies)).query

function withResult(query: TargetingQuery, result: QueryResult): TargetingQuery {
  const { id, status, created_date, total_people, total_subscribed } = result
  return status === 'complete' ? { ...query, result: { id, created_date, total_people, total_subscribed } } : query
}
