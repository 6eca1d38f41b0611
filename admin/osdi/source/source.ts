import { setTimeout as sleep } from 'node:timers/promises'

/** A HAL document of the service that data comes from. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Document = Record<string, any>

/** Returns the address behind a relation of a document. */
export const hrefOf = (document: Document | undefined, rel: string): string | undefined =>
  (document?.['_links'] as Record<string, { href?: string } | undefined> | undefined)?.[rel]?.href

/** The service does not answer a request as it is; another one may be answered. */
export class RefusedBySource extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** Only a service of this machine is reached without encryption: the key is sent with each request. */
export const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))

/** A service of the OSDI family, as a client with a key sees it. */
export interface Source {
  /**
   * Reads a document.
   * @param path below the base: `people?page=2`
   * @returns undefined for 404
   * @throws RefusedBySource, or Error when the service does not answer after several attempts
   */
  get: (path: string) => Promise<Document | undefined>
  /** Number of requests that were sent, with repetitions. */
  requests: () => number
}

/** Attempts of a request before the import gives up. Finished work stays, and the import can be started again. */
const ATTEMPTS = 10
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
const TIMEOUT_MS = 60_000

/** A page of hundred resources is far smaller. */
const MOST_BYTES = 50_000_000

/**
 * Opens a service. Requests are sent one after the other, so many a second at most, and wait where the service says
 * that they were too many.
 * @param base address of version 2, such as https://example.org/api/v2
 * @param own headers of each request: those with the key
 */
export function openSource(base: string, own: Record<string, string>, perSecond: number): Source {
  const root = base.replace(/\/+$/, '')
  let next = 0
  let requests = 0
  const send = async (path: string) => {
    const now = Date.now()
    const wait = Math.max(0, next - now)
    next = Math.max(now, next) + 1_000 / perSecond
    if (wait > 0) await sleep(wait)
    requests += 1
    return fetch(`${root}/${path}`.replace(/\/$/, ''), {
      headers: { ...own, accept: 'application/hal+json, application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // The key goes to no other host: an answer that redirects is a refusal.
      redirect: 'manual',
    })
  }
  return {
    requests: () => requests,
    async get(path) {
      for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt++, pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
        const answer = await send(path).catch((error: unknown) => error as Error)
        if (!(answer instanceof Error)) {
          if (answer.status === 404) return undefined
          const document = answer.ok ? await documentIn(answer, `${root} answered GET ${path}`) : undefined
          if (document) return document
          if (answer.status < 500 && answer.status !== 429 && !answer.ok)
            throw new RefusedBySource(
              `${root} refused GET ${path} with ${answer.status}: ${await sentenceIn(answer)}`,
              answer.status,
            )
        }
        if (attempt === ATTEMPTS) throw new Error(`${root} did not answer GET ${path}: ${whyNot(answer)}`)
        await sleep(answer instanceof Error ? pause : (retryAfter(answer) ?? pause))
      }
    },
  }
}

/**
 * Reads the document of an answer.
 * @returns undefined for what is no JSON, or ends early
 * @throws RefusedBySource for one of more than 50 MB
 */
async function documentIn(answer: Response, what: string): Promise<Document | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) break
      chunks.push(chunk)
    }
    if (bytes <= MOST_BYTES) return JSON.parse(Buffer.concat(chunks).toString()) as Document
  } catch {
    return undefined
  }
  throw new RefusedBySource(`${what} with more than 50 MB`, answer.status)
}

const whyNot = (answer: Response | Error) => (answer instanceof Error ? answer.message : `status ${answer.status}`)

/** @returns milliseconds; undefined where the answer does not say */
function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(LONGEST_PAUSE_MS, Math.max(250, seconds * 1_000)) : undefined
}

async function sentenceIn(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '')
  try {
    const { error } = JSON.parse(text) as Document
    return typeof error === 'string' ? error : answer.statusText || 'no reason'
  } catch {
    return answer.statusText
  }
}
