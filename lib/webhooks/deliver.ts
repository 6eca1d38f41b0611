import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { OsdiError } from '../domain/errors.js'
import type { Owner } from '../domain/principal.js'
import { type Webhook, disabledWebhook } from '../domain/webhook.js'
import {
  type Delivery,
  type DeliveryState,
  type Message,
  type Retry,
  type Round,
  nextAttempt,
} from '../domain/webhook-message.js'
import { bodyOf, requestsOf } from './body.js'
import type { Outcome, Request } from './post.js'
import { signedHeaders } from './secret.js'

/** What delivering depends on. */
export interface DeliverDependencies {
  webhooks: {
    find(owner: Owner, id: string): Promise<Webhook>
    change(owner: Owner, id: string, change: (webhook: Webhook) => Promise<Webhook>): Promise<Webhook>
  }
  messages: {
    length(webhook: string): Promise<number>
    after(webhook: string, ordinal: number, most: number): Promise<Message[]>
    at(webhook: string, ordinals: number[]): Promise<Message[]>
  }
  deliveries: {
    take(webhook: string, owner: Owner, holder: string, ms: number): Promise<DeliveryState | undefined>
    read(webhook: string): Promise<DeliveryState>
    release(webhook: string, holder: string, next: Date | undefined): Promise<void>
    due(webhook: string, most: number): Promise<Retry[]>
    record(webhook: string, holder: string, state: DeliveryState, round: Round): Promise<boolean>
    wake(webhook: string, owner: Owner): Promise<void>
  }
  /** The secrets that sign now, in plain text. */
  secretsOf(webhook: Webhook): Promise<string[]>
  post: (request: Request) => Promise<Outcome>
  /** The pauses after attempts that failed, in seconds. */
  pauses: number[]
  /** Told when deliveries have disabled a webhook. */
  onDisabled(webhook: Webhook): void
}

/** Whose messages are delivered. */
export interface Target {
  owner: Owner
  webhook: string
}

/** A turn ends by itself after so long, in case its process does. A round takes at most some 12 seconds. */
const TURN_MS = 20_000
/** The time that a round may take. No further round begins when less is left. */
const ROUND_MS = 14_000
/** The most requests of a round: what they come to is one transaction. */
const MOST_REQUESTS = 25
const MOST_MESSAGES = 1_000
/** A request that is due within this time is waited for. */
const WAIT_MS = 30_000
const STEP_MS = 500

/**
 * Sends the messages of a webhook that wait, and the requests that are due again. One process at a time delivers for a
 * webhook, at most as fast as the webhook says; other webhooks are not concerned.
 * @param deadline after which no further round ends, in milliseconds since 1970
 */
export async function deliver(
  target: Target,
  dependencies: DeliverDependencies,
  deadline: number,
): Promise<void> {
  const { deliveries, messages } = dependencies
  for (;;) {
    const holder = randomUUID()
    if (!(await takeTurn(target, holder, dependencies, deadline))) return
    const next = await rounds(target, holder, dependencies, deadline)
    if (next === 'lost') return
    await deliveries.release(target.webhook, holder, next === 'more' ? new Date() : next)
    if (next === 'more') return deliveries.wake(target.webhook, target.owner)
    // A message that came while the turn was held has found it taken.
    const [length, { sent }] = await Promise.all([
      messages.length(target.webhook),
      deliveries.read(target.webhook),
    ])
    if (length <= sent || !(await activeIn(target, dependencies))) return
  }
}

/** Waits for the turn where its process may have ended. @returns false while another process renews it */
async function takeTurn(
  { owner, webhook }: Target,
  holder: string,
  { deliveries }: DeliverDependencies,
  deadline: number,
): Promise<boolean> {
  let seen: number | undefined
  while (Date.now() < deadline - ROUND_MS) {
    if (await deliveries.take(webhook, owner, holder, TURN_MS)) return true
    const { held_until } = await deliveries.read(webhook)
    if (seen !== undefined && held_until !== undefined && held_until > seen) return false
    seen ??= held_until
    await pause(STEP_MS)
  }
  return false
}

