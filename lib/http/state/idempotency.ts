import type { AnswerStore } from './answer-store.js'
import { OsdiError, invalid } from '../../runtime/errors.js'

/** The answer to a request, as far as it is replayed. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** Whether a part of the work may still be done by a repetition. The answer is not stored then. */
  isPartial?: boolean | undefined
  /** The answer to a repetition, where it differs. */
  replayed?: StoredResponse | undefined
}

/** A request with an idempotency key, which is safe to repeat. */
export interface NamedRequest {
  /** Owner, method, path and key: the same for every repetition. */
  scope: string[]
  /** Hash of its query and body. */
  fingerprint: string
}

/** The claim of one execution on a named request. */
export interface Claim {
  /** Identifies this execution, so that it does not release a claim that another one has taken over. */
  id: string
  /** Seed of the ids of new resources; the same for all executions of the request. */
  seed: string
  /** Whether an execution before may have done the work. No refusal of a later one says that it did not. */
  isTakenOver: boolean
}

/** The state of a named request when it arrives. */
export type Claimed = { claim: Claim } | { answer: StoredResponse } | { refused: 'other' | 'under way' | 'too large' }

/**
 * Runs the work of a named request once, and replays its answer to repetitions. Refusals are not stored: a refused
 * request may be corrected and sent again with the same key. Work whose outcome is unknown may run again; what it
 * creates then has the same ids and exists once. So may work that was done in part.
 * @throws OsdiError conflict while the first request is under way, or when its answer was too large to store;
 *   unprocessable when the key was sent with another request; any error of the work
 */
export async function withIdempotency(
  request: NamedRequest,
  answers: AnswerStore,
  work: (claim: Claim) => Promise<StoredResponse>,
): Promise<{ answer: StoredResponse; isReplayed: boolean }> {
  const known = await answers.claim(request, new Date())
  if ('answer' in known) return { answer: known.answer, isReplayed: true }
  if ('refused' in known) throw REFUSALS[known.refused]()
  const answer = await workOrRelease(request, known.claim, answers, work)
  if (answer.isPartial) await answers.release(request, known.claim, 'unknown')
  else await answers.keep(request, known.claim, answer.replayed ?? answer)
  return { answer, isReplayed: false }
}

/**
 * Runs the work, and releases the claim if it was refused or has an unknown outcome. After a bug the claim stays until
 * the execution has ended for sure, because a repetition would fail in the same way.
 */
async function workOrRelease(
  request: NamedRequest,
  claim: Claim,
  answers: AnswerStore,
  work: (claim: Claim) => Promise<StoredResponse>,
) {
  try {
    return await work(claim)
  } catch (error) {
    if (error instanceof OsdiError) {
      const isUnknown = claim.isTakenOver || error.code === 'unknown_outcome'
      await answers.release(request, claim, isUnknown ? 'unknown' : 'refused')
    }
    throw error
  }
}

const REFUSALS = {
  other: () => refusal('unprocessable', 'idempotency_key_reused', OTHER),
  'under way': () => refusal('conflict', 'request_under_way', UNDER_WAY, 1),
  'too large': () => refusal('conflict', 'answer_not_kept', NOT_KEPT),
}

/**
 * Returns the error for an answer that is not replayed, because it tells of somebody who is erased. A repetition meets
 * it as long as the answer is kept, and does not create the person anew.
 */
export const answerOfErased = () => refusal('conflict', 'person_erased', ERASED)

const ERASED = 'The request with this Idempotency-Key was done; a person of its answer was erased or merged since'
const OTHER = 'This Idempotency-Key was sent before with another request; each request needs its own'
const UNDER_WAY = 'The request with this Idempotency-Key is still under way; try again in a moment'
const NOT_KEPT = 'The request with this Idempotency-Key was done; its answer was too large to be kept'

function refusal(code: 'unprocessable' | 'conflict', error_code: string, description: string, retry_after?: number) {
  const fault = { error_code, description, properties: ['Idempotency-Key'] }
  return new OsdiError(code, description, [fault], retry_after)
}

/** Long enough for a UUID, a hash or a sentence. */
const MAX_LENGTH = 255

/**
 * Reads an `Idempotency-Key`: with quotes, as in the IETF's draft, or without them, as most clients send it.
 * @throws OsdiError invalid when it is empty, too long or not plain text
 */
export function readIdempotencyKey(header: string): string {
  const name = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim()
  if (/^[\x20-\x7e]+$/.test(name) && name.length <= MAX_LENGTH) return name
  const description = `Idempotency-Key must be 1 to ${MAX_LENGTH} characters of plain text`
  throw invalid([{ error_code: 'malformed', description, properties: ['Idempotency-Key'] }])
}
