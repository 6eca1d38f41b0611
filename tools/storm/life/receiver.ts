import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../calls/client.js'

/** A receiver of webhooks. */
export interface Receiver {
  url: string
  /** Ids of the messages that have come. */
  ids: () => Set<string>
  close: () => void
}

export async function startReceiver(): Promise<Receiver> {
  const ids = new Set<string>()
  const server = createServer((request, answer) => {
    ids.add(String(request.headers['webhook-id']))
    request.resume().on('end', () => answer.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, ids: () => ids, close: () => server.close() }
}

const WITHIN_MS = 90_000

/** Finds messages in the log of a webhook that did not come. */
export async function undelivered(client: Client, webhook: any, receiver: Receiver): Promise<string[]> {
  const self = new URL(webhook._links.self.href as string).pathname
  const deadline = Date.now() + WITHIN_MS
  for (;;) {
    const logged: string[] = []
    for (let after = '', hasMore = true; hasMore;) {
      const { body } = await client.send({ method: 'GET', path: `${self}/messages?limit=100${after}` })
      logged.push(...((body?.messages ?? []) as { id: string }[]).map(({ id }) => id))
      hasMore = body?.has_more === true
      after = `&after=${String(body?.next)}`
    }
    const missing = logged.filter((id) => !receiver.ids().has(id))
    if ((logged.length > 0 && missing.length === 0) || Date.now() > deadline) {
      const attempts = missing.length > 0 ? await lastAttempts(client, self) : ''
      return [
        ...(logged.length === 0 ? ['The log of the webhook has no messages.'] : []),
        ...missing.slice(0, 20).map((id) => `The message ${id} did not reach its receiver.${attempts}`),
      ]
    }
    await pause(1_000)
  }
}

/** Tells a message that is late from one that is lost: the last attempts to send anything, and how they ended. */
async function lastAttempts(client: Client, webhook: string): Promise<string> {
  const { body } = await client.send({ method: 'GET', path: `${webhook}/deliveries?per_page=3` })
  return ` Last attempts: ${JSON.stringify(body?._embedded)}`
}
