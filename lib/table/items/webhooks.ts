import { type Key, type Kind, exempt, padded } from './kind.js'

const LOCAL = exempt('Deliveries go on where they were made: the other installation has webhooks of its own.')

/** Number of messages or deliveries in a partition of a webhook. */
export const WEBHOOK_BLOCK = 50

/** Webhooks, the messages that wait for their receivers, and what became of them. */
export const webhooks = {
  webhook: {
    title: 'webhook',
    key: (owner: string, id: string): Key => ({ pk: `webhooks#${owner}`, sk: `webhook#${id}` }),
    parts: ['owner', 'id'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: false,
  },
  webhookCount: {
    title: 'how many webhooks an owner has',
    key: (owner: string): Key => ({ pk: `webhooks#${owner}`, sk: 'count' }),
    parts: ['owner'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: false,
  },
  webhookLog: {
    title: 'messages of a webhook',
    key: (webhook: string): Key => ({ pk: `webhook_log#${webhook}`, sk: 'log' }),
    parts: ['webhook'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: false,
  },
  webhookState: {
    title: 'state of a webhook',
    key: (webhook: string): Key => ({ pk: `webhook_state#${webhook}`, sk: 'state' }),
    parts: ['webhook'],
    indexes: ['pending'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: false,
  },
  webhookMessage: {
    title: 'message of a webhook',
    key: (webhook: string, ordinal: number): Key => ({
      pk: `webhook_messages#${webhook}#${blockOf(ordinal)}`,
      sk: padded(ordinal, 12),
    }),
    parts: ['webhook', 'ordinal'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: true,
  },
  /** It makes a message unique, and is found by the person whom the message is about. */
  announced: {
    title: 'message about a resource',
    key: (subject: string, message: string): Key => ({
      pk: `announced#${subject}`,
      sk: `message#${message}`,
    }),
    parts: ['subject', 'webhook and change'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: true,
  },
  webhookRetry: {
    title: 'due request of a webhook',
    key: (webhook: string, due: string): Key => ({ pk: `webhook_retries#${webhook}`, sk: `due#${due}` }),
    parts: ['webhook', 'date and id'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: true,
  },
  webhookDelivery: {
    title: 'delivery of a webhook',
    key: (webhook: string, ordinal: number): Key => ({
      pk: `webhook_deliveries#${webhook}#${blockOf(ordinal)}`,
      sk: padded(ordinal, 12),
    }),
    parts: ['webhook', 'ordinal'],
    transfer: LOCAL,
    audit: LOCAL,
    expires: true,
  },
} satisfies Record<string, Kind>

const blockOf = (ordinal: number) =>
  typeof ordinal === 'number' ? Math.floor((ordinal - 1) / WEBHOOK_BLOCK) : '<block>'
