import type { DynamoDBRecord } from 'aws-lambda'
import { OsdiError } from '../../domain/errors.js'
import type { Owner } from '../../domain/principal.js'
import type { QueryResult } from '../../domain/query-result.js'
import { resultStore } from './result-store.js'
import { type Table, idInKey } from '../table.js'

/**
 * Computes the results that a batch of the table's stream shows waiting: those that would have taken longer than a
 * request lasts. Records may come twice or late: what has failed or has expired is passed over, and what is
 * complete is computed no more.
 * @throws Error what hindered it; the records come again then
 */
export async function computeFromStream(table: Table, records: DynamoDBRecord[]): Promise<void> {
  const results = resultStore(table)
  for (const { owner, query, id } of records.flatMap(waitingIn)) {
    const result = await results.find(query, id).catch(ifExpired)
    if (result && result.status !== 'failed') await results.compute(owner, result)
  }
}

function ifExpired(error: unknown): QueryResult | undefined {
  if (error instanceof OsdiError && error.code === 'not_found') return undefined
  throw error
}

function waitingIn({ dynamodb }: DynamoDBRecord): { owner: Owner; query: string; id: string }[] {
  const image = dynamodb?.NewImage
  const [pk, sk, owner] = [image?.['pk']?.S, image?.['sk']?.S, image?.['waits_for_people']?.S]
  return pk && sk && owner ? [{ owner: owner as Owner, query: idInKey(pk), id: idInKey(sk) }] : []
}
