import { setTimeout as pause } from 'node:timers/promises'
import type { Webhook } from '../webhook.js'
import {
  type Delivery,
  type DeliveryState,
  type Message,
  type Retry,
  type Round,
  nextAttempt,
} from '../webhook-message.js'
import type { App } from '../../table/app.js'
import { dueRetries } from '../store/delivery-store.js'
import { messagesAfter, messagesAt } from '../store/message-log.js'
import { secretsOf } from '../store/secrets.js'
import { bodyOf, requestsOf } from './body.js'
import type { Outcome, Request } from './post.js'
import { signedHeaders } from './secret.js'

/* A round of deliveries: what is sent, how, and what it has come to. */

/** The context of delivering: the table, and a function that sends a request. */
export interface Delivering extends Pick<App, 'table'> {
  post: (request: Request) => Promise<Outcome>
  /** The pauses after attempts that failed, in seconds. */
  pauses: number[]
}

/** The most requests of a round: what they come to is one transaction. */
const MOST_REQUESTS = 25
const MOST_MESSAGES = 1_000

/** A request that is to be sent now. */
interface Outgoing {
  request: string
  messages: Message[]
  attempt: number
  first_date: string
  /** The retry that asked for it, if it is not the first attempt. */
  retry?: Retry
}

/** The requests of a round: those that are due again, and the next new messages. */
export async function requestsNow(
  table: App['table'],
  webhook: Webhook,
  { sent }: DeliveryState,
): Promise<{ requests: Outgoing[]; next?: Date }> {
  const size = Math.min(MOST_REQUESTS, Math.max(1, 2 * webhook.max_per_second))
  const dues = await dueRetries(table, webhook.id, size)
  const now = new Date()
  const ready = dues.filter(({ due }) => due <= now.toISOString())
  const again = await Promise.all(
    ready.map(async (retry) => ({
      ...retry,
      retry,
      messages: await messagesAt(table, webhook.id, retry.ordinals),
    })),
  )
  const room = size - ready.length
  const most = Math.min(MOST_MESSAGES, room * webhook.batch_size)
  const fresh = room > 0 ? requestsOf(webhook, await messagesAfter(table, webhook.id, sent, most)) : []
  const first_date = now.toISOString()
  const requests = [...again, ...fresh.slice(0, room).map((each) => ({ ...each, attempt: 1, first_date }))]
  const [next] = dues
  return { requests, ...(next && { next: new Date(next.due) }) }
}

type Attempted = Outgoing & { delivery: Delivery }

/** Sends the requests of a round, at the pace of the webhook. */
export async function attemptAll(
  { table, post }: Delivering,
  webhook: Webhook,
  requests: Outgoing[],
  pace: ReturnType<typeof pacer>,
): Promise<Attempted[]> {
  const secrets = await secretsOf(table, webhook)
  return Promise.all(
    requests.map(async (request) => {
      await pace(webhook.max_per_second)
      return attempt(webhook, request, secrets, post)
    }),
  )
}

async function attempt(
  webhook: Webhook,
  outgoing: Outgoing,
  secrets: string[],
  post: Delivering['post'],
): Promise<Attempted> {
  const { request, messages, attempt, retry } = outgoing
  const date = new Date()
  const body = messages.length > 0 ? bodyOf(webhook, messages, date) : ''
  const outcome =
    body === ''
      ? { error: 'The messages of this request are no longer kept' }
      : await post({
          url: webhook.url as string,
          body,
          headers: signedHeaders(request, body, secrets, date),
        })
  const delivery: Delivery = {
    id: '',
    message: request,
    type: messages.length === 1 ? (messages[0] as Message).type : 'batch',
    attempt,
    date: date.toISOString(),
    duration_ms: Date.now() - date.getTime(),
    ...outcome,
    ordinals: retry?.ordinals ?? messages.map(({ ordinal }) => ordinal),
  }
  return { ...outgoing, delivery }
}

/** Returns the result of a round. */
export function roundOf(state: DeliveryState, attempts: Attempted[], pauses: number[]): Round {
  const now = new Date()
  const failed = attempts.filter(({ delivery }) => delivery.error !== undefined)
  const taken = attempts.some(({ delivery }) => delivery.error === undefined)
  const last_error = failed.at(-1)?.delivery.error
  return {
    sent: Math.max(
      state.sent,
      ...attempts.flatMap(({ retry, messages }) => (retry ? [] : messages.map(({ ordinal }) => ordinal))),
    ),
    deliveries: attempts.map(({ delivery }, i) => ({ ...delivery, id: String(state.attempts + i + 1) })),
    done: attempts.flatMap(({ retry }) => retry ?? []),
    retries: failed.flatMap(({ request, delivery, attempt, first_date, messages }) => {
      const due = messages.length > 0 ? nextAttempt(pauses, attempt, now) : undefined
      const { ordinals } = delivery
      return due ? [{ request, ordinals, attempt: attempt + 1, first_date, due: due.toISOString() }] : []
    }),
    ...(taken && { last_delivery_date: now.toISOString() }),
    ...(last_error && { last_error }),
  }
}

/** Why a webhook is given up: its receiver says so, or has taken nothing while all attempts for a message failed. */
export function reasonToDisable(
  { last_delivery_date = '' }: DeliveryState,
  attempts: Attempted[],
  pauses: number[],
): string | undefined {
  if (attempts.some(({ delivery }) => delivery.status_code === 410)) return 'The receiver answered 410'
  if (attempts.some(({ delivery }) => delivery.error === undefined)) return undefined
  const last = attempts.find(
    ({ attempt, first_date, messages }) =>
      messages.length > 0 && attempt > pauses.length && first_date > last_delivery_date,
  )
  return last && `All attempts for three days failed: ${last.delivery.error}`
}

/** Makes a throttle that lets requests pass one after the other, at most a number in a second. */
export function pacer() {
  let next = 0
  return async (perSecond: number) => {
    const now = Date.now()
    const slot = Math.max(now, next)
    next = slot + 1000 / perSecond
    if (slot > now) await pause(slot - now)
  }
}
