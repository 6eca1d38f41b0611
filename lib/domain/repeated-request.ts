import { OsdiError, invalid } from './errors.js'

/** What a request was answered, as far as it can be said again. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A request that its caller has named, so that it may come again and does its work once. */
export interface NamedRequest {
  /** Whose it is, what it asks for, and its name: the same for every repetition. */
  scope: string[]
  /** Hash of what it says. */
  fingerprint: string
}

/** The right of one execution to do the work of a named request. */
export interface Claim {
  /** Names this execution: a claim that another one has taken over since is left alone. */
  id: string
  /** From which the ids of new resources follow; the same for all executions of the request. */
  seed: string
}

/** What is known of a named request when it comes. */
export type Claimed =
  { claim: Claim } | { answer: KeptAnswer } | { refused: 'other' | 'under way' | 'too large' }

/** Where named requests and their answers are kept for a day. */
export interface AnswerStore {
  /**
   * Claims a request that is new, or whose last execution was refused, got no answer of the database, or has ended
   * without a trace.
   * @throws OsdiError busy when the database does not answer; nothing of the request was done then
   */
  claim(request: NamedRequest, now: Date): Promise<Claimed>
  /** Keeps the answer of a claimed request. Never fails: the caller should hear what was done. */
  keep(request: NamedRequest, claim: Claim, answer: KeptAnswer): Promise<void>
  /**
   * Gives a claim back. A request that was refused may come again with another content; of one that may have been
   * done the same content may come again, and takes its seed over. Never fails.
   */
  release(request: NamedRequest, claim: Claim, because: 'refused' | 'unknown'): Promise<void>
}

/**
 * Does the work of a named request once, and answers its repetitions as the first time. Refusals are not kept: a
 * request that was refused may be mended and made again under the same name. The work may be done a second time where
 * it is not known whether it was done: what it creates has the same ids then, and is there once.
 * @throws OsdiError conflict while the first one is under way, and where its answer was too large to keep;
 *   unprocessable when a request of the same name said something else; whatever the work throws
 */
export async function onceOnly(
  request: NamedRequest,
  answers: AnswerStore,
  work: (claim: Claim) => Promise<KeptAnswer>,
): Promise<{ answer: KeptAnswer; isReplayed: boolean }> {
  const known = await answers.claim(request, new Date())
  if ('answer' in known) return { answer: known.answer, isReplayed: true }
  if ('refused' in known) throw REFUSALS[known.refused]()
  const answer = await workOrRelease(request, known.claim, answers, work)
  await answers.keep(request, known.claim, answer)
  return { answer, isReplayed: false }
}

/**
 * Releases the claim of a request that was refused, or may have been done. After a fault of ours the claim stays until
 * its execution has ended for sure: a repetition would meet the same fault.
 */
async function workOrRelease(
  request: NamedRequest,
  claim: Claim,
  answers: AnswerStore,
  work: (claim: Claim) => Promise<KeptAnswer>,
) {
  try {
    return await work(claim)
  } catch (error) {
    if (error instanceof OsdiError)
      await answers.release(request, claim, error.code === 'unknown_outcome' ? 'unknown' : 'refused')
    throw error
  }
}

const REFUSALS = {
  other: () => refusal('unprocessable', 'idempotency_key_reused', OTHER),
  'under way': () => refusal('conflict', 'request_under_way', UNDER_WAY, 1),
  'too large': () => refusal('conflict', 'answer_not_kept', NOT_KEPT),
}

const OTHER = 'This Idempotency-Key was sent before with another request; each request needs its own'
const UNDER_WAY = 'The request with this Idempotency-Key is still under way; try again in a moment'
const NOT_KEPT = 'The request with this Idempotency-Key was done; its answer was too large to be kept'

function refusal(
  code: 'unprocessable' | 'conflict',
  error_code: string,
  description: string,
  retry_after?: number,
) {
  const fault = { error_code, description, properties: ['Idempotency-Key'] }
  return new OsdiError(code, description, [fault], retry_after)
}

/** Long enough for a UUID, a hash or a sentence. */
const MAX_LENGTH = 255

/**
 * The name in a header: a string in quotes, as the IETF's draft writes it, or without them, as most clients do.
 * @throws OsdiError invalid when it is empty, too long or not plain text
 */
export function readIdempotencyKey(header: string): string {
  const name = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim()
  if (/^[\x20-\x7e]+$/.test(name) && name.length <= MAX_LENGTH) return name
  const description = `Idempotency-Key must be 1 to ${MAX_LENGTH} characters of plain text`
  throw invalid([{ error_code: 'malformed', description, properties: ['Idempotency-Key'] }])
}
