import { NoAnswer, type AskOptions, ask } from '../../outgoing/ask.js'

/** Documents of providers, their keys and their answers are a few kilobytes. */
const MOST = { bytes: 200_000, text: '200 KB' }

/** A person waits. Three requests in a row stay within the time that a function has. */
const LIMIT_MS = 3_000

/** Statuses of answers that have no body. */
const WITHOUT_BODY = [204, 205, 304]

interface Sent {
  method: string
  headers: Record<string, string>
  body?: URLSearchParams | string | null | undefined
}

/**
 * Makes the function by which a library asks providers: as `ask` does, with no private address, no redirection and no
 * answer without end.
 */
export const guardedFetch =
  (options: Pick<AskOptions, 'allowsPrivate' | 'lookup'>) =>
  async (url: string, { method, headers, body }: Sent): Promise<Response> => {
    const sent = body === undefined || body === null ? {} : { body: String(body) }
    const asked = { url, method: method === 'POST' ? 'POST' : 'GET', headers, ...sent } as const
    const answer = await ask(asked, { ...options, limit_ms: LIMIT_MS, most: MOST })
    const { status, type } = answer
    if (status >= 500 || status < 200) throw new NoAnswer(`The provider answered ${status}`, status)
    const content = WITHOUT_BODY.includes(status) ? null : new Uint8Array(answer.body)
    return new Response(content, { status, headers: { ...(type && { 'content-type': type }) } })
  }
