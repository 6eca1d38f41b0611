import { OsdiError } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import type { QueryResult } from '../query-result.js'
import type { Sources } from '../sources.js'
import { resultStore } from './result-store.js'
import { type Key, type Table, idInKey } from '../../table/table.js'

/** The stream's announcement of a result that waits: its key, and its owner. */
export type WaitingResult = Key & { waits_for_people: Owner }

/**
 * Computes a result that the stream shows waiting: one that would have taken longer than a request lasts. It may be
 * announced twice or late: what has failed or has expired is passed over, and what is complete is computed no more.
 * @throws Error what hindered it; the announcement comes again then
 */
export async function computeWaiting(
  table: Table,
  { pk, sk, waits_for_people: owner }: WaitingResult,
  sources?: Sources,
): Promise<void> {
  const results = resultStore(table, sources)
  const result = await results.find(idInKey(pk), idInKey(sk)).catch(ifExpired)
  if (result && result.status !== 'failed') await results.compute(owner, result)
}

function ifExpired(error: unknown): QueryResult | undefined {
  if (error instanceof OsdiError && error.code === 'not_found') return undefined
  throw error
}
