import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { demo } from '../../../local/demo.js'
import type { StormProcess } from '../processes.js'
import type { Random } from './random.js'

/** The request of a program or a page. */
export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  /** With the query: `/api/v2/events?page=2`. */
  path: string
  /** A document, or a form as it is sent. */
  body?: object | string
  headers?: Record<string, string>
  /** The address of this machine that a browser sends it from, without a key: `127.0.1.17`. */
  browserAt?: string
}

/** The answer, or the reason why there is none. */
export interface Answer {
  server: string
  ms: number
  /** 0 when the connection broke, or nothing came in time. */
  status: number
  headers: Record<string, string | undefined>
  /** The document; a text where it is none. */
  body: any
}

export interface Client {
  /** Sends a request to any of the servers, once. Never rejects. */
  send: (request: Request) => Promise<Answer>
  close: () => void
}

/** Longer than a server takes, which gives up after ten seconds. */
const PATIENCE_MS = 20_000

/** Makes a client that sends each request to a server that is up, at random, as a load balancer does. */
export function createClient(servers: StormProcess[], random: Random): Client {
  const agent = new Agent({ keepAlive: true })
  return {
    send: async (request) => {
      const up = servers.filter((each) => each.isUp())
      const server = random.pick(up.length > 0 ? up : servers)
      const begin = Date.now()
      const answer = await exchange(agent, server.url(), request).catch((error: unknown) => ({
        status: 0,
        headers: {},
        body: (error as Error).message,
      }))
      return { ...answer, server: server.name, ms: Date.now() - begin }
    },
    close: () => agent.destroy(),
  }
}

function exchange(agent: Agent, url: string, { method, path, body, headers, browserAt }: Request) {
  return new Promise<Pick<Answer, 'status' | 'headers' | 'body'>>((resolve, reject) => {
    const sent = httpRequest(`${url}${path}`, {
      method,
      agent,
      timeout: PATIENCE_MS,
      headers: {
        ...(browserAt ? { origin: 'https://page.example' } : { 'OSDI-API-Token': demo.group.key }),
        ...(body && {
          'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
        ...headers,
      },
      ...(browserAt && { localAddress: browserAt }),
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer for ${PATIENCE_MS} ms`)))
    sent.on('error', reject)
    sent.on('response', (response) => {
      text(response).then((content) => {
        const status = response.statusCode as number
        resolve({ status, headers: response.headers as Record<string, string>, body: parsed(content) })
      }, reject)
    })
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown
  } catch {
    return content
  }
}

/** The `error_code` of a refusal; undefined where the answer is none. */
export const errorCodeOf = ({ body }: Answer): string | undefined =>
  body?.['osdi:error']?.resource_status?.[0]?.error_descriptions?.[0]?.error_code as string | undefined
