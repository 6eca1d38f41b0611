import type { MessageType } from './webhook.js'

/** A message of a webhook, as it is kept. */
export interface Message {
  /** `webhook-id`; the same in every attempt. */
  id: string
  /** Its number among the messages of its webhook. */
  ordinal: number
  type: MessageType | 'webhook.test'
  /** When the resource became what the message shows: of two messages about it, the later one shows its later state. */
  timestamp: string
  /** The document of the resource, as GET answered. */
  data: object
  /** When the message was made. */
  collected_date: string
}

/** A message before it has its number. */
export interface NewMessage extends Pick<Message, 'type' | 'timestamp' | 'data'> {
  /** The person, or another resource, that it is about. */
  subject: string
  /** The change that it tells of: one message of a webhook for each. */
  change: string
}

/** A message as receivers get it: pulled, or in a batch. */
export const messageDocument = ({ id, type, timestamp, data }: Message) => ({ id, type, timestamp, data })

/** One attempt to send a request. */
export interface Delivery {
  id: string
  /** The `webhook-id` of the request. */
  message: string
  type: string
  attempt: number
  date: string
  duration_ms: number
  status_code?: number
  error?: string
  /** The messages in the request. */
  ordinals: number[]
}

/** A request that has to be sent again. */
export interface Retry {
  /** The `webhook-id` of the request. */
  request: string
  ordinals: number[]
  /** The number of the next attempt; the first one is 1. */
  attempt: number
  /** When its first attempt was made. */
  first_date: string
  due: string
}

/** The state of a webhook's deliveries. */
export interface DeliveryState {
  /** The ordinal of the last message that was tried. */
  sent: number
  /** Number of attempts so far. */
  attempts: number
  /** The ordinal of the first attempt of each day. */
  days: Record<string, number>
  last_delivery_date?: string
  last_error?: string
  is_failing?: boolean
  /** The process that delivers, and until when no other may. */
  holder?: string
  held_until?: number
}

/** The result of one round of deliveries. */
export interface Round {
  sent: number
  deliveries: Delivery[]
  done: Retry[]
  retries: Retry[]
  last_delivery_date?: string | undefined
  last_error?: string | undefined
}

const SECOND_MS = 1_000

/** The pauses after attempts that failed, in seconds: some three days. */
export const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** When a request is sent again after an attempt that failed; undefined after the last one. */
export function nextAttempt(pauses: number[], attempt: number, now: Date, random = Math.random()): Date | undefined {
  const pause = pauses[attempt - 1]
  if (pause === undefined) return undefined
  return new Date(now.getTime() + pause * SECOND_MS * (0.8 + 0.4 * random))
}
