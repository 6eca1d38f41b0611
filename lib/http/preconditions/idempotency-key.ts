import { createHash } from 'node:crypto'
import { type StoredResponse, answerOfErased, readIdempotencyKey, withIdempotency } from '../state/idempotency.js'
import type { AnswerStore } from '../state/answer-store.js'
import type { Owner } from '../../runtime/owner.js'
import { withIdsFrom } from '../../fields/identifier.js'
import type { Answer } from '../answer.js'
import type { GatewayRequest } from '../request.js'
import { bytesOf } from '../body/json-body.js'
import { normalPath } from '../normal-path.js'

/** Whether the body of an owner's answer tells of somebody who was erased, or merged into somebody else. */
export type NamesErased = (owner: Owner, body: string) => Promise<boolean>

/**
 * Handles a POST with an `Idempotency-Key` once (draft-ietf-httpapi-idempotency-key-header). Without the header,
 * nothing is read or written for it.
 * @param namesErased whether an answer that is to be replayed tells of somebody who was erased since
 * @throws OsdiError as withIdempotency; conflict for such an answer; invalid when the key is malformed
 */
export async function withIdempotencyKey(
  request: GatewayRequest,
  answers: AnswerStore,
  handle: () => Promise<Answer>,
  namesErased: NamesErased,
): Promise<Answer> {
  const { headers, principal, rawPath, rawQueryString, requestContext } = request
  const header = headers['idempotency-key']
  const { method } = requestContext.http
  if (header === undefined || method !== 'POST' || !principal) return handle()
  const named = {
    scope: [principal.owner, method, normalPath(rawPath), readIdempotencyKey(header)],
    fingerprint: hashOf(rawQueryString, bytesOf(request)),
  }
  const { answer, isReplayed } = await withIdempotency(named, answers, async ({ seed }) => {
    const done = await withIdsFrom(seed, handle)
    return { ...responseOf(done), isPartial: done.isPartial, replayed: done.replayed && responseOf(done.replayed) }
  })
  if (isReplayed && (await namesErased(principal.owner, answer.body))) throw answerOfErased()
  return {
    statusCode: answer.status,
    headers: { ...answer.headers, ...(isReplayed && { 'idempotent-replayed': 'true' }) },
    body: answer.body,
  }
}

const responseOf = ({ statusCode = 200, headers, body }: Answer): StoredResponse => ({
  status: statusCode,
  headers,
  body,
})

const hashOf = (query: string, body: Buffer) =>
  createHash('sha256').update(JSON.stringify(query)).update(body).digest('hex')
