import { afterAll, beforeAll, expect, vi } from 'vitest'
import { startConsumers } from '../../../local/stream/consumers.js'
import { type QueueServer, openQueueServer } from '../../../local/stream/queues.js'
import type { StreamPoller } from '../../../local/stream/stream-poller.js'
import { type Sending, address, get, idOf, load, post, useEnvironment } from '../service.js'
import { startStream } from '../engine/tables.js'

/*
 * Webhooks of this file's service, with everything behind them: the stream, the queues and the functions that consume
 * them.
 */

let queueServer: QueueServer
let consumers: StreamPoller

beforeAll(async () => {
  queueServer = await openQueueServer()
  useEnvironment({
    QUEUES_URL: queueServer.url,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    WEBHOOK_SCHEDULE: '0.05,0.05',
  })
  consumers = startConsumers(await startStream(address), { load }, { queueServer, schedules: [] })
})

afterAll(async () => {
  await consumers.stop()
  await queueServer.close()
})

/** Resolves when a check passes. The stream is read at once, as after each request to the local server. */
export const eventually = (check: () => unknown) =>
  vi.waitFor(
    async () => {
      consumers.nudge()
      await check()
    },
    { timeout: 60_000, interval: 20 },
  )

/** Creates a webhook. @returns it, with the path of its address */
export async function givenWebhook(fields: object = {}, sending?: Sending) {
  const reply = await post('/api/v2/webhooks', { types: ['*'], ...fields }, sending)
  expect(reply.status, reply.text).toBe(200)
  return { ...reply.body, path: `/api/v2/webhooks/${idOf(reply)}` }
}

/** The first page of the messages of a webhook. */
export const messagesOf = async (path: string, query = '') => (await get(`${path}/messages${query}`)).body

/** All messages of a webhook, oldest first. */
export async function pulled(path: string): Promise<any[]> {
  const messages: any[] = []
  for (let [after, hasMore] = ['', true]; hasMore;) {
    const page = await messagesOf(path, `?limit=100${after && `&after=${after}`}`)
    messages.push(...page.messages)
    ;[after, hasMore] = [page.next, page.has_more]
  }
  return messages
}
