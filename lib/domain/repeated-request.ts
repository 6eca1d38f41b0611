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

/** Where named requests and their answers are kept for a day. */
export interface AnswerStore {
  /** @returns what the request is: new, or known with its answer, or with another content, or under way */
  claim(request: NamedRequest, now: Date): Promise<'new' | 'other' | 'under way' | 'too large' | KeptAnswer>
  /** Keeps the answer of a request that was new. Never fails: the caller should hear what was done. */
  keep(request: NamedRequest, answer: KeptAnswer): Promise<void>
  /** Lets go of a request that was new and was refused, so that it may be made again. Never fails, likewise. */
  release(request: NamedRequest): Promise<void>
}

/**
 * Does the work of a named request once, and answers its repetitions as the first time. Refusals are not kept: a
 * request that was refused may be mended and made again under the same name.
 * @throws OsdiError conflict while the first one is under way, and where its answer was too large to keep;
 *   unprocessable when a request of the same name said something else; whatever the work throws
 */
export async function onceOnly(
  request: NamedRequest,
  answers: AnswerStore,
  work: () => Promise<KeptAnswer>,
): Promise<{ answer: KeptAnswer; isReplayed: boolean }> {
  const known = await answers.claim(request, new Date())
  if (known === 'other') throw refusal('unprocessable', 'idempotency_key_reused', OTHER)
  if (known === 'under way') throw refusal('conflict', 'request_under_way', UNDER_WAY, 1)
  if (known === 'too large') throw refusal('conflict', 'answer_not_kept', NOT_KEPT)
  if (known !== 'new') return { answer: known, isReplayed: true }
  const answer = await workOrRelease(request, answers, work)
  await answers.keep(request, answer)
  return { answer, isReplayed: false }
}

/**
 * Lets go of a request that was refused. After a fault of ours nobody knows how far the work came: then the request
 * stays, like that of a process which has died.
 */
async function workOrRelease(request: NamedRequest, answers: AnswerStore, work: () => Promise<KeptAnswer>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OsdiError) await answers.release(request)
    throw error
  }
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
