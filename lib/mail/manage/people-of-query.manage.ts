import { isDeepStrictEqual } from 'node:util'
import { type QueryResult, noResult } from '../../targeting/query-result.js'
import { runQuery } from '../../targeting/run-query.js'
import type { Targeting } from '../../targeting/sources.js'
import { resultStore } from '../../targeting/store/result-store.js'
import { type TargetingQuery, selectionOf } from '../../targeting/targeting-query.js'

/** A result that took longer than a request counts as fresh for this time: the request after it would never end. */
const FRESH_MS = 10 * 60_000

/**
 * Finds the people of a message by a query, saved or not. Without a result it is run, since a result expires.
 * @param isFresh whether they are to be looked for anew
 * @throws OsdiError conflict while the result is not computed yet
 */
export async function peopleOfQuery(
  targeting: Targeting,
  query: TargetingQuery,
  isFresh: boolean,
): Promise<QueryResult> {
  const { members } = await resultStore(targeting.table).list(query.id, { page: 1, per_page: 25 })
  const same = members.filter(({ asked }) => isDeepStrictEqual(asked, selectionOf(query)))
  if (isFresh && same[0]?.status === 'computing') throw noResult()
  const before = same.find(({ status }) => status === 'complete')
  if (before && !isFresh) return before
  const { result } = await runQuery(targeting, query)
  if (result.status === 'complete') return result
  if (before && targeting.now().getTime() - Date.parse(before.created_date) < FRESH_MS) return before
  throw noResult()
}
