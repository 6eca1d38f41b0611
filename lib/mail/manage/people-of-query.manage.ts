import { type QueryResult, resultToShow } from '../../targeting/query-result.js'
import { runQuery } from '../../targeting/run-query.js'
import type { Targeting } from '../../targeting/sources.js'
import { resultStore } from '../../targeting/store/result-store.js'
import type { TargetingQuery } from '../../targeting/targeting-query.js'

/**
 * Finds the people of a message by a query. One without a result is run, since a result expires after some time.
 * @param isFresh whether they are to be looked for anew
 * @throws OsdiError conflict while the result is not computed yet
 */
export async function peopleOfQuery(
  targeting: Targeting,
  query: TargetingQuery,
  isFresh: boolean,
): Promise<{ query: TargetingQuery; result: QueryResult }> {
  const found = isFresh || !query.result ? (await runQuery(targeting, query)).query : query
  return { query, result: await resultToShow(found, undefined, resultStore(targeting.table)) }
}
