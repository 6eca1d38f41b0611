import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The result of a period of load. */
export interface Load {
  /** Answers of 200 a second. */
  rate: number
  /** Milliseconds within which 99 of 100 answers came. */
  p99: number
  /** Number of answers by each status other than 200. */
  refusals: Record<string, number>
  /** Answers of 200. */
  done: number
}

/** A request, made anew for each time that it is sent. */
export type Request = () => { url: string; headers: Record<string, string>; body?: object }

/** When a period of load ends: after some seconds, or after some requests. */
export type Until = { seconds: number } | { requests: number }

/** Sends requests over so many connections, each of which sends its next one when the last is answered. */
export async function load(next: Request, connections: number, until: Until): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const start = performance.now()
  const times: number[] = []
  const refusals: Record<string, number> = {}
  let sent = 0
  const goesOn = () => ('seconds' in until ? performance.now() - start < until.seconds * 1000 : sent < until.requests)
  const connection = async () => {
    while (goesOn()) {
      sent++
      const before = performance.now()
      const { status } = await send(next(), agent)
      if (status === '200') times.push(performance.now() - before)
      else refusals[status] = (refusals[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? NaN
  return { rate: times.length / seconds, p99, refusals, done: times.length }
}

/** Sends one request. A connection that breaks has the status of its error's code. */
export async function send({ url, headers, body }: ReturnType<Request>, agent?: Agent) {
  const content = body && JSON.stringify(body)
  return new Promise<{ status: string; document: unknown }>((resolve) => {
    const sending = request(
      url,
      {
        ...(agent && { agent }),
        method: content === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(content !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      },
      (response) =>
        void text(response).then(
          (answer) => resolve({ status: String(response.statusCode), document: parse(answer) }),
          (error: unknown) => resolve({ status: String(error), document: undefined }),
        ),
    )
    sending.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: error.code ?? error.message, document: undefined }),
    )
    sending.end(content)
  })
}

function parse(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}
