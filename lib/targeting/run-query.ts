import { OsdiError } from '../runtime/errors.js'
import { type QueryResult, newResult } from './query-result.js'
import type { Targeting } from './sources.js'
import { resolveSelection } from './store/resolve-selection.js'
import { type ResultStore, resultStore } from './store/result-store.js'
import type { TargetingQuery } from './targeting-query.js'

/** Fits into the 30 s that API Gateway waits, with a reserve (docs/decisions/0018). */
const MOST_AT_ONCE = 100_000

/** The same for a page, whose reader is told how far it is: more than this would keep a person waiting. */
export const MOST_WHILE_SOMEONE_WAITS = 1_000

/**
 * Runs a query.
 * @returns the query with its newest result, and this result: complete, or still to be computed
 */
export async function runQuery(
  { table, sources, mostAtOnce = MOST_AT_ONCE, now, newId }: Targeting,
  query: TargetingQuery,
) {
  const results = resultStore(table, sources)
  const resolved = await resolveSelection(table, query, sources)
  const started = newResult(query, newId(), now(), resolved)
  const waits = (await results.sizeOf(query, resolved, mostAtOnce)) > mostAtOnce
  await results.begin(query, started, waits)
  const result = waits ? started : await computeNow(query, started, results)
  return { query: withResult(query, result), result }
}

/**
 * Counts the people whom a query finds at this moment, and keeps nothing.
 * @returns undefined where it would have to read more than a request does
 */
export async function countPeople(
  { table, sources, mostAtOnce = MOST_AT_ONCE, now, newId }: Targeting,
  query: TargetingQuery,
) {
  const results = resultStore(table, sources)
  const resolved = await resolveSelection(table, query, sources)
  if ((await results.sizeOf(query, resolved, mostAtOnce)) > mostAtOnce) return undefined
  return results.count(query.owner, newResult(query, newId(), now(), resolved))
}

/** Computes a result at once. The query is already recorded, so a read that fails for a moment postpones the result. */
async function computeNow({ owner }: TargetingQuery, result: QueryResult, results: ResultStore) {
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
export const runIfNew = async (targeting: Targeting, query: TargetingQuery): Promise<TargetingQuery> =>
  query.result ? query : (await runQuery(targeting, query)).query

function withResult(query: TargetingQuery, result: QueryResult): TargetingQuery {
  const { id, status, created_date, total_people, total_subscribed } = result
  return status === 'complete' ? { ...query, result: { id, created_date, total_people, total_subscribed } } : query
}
