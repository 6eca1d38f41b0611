import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders
  text: string
  body: any
  at: number
}

/** A receiver of webhooks: a real server, which answers as a test says. */
export interface Receiver {
  url: string
  received: Received[]
  /** Answers requests from now on; by default with 204. */
  answer: (response: ServerResponse, request: IncomingMessage) => void
  close: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    receiver.received.push({ headers: request.headers, text, body: JSON.parse(text), at: Date.now() })
    receiver.answer(response, request)
  }
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
