import { type QueryResult, newResult } from './query-result.js'
import type { TargetingQuery } from './targeting-query.js'

/** What running a query needs of the world. */
export interface ResultsWorld {
  results: {
    /** How many attendances a result of the query has to read. */
    sizeOf(query: TargetingQuery): Promise<number>
    /** Keeps a result that is not computed yet; where it is said to wait, somebody else computes it soon. */
    begin(query: TargetingQuery, result: QueryResult, waits: boolean): Promise<void>
    /** Computes a result and makes it the newest of its query, unless that asks something else by now. */
    compute(query: TargetingQuery, result: QueryResult, tell?: Tell): Promise<QueryResult>
  }
  now: () => Date
  newId: () => string
}

/** Hears how many of how many steps are done. */
export type Tell = (done: number, all: number) => void

/**
 * So many attendances are read while the request waits: half of what fits into the 30 s of API Gateway. More are
 * left to whoever follows the table's stream.
 */
export const MOST_AT_ONCE = 100_000

/**
 * Finds the people of a query as they are now.
 * @returns the query with its newest result, and this result: complete, or still to be computed
 */
export async function runQuery(query: TargetingQuery, { results, now, newId }: ResultsWorld) {
  const begun = newResult(query, newId(), now())
  const waits = (await results.sizeOf(query)) > MOST_AT_ONCE
  await results.begin(query, begun, waits)
  const result = waits ? begun : await results.compute(query, begun)
  return { query: withResult(query, result), result }
}

/** As runQuery, for a query that was just recorded: where nothing else is asked, the result that it has stays. */
export const runIfNew = async (query: TargetingQuery, world: ResultsWorld): Promise<TargetingQuery> =>
  query.result ? query : (await runQuery(query, world)).query

function withResult(query: TargetingQuery, result: QueryResult): TargetingQuery {
  const { id, status, created_date, total_people, total_subscribed } = result
  return status === 'complete'
    ? { ...query, result: { id, created_date, total_people, total_subscribed } }
    : query
}
