import Negotiator from 'negotiator'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer } from './answer.js'

/** Below this, compressing saves less than it costs. */
const LEAST = 8_000

/**
 * What is published and long, compressed where the client takes that: an HTTP API compresses nothing. Each text is
 * compressed once in a process, so this is for texts of which there are few; a refusal may repeat whatever was asked.
 */
export async function compressed(
  answer: Answer,
  headers: Record<string, string | undefined>,
): Promise<Answer> {
  if (answer.statusCode !== 200 || answer.body.length < LEAST) return answer
  const vary = [answer.headers['vary'], 'accept-encoding'].filter(Boolean).join(', ')
  const varied = { ...answer, headers: { ...answer.headers, vary } }
  const accept = { 'accept-encoding': headers['accept-encoding'] ?? '' }
  if (new Negotiator({ headers: accept }).encoding(['gzip']) !== 'gzip') return varied
  const known = texts.get(answer.body) ?? promisify(gzip)(answer.body)
  texts.set(answer.body, known)
  return {
    ...varied,
    headers: { ...varied.headers, 'content-encoding': 'gzip' },
    body: (await known).toString('base64'),
    isBase64Encoded: true,
  }
}

const texts = new Map<string, Promise<Buffer>>()
