import type { Agent, IncomingMessage } from 'node:http'

/** What came back. */
export interface WireAnswer {
  status: number
  body: string
  /** The clock of whoever answered. */
  date?: string | undefined
}

/** The way to one host. */
export interface Transport {
  /** Sends a POST to the root. @throws Error when no whole answer came, by its `code` */
  post(headers: Record<string, string>, body: string): Promise<WireAnswer>
  /** Closes the connections. */
  close(): void
}

/** Connections stay open between requests: a new one costs several round trips, with TLS. */
const MAX_CONNECTIONS = 50

/**
 * @param url of the host, `https://dynamodb.us-east-1.amazonaws.com` or an engine on this machine
 * @param silence_ms after which a request is given up
 */
export function transportTo(url: string, silence_ms: number): Transport {
  const { protocol, hostname, port } = new URL(url)
  // Only the one that is needed is loaded, and never as a namespace: that would load undici (docs/decisions/0006).
  const http = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http')
  const agent: Agent = new http.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  return {
    post: (headers, body) =>
      new Promise((resolve, reject) => {
        const request = http.request(
          { agent, hostname: hostname.replace(/^\[|\]$/g, ''), port, method: 'POST', path: '/', headers },
          (answer) => resolve(collect(answer)),
        )
        request.setTimeout(silence_ms, () => request.destroy(timeout(silence_ms)))
        request.on('error', reject)
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

function collect(answer: IncomingMessage): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', reject)
    answer.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      resolve({ status: answer.statusCode ?? 0, body, date: answer.headers.date })
    })
  })
}

const timeout = (silence_ms: number) =>
  Object.assign(new Error(`No answer for ${silence_ms} ms`), { code: 'ETIMEDOUT' })
