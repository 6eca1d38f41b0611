import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { OsdiError } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import type { Webhook } from '../webhook.js'
import type { DeliveryState, Round } from '../webhook-message.js'
import { type RoundDependencies, attemptAll, pacer, reasonToDisable, requestsNow, roundOf } from './round.js'

/** Dependencies of delivering. */
export interface DeliverDependencies extends RoundDependencies {
  webhooks: { find(owner: Owner, id: string): Promise<Webhook> }
  messages: RoundDependencies['messages'] & { length(webhook: string): Promise<number> }
  deliveries: RoundDependencies['deliveries'] & {
    take(webhook: string, owner: Owner, holder: string, ms: number): Promise<DeliveryState | undefined>
    read(webhook: string): Promise<DeliveryState>
    release(webhook: string, holder: string, next: Date | undefined): Promise<void>
    record(webhook: string, holder: string, state: DeliveryState, round: Round): Promise<boolean>
    wake(webhook: string, owner: Owner): Promise<void>
  }
  /** Disables a webhook, unless its owner has changed it since it was read, and tells its owner. */
  disable(webhook: Webhook, because: string): Promise<void>
}

/** The webhook whose messages are delivered. */
export interface Target {
  owner: Owner
  webhook: string
}

/** A turn ends by itself after so long, in case its process does. A round takes at most some 12 seconds. */
const TURN_MS = 20_000
/** The time that a round may take. No further round begins when less is left. */
const ROUND_MS = 14_000
/** A request that is due within this time is waited for. */
const WAIT_MS = 30_000
const STEP_MS = 500

/**
 * Sends the messages of a webhook that wait, and the requests that are due again. One process at a time delivers for a
 * webhook, at most as fast as the webhook says; other webhooks are not concerned.
 * @param deadline after which no further round ends, in milliseconds since 1970
 */
export async function deliver(target: Target, dependencies: DeliverDependencies, deadline: number): Promise<void> {
  const { deliveries, messages } = dependencies
  for (;;) {
    const holder = randomUUID()
    if (!(await takeTurn(target, holder, dependencies, deadline))) return
    const next = await rounds(target, holder, dependencies, deadline)
    if (next === 'lost') return
    await deliveries.release(target.webhook, holder, next === 'more' ? new Date() : next)
    if (next === 'more') return deliveries.wake(target.webhook, target.owner)
    // A message that came while the turn was held has found it taken.
    const [length, { sent }] = await Promise.all([messages.length(target.webhook), deliveries.read(target.webhook)])
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
    const attempts = await attemptAll(webhook, requests, pace, dependencies)
    const round = roundOf(state, attempts, dependencies.pauses)
    if (!(await deliveries.record(id, holder, state, round))) return 'lost'
    const reason = reasonToDisable(state, attempts, dependencies.pauses)
    if (reason) {
      await dependencies.disable(webhook, reason)
      return undefined
    }
  }
  return 'more'
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
