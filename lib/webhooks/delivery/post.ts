import type { lookup } from 'node:dns'
import { NoAnswer, ask } from '../../outgoing/ask.js'

/** A request to a receiver. */
export interface Request {
  url: string
  headers: Record<string, string>
  body: string
}

/** The result at a receiver. Without an error, it has taken the messages. */
export interface Outcome {
  status_code?: number
  error?: string
}

export interface PostOptions {
  /** Whether addresses of one's own network are asked, and without TLS. */
  allowsPrivate: boolean
  /** Resolves a name; by default as the system does. */
  lookup?: typeof lookup
  limit_ms?: number
}

const LIMIT_MS = 10_000
const MOST = { bytes: 65_536, text: '64 KB' }

/** Sends messages to a receiver. @returns an outcome also where it cannot be reached */
export async function post({ url, headers, body }: Request, options: PostOptions): Promise<Outcome> {
  const sent = {
    'content-type': 'application/json',
    'user-agent': 'Turnout-Webhooks',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  try {
    const { status } = await ask(
      { url, method: 'POST', headers: sent, body },
      { limit_ms: LIMIT_MS, most: MOST, ...options },
    )
    if (status >= 200 && status < 300) return { status_code: status }
    return { status_code: status, error: `The receiver answered ${status}` }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { ...(error.status && { status_code: error.status }), error: error.message }
  }
}
