import type { Owner } from '../runtime/owner.js'
import { type Webhook, requireEnabled } from './webhook.js'
import type { Delivery, Message, NewMessage } from './webhook-message.js'

/** Dependencies of sending messages again. */
export interface RedeliveryDependencies {
  webhooks: { find(owner: Owner, id: string): Promise<Webhook> }
  messages: {
    append(webhook: Webhook, messages: NewMessage[], wakes: boolean): Promise<void>
    after(webhook: string, ordinal: number, most: number): Promise<Message[]>
    before(webhook: string, time: Date): Promise<number>
  }
  deliveries: {
    find(webhook: string, id: string): Promise<Delivery>
    ask(webhook: string, owner: Owner, requests: { request: string; ordinals: number[] }[]): Promise<void>
  }
  /** Divides messages into requests. */
  requestsOf: (webhook: Webhook, messages: Message[]) => { request: string; messages: Message[] }[]
  now: () => Date
  newId: () => string
}

/** Sends a message of type `webhook.test`. @returns 1 @throws OsdiError not_found; conflict for a disabled webhook */
export async function sendTest(
  owner: Owner,
  id: string,
  { webhooks, messages, now, newId }: RedeliveryDependencies,
): Promise<number> {
  const webhook = await webhooks.find(owner, id)
  requireEnabled(webhook)
  const [timestamp, change] = [now().toISOString(), newId()]
  const data = { description: webhook.description ?? 'A test message' }
  const message: NewMessage = { type: 'webhook.test', timestamp, data, subject: `test#${id}`, change }
  await messages.append(webhook, [message], webhook.url !== undefined)
  return 1
}

/** Sends the messages of an attempt again. @returns how many @throws OsdiError not_found; conflict */
export async function redeliverDelivery(
  owner: Owner,
  id: string,
  delivery: string,
  { webhooks, deliveries }: RedeliveryDependencies,
): Promise<number> {
  const webhook = await webhooks.find(owner, id)
  requireEnabled(webhook)
  const { message: request, ordinals } = await deliveries.find(id, delivery)
  await deliveries.ask(id, owner, [{ request, ordinals }])
  return ordinals.length
}

/** Messages that are read at once. */
const AT_ONCE = 500

/** Sends all messages since a time again. @returns how many @throws OsdiError not_found; conflict */
export async function redeliverSince(
  owner: Owner,
  id: string,
  since: string,
  { webhooks, messages, deliveries, requestsOf }: RedeliveryDependencies,
): Promise<number> {
  const webhook = await webhooks.find(owner, id)
  requireEnabled(webhook)
  let ordinal = await messages.before(id, new Date(since))
  let count = 0
  for (;;) {
    const found = await messages.after(id, ordinal, AT_ONCE)
    if (found.length === 0) return count
    ordinal = (found.at(-1) as Message).ordinal
    const wanted = found.filter(({ collected_date }) => collected_date >= new Date(since).toISOString())
    const requests = requestsOf(webhook, wanted).map(({ request, messages }) => ({
      request,
      ordinals: messages.map((message) => message.ordinal),
    }))
    if (requests.length > 0) await deliveries.ask(id, owner, requests)
    count += wanted.length
  }
}
