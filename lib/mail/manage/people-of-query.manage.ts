import { type QueryResult, resultToShow } from '../../targeting/query-result.js'
import { runQuery } from '../../targeting/run-query.js'
import type { TargetingQuery } from '../../targeting/targeting-query.js'
import type { MailDependencies } from './dependencies.manage.js'

/**
 * Finds the people of a message by a query. One without a result is run, since a result expires after some time.
 * @param isFresh whether they are to be looked for anew
 * @throws OsdiError conflict while the result is not computed yet
 */
export async function peopleOfQuery(
  query: TargetingQuery,
  isFresh: boolean,
  { resultDependencies, results }: Pick<MailDependencies['targeting'], 'resultDependencies' | 'results'>,
): Promise<{ query: TargetingQuery; result: QueryResult }> {
  const found = isFresh || !query.result ? (await runQuery(query, resultDependencies)).query : query
  return { query, result: await resultToShow(found, undefined, results) }
}
