import Negotiator from 'negotiator'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer } from '../answer.js'

/** Compressing fewer bytes costs more than it saves. */
const LEAST = 8_000

/**
 * Compresses a long answer if the client accepts it, because an HTTP API does not compress. Not for refusals,
 * which may echo the request.
 * @param isOneOfFew whether a process keeps the compressed text
 */
export async function compressed(
  answer: Answer,
  headers: Record<string, string | undefined>,
  isOneOfFew = true,
): Promise<Answer> {
  if (answer.statusCode !== 200 || answer.isBase64Encoded || answer.body.length < LEAST) return answer
  const vary = [answer.headers['vary'], 'accept-encoding'].filter(Boolean).join(', ')
  const varied = { ...answer, headers: { ...answer.headers, vary } }
  const accept = { 'accept-encoding': headers['accept-encoding'] ?? '' }
  if (new Negotiator({ headers: accept }).encoding(['gzip']) !== 'gzip') return varied
  const known = texts.get(answer.body) ?? promisify(gzip)(answer.body)
  if (isOneOfFew) texts.set(answer.body, known)
  return {
    ...varied,
    headers: { ...varied.headers, 'content-encoding': 'gzip' },
    body: (await known).toString('base64'),
    isBase64Encoded: true,
  }
}

const texts = new Map<string, Promise<Buffer>>()