/** @returns when something is due again; 'more' when the time is over before that; 'lost' without the turn */
async function rounds(
  { owner, webhook: id }: Target,
  holder: string,
  dependencies: DeliverDependencies,
  deadline: number,
): Promise<Date | 'more' | 'lost' | undefined> {
  const { deliveries } = dependencies
  const pace = pacer()
  while (Date.now() < deadline - ROUND_MS) {
    const webhook = await activeIn({ owner, webhook: id }, dependencies)
    if (!webhook) return undefined
    const state = await deliveries.take(id, owner, holder, TURN_MS)
    if (!state) return 'lost'
    const { requests, next } = await requestsNow(webhook, state, dependencies)
    if (requests.length === 0) {
      if (!next || next.getTime() - Date.now() > WAIT_MS) return next
      await pause(Math.min(STEP_MS, Math.max(1, next.getTime() - Date.now())))
      continue
    }
    const secrets = await dependencies.secretsOf(webhook)
    const attempts = await Promise.all(
      requests.map(async (request) => {
        await pace(webhook.max_per_second)
        return attempt(webhook, request, secrets, dependencies)
      }),
    )
    const round = roundOf(state, attempts, dependencies.pauses)
    if (!(await deliveries.record(id, holder, state, round))) return 'lost'
    const reason = reasonToDisable(state, attempts, dependencies.pauses)
    if (reason) return disable(webhook, reason, dependencies)
  }
  return 'more'
}

/** A request that is to be sent now. */
interface Outgoing {
  request: string
  messages: Message[]
  attempt: number
  first_date: string
  /** What asked for it, if it is not the first attempt. */
  retry?: Retry
}

async function requestsNow(
  webhook: Webhook,
  { sent }: DeliveryState,
  { deliveries, messages }: DeliverDependencies,
): Promise<{ requests: Outgoing[]; next?: Date }> {
  const size = Math.min(MOST_REQUESTS, Math.max(1, 2 * webhook.max_per_second))
  const dues = await deliveries.due(webhook.id, size)
  const now = new Date()
  const ready = dues.filter(({ due }) => due <= now.toISOString())
  const again = await Promise.all(
    ready.map(async (retry) => ({
      ...retry,
      retry,
      messages: await messages.at(webhook.id, retry.ordinals),
    })),
  )
  const room = size - ready.length
  const most = Math.min(MOST_MESSAGES, room * webhook.batch_size)
  const fresh = room > 0 ? requestsOf(webhook, await messages.after(webhook.id, sent, most)) : []
  const first_date = now.toISOString()
  const requests = [...again, ...fresh.slice(0, room).map((each) => ({ ...each, attempt: 1, first_date }))]
  const [next] = dues
  return { requests, ...(next && { next: new Date(next.due) }) }
}

type Attempted = Outgoing & { delivery: Delivery }

async function attempt(
  webhook: Webhook,
  outgoing: Outgoing,
  secrets: string[],
  { post }: DeliverDependencies,
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

function roundOf(state: DeliveryState, attempts: Attempted[], pauses: number[]): Round {
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
function reasonToDisable(
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

/** Disables a webhook, unless its owner has changed it since it was read. */
async function disable(
  webhook: Webhook,
  reason: string,
  dependencies: DeliverDependencies,
): Promise<undefined> {
  const { owner, id, revision } = webhook
  const after = await dependencies.webhooks.change(owner, id, async (current) =>
    current.revision === revision ? disabledWebhook(current, reason, new Date()) : current,
  )
  if (!after.enabled) dependencies.onDisabled(after)
}

/** The webhook, if something can be sent for it. */
async function activeIn({ owner, webhook: id }: Target, { webhooks }: DeliverDependencies) {
  try {
    const webhook = await webhooks.find(owner, id)
    return webhook.enabled && webhook.url !== undefined ? webhook : undefined
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Makes what lets requests pass one after the other, at most so many in a second. */
function pacer() {
  let next = 0
  return async (perSecond: number) => {
    const now = Date.now()
    const slot = Math.max(now, next)
    next = slot + 1000 / perSecond
    if (slot > now) await pause(slot - now)
  }
}
