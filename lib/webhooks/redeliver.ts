import { randomUUID } from 'node:crypto'
import type { Owner } from '../runtime/owner.js'
import type { App } from '../table/app.js'
import { requestsOf } from './delivery/body.js'
import { findDelivery } from './store/delivery-log.js'
import { askForDeliveries } from './store/delivery-store.js'
import { appendMessages, lastMessageBefore, messagesAfter } from './store/message-log.js'
import { findWebhook } from './store/webhook-store.js'
import { requireEnabled } from './webhook.js'
import type { Message, NewMessage } from './webhook-message.js'

/** Sends a message of type `webhook.test`. @returns 1 @throws OsdiError not_found; conflict for a disabled webhook */
export async function sendTest({ table, now }: App, owner: Owner, id: string): Promise<number> {
  const webhook = await findWebhook(table, owner, id)
  requireEnabled(webhook)
  const [timestamp, change] = [now().toISOString(), randomUUID()]
  const data = { description: webhook.description ?? 'A test message' }
  const message: NewMessage = { type: 'webhook.test', timestamp, data, subject: `test#${id}`, change }
  await appendMessages(table, webhook, [message], webhook.url !== undefined)
  return 1
}

/** Sends the messages of an attempt again. @returns how many @throws OsdiError not_found; conflict */
export async function redeliverDelivery(
  { table }: Pick<App, 'table'>,
  owner: Owner,
  id: string,
  delivery: string,
): Promise<number> {
  const webhook = await findWebhook(table, owner, id)
  requireEnabled(webhook)
  const { message: request, ordinals } = await findDelivery(table, id, delivery)
  await askForDeliveries(table, id, owner, [{ request, ordinals }])
  return ordinals.length
}

/** Messages that are read at once. */
const AT_ONCE = 500

/** Sends all messages since a time again. @returns how many @throws OsdiError not_found; conflict */
export async function redeliverSince(
  { table }: Pick<App, 'table'>,
  owner: Owner,
  id: string,
  since: string,
): Promise<number> {
  const webhook = await findWebhook(table, owner, id)
  requireEnabled(webhook)
  let ordinal = await lastMessageBefore(table, id, new Date(since))
  let count = 0
  for (;;) {
    const found = await messagesAfter(table, id, ordinal, AT_ONCE)
    if (found.length === 0) return count
    ordinal = (found.at(-1) as Message).ordinal
    const wanted = found.filter(({ collected_date }) => collected_date >= new Date(since).toISOString())
    const requests = requestsOf(webhook, wanted).map(({ request, messages }) => ({
      request,
      ordinals: messages.map((message) => message.ordinal),
    }))
    if (requests.length > 0) await askForDeliveries(table, id, owner, requests)
    count += wanted.length
  }
}
