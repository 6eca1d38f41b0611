import { createHash } from 'node:crypto'
import type { Webhook } from '../webhook.js'
import { actionNetworkObject } from './action-network.js'
import { type Message, messageDocument } from '../webhook-message.js'

/** Returns the body of a request with some messages. */
export function bodyOf({ format, batch_size }: Webhook, messages: Message[], now: Date): string {
  const [only] = messages as [Message, ...Message[]]
  if (format === 'action_network' && messages.every(({ type }) => type !== 'webhook.test'))
    return JSON.stringify(messages.map(actionNetworkObject))
  if (batch_size > 1)
    return JSON.stringify({
      type: 'batch',
      timestamp: now.toISOString(),
      data: messages.map(messageDocument),
    })
  const { type, timestamp, data } = only
  return JSON.stringify({ type, timestamp, data })
}

/** The `webhook-id` of a request: that of its message, or one that follows from its messages. */
function requestId({ batch_size }: Webhook, ids: string[]): string {
  const [only = ''] = ids
  if (batch_size === 1) return only
  return `batch_${createHash('sha256').update(ids.join()).digest('hex').slice(0, 32)}`
}

/**
 * Divides messages into requests. A test message goes alone in the format `action_network`, which does not know it.
 */
export function requestsOf(webhook: Webhook, messages: Message[]): { request: string; messages: Message[] }[] {
  const groups: Message[][] = []
  for (const message of messages) {
    const group = groups.at(-1)
    const fits =
      group &&
      group.length < webhook.batch_size &&
      !(webhook.format === 'action_network' && [message, group[0]].some((each) => each?.type === 'webhook.test'))
    if (fits) group.push(message)
    else groups.push([message])
  }
  return groups.map((messages) => ({
    request: requestId(
      webhook,
      messages.map(({ id }) => id),
    ),
    messages,
  }))
}
