import { Agent, type IncomingHttpHeaders, type Server, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Fault,
  type FaultRates,
  type WireAnswer,
  conflictAnswer,
  faultPlan,
  serverError,
  throttledAnswer,
} from './faults.js'
import { partialBatch } from './partial-batch.js'
import type { Random } from '../calls/random.js'

/** A DynamoDB that is as bad as the network and DynamoDB can be. */
export interface FaultProxy {
  endpoint: string
  /** Number of requests, and of those that met each fault. */
  requests: () => number
  faults: Map<Fault, number>
  /** From now on, nothing happens to any request. Resolves when what was to come late has come. */
  calm: () => Promise<void>
  /** From now on, faults happen. */
  storm: () => void
  /**
   * Whether what comes after a request is held back, by throttling the table's stream and the processes that sweep: so
   * members of lists wait until all processes begin to count them at the same time.
   */
  holdBack: (isHeld: boolean) => void
  close: () => void
}

/** The longest delay, and the longest time that a request may come late, in milliseconds. */
const DELAY_MS = 600
const LATE_MS = 1_200

/** The access key of processes that only sweep. */
export const SWEEPER_KEY = 'sweeper'

/** Tables are made and described without faults: on AWS this is a deployment, and no part of a request. */
const ABOUT_TABLES = /(Table|Tables|TimeToLive|Stream|Streams)$/

/**
 * Starts a proxy in front of a DynamoDB that forwards everything, until `storm` is called.
 * @param engine address of the DynamoDB
 */
export async function startFaultProxy(
  engine: string,
  { random, rates, gusts }: { random: Random; rates: FaultRates; gusts: number },
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true })
  const faults = new Map<Fault, number>()
  const late = new Set<Promise<unknown>>()
  const next = faultPlan(random, rates, gusts)
  let isStormy = false
  let isHeld = false
  let requests = 0

  const forward = (headers: IncomingHttpHeaders, body: Buffer) => send(engine, agent, headers, body)

  /** @returns the answer; undefined where the connection breaks instead */
  const answer = async (
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<(WireAnswer & { headers?: IncomingHttpHeaders }) | undefined> => {
    const target = String(headers['x-amz-target'])
    const action = target.split('.').at(-1) as string
    requests += 1
    if (isHeld && (action === 'GetRecords' || headers.authorization?.includes(`Credential=${SWEEPER_KEY}/`)))
      return throttledAnswer('', body, random)
    const fault = isStormy && !ABOUT_TABLES.test(action) ? next(action) : undefined
    if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1)
    switch (fault) {
      case undefined:
        return forward(headers, body)
      case 'throttled':
        return throttledAnswer(action, body, random)
      case 'conflict':
        return conflictAnswer(action, body, random)
      case 'unprocessed': {
        const { forwarded, complete } = partialBatch(action, body, random)
        const answered = forwarded && (await forward(headers, forwarded))
        if (answered && answered.status !== 200) return answered
        return { status: 200, body: complete(answered?.body) }
      }
      case 'error':
        return serverError()
      case 'reset':
        return undefined
      case 'error after':
        await forward(headers, body)
        return serverError()
      case 'lost':
        await forward(headers, body)
        return undefined
      case 'late': {
        const arriving = pause(random.between(20, LATE_MS)).then(() => forward(headers, body))
        late.add(arriving)
        void arriving.catch(() => undefined).finally(() => late.delete(arriving))
        return undefined
      }
      case 'delayed': {
        const [before, after] = random.chance(0.5) ? [1, 0] : [0, 1]
        const delay = random.between(20, DELAY_MS)
        await pause(before * delay)
        const answered = await forward(headers, body)
        await pause(after * delay)
        return answered
      }
    }
  }

  const server = createServer((request, response) => {
    void buffer(request)
      .then((body) => answer(request.headers, body))
      .then(
        (answered) => {
          if (!answered) return void response.socket?.resetAndDestroy()
          const type = answered.headers?.['content-type'] ?? 'application/x-amz-json-1.0'
          response.writeHead(answered.status, { 'content-type': type }).end(answered.body)
        },
        // A process that was killed in the middle of a request, or an engine that has ended.
        () => response.socket?.destroy(),
      )
  })
  const endpoint = await listening(server)
  return {
    endpoint,
    requests: () => requests,
    faults,
    storm: () => void (isStormy = true),
    holdBack: (held) => void (isHeld = held),
    calm: async () => {
      isStormy = isHeld = false
      await Promise.allSettled(late)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const PASSED_ON = ['content-type', 'x-amz-target', 'x-amz-date', 'authorization'] as const

/** Sends a request on, and resolves when the whole answer is there. */
function send(engine: string, agent: Agent, headers: IncomingHttpHeaders, body: Buffer) {
  return new Promise<WireAnswer & { headers: IncomingHttpHeaders }>((resolve, reject) => {
    const passed = Object.fromEntries(PASSED_ON.map((name) => [name, headers[name] ?? '']))
    const forwarded = httpRequest(engine, {
      method: 'POST',
      agent,
      headers: { ...passed, 'content-length': body.length },
    })
    forwarded.on('error', reject)
    forwarded.on('response', (response) => {
      buffer(response).then(
        (content) => resolve({ status: response.statusCode as number, headers: response.headers, body: content }),
        reject,
      )
    })
    forwarded.end(body)
  })
}
