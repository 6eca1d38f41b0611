import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Client, dynamodbClient } from '../../../lib/table/client/client.js'
import { nothingConsumed } from '../../../lib/runtime/consumed-capacity.js'

/** The host's treatment of one request. */
export type Play = (answer: ServerResponse) => void

export interface Received {
  headers: IncomingHttpHeaders
  body: any
  /** The number of the connection over which it came. */
  connection: number
}

/** A host that plays whatever DynamoDB and the network may do. */
export interface ScriptedDynamoDB {
  endpoint: string
  /** Treatments of the next requests; afterwards it answers `{}`. */
  script: Play[]
  received: Received[]
  close: () => void
}

export const says =
  (status: number, body: object, headers: Record<string, string> = {}): Play =>
  (answer) =>
    answer.writeHead(status, headers).end(JSON.stringify(body))

/** An error under the name that DynamoDB gives it. */
export const fails = (name: string, status = 400, more: object = {}) =>
  says(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `It is ${name}`, ...more })

export const breaks: Play = (answer) => answer.socket?.destroy()
export const breaksOff: Play = (answer) => answer.writeHead(200, { 'content-length': 9 }).write('{')
export const hangs: Play = () => undefined
export const fine = says(200, {})

const account = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' },
}

/** @param answer_ms how long the host may take to answer */
export const clientTo = (endpoint: string, answer_ms = 10_000, consumedCapacity = nothingConsumed()): Client =>
  dynamodbClient({ endpoint, account, consumedCapacity, answer_ms })

export async function startScriptedDynamoDB(): Promise<ScriptedDynamoDB> {
  let connections = 0
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      const { id } = request.socket as unknown as { id: number }
      host.received.push({ headers: request.headers, body: JSON.parse(body), connection: id })
      ;(host.script.shift() ?? fine)(answer)
    })
  }).on('connection', (socket) => Object.assign(socket, { id: ++connections }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host: ScriptedDynamoDB = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: [],
    received: [],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return host
}
