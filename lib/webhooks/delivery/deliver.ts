import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { OsdiError } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import type { Webhook } from '../webhook.js'
import type { Table } from '../../table/table.js'
import { readDeliveryState } from '../store/delivery-log.js'
import { recordRound, releaseTurn, takeTurn, wakeDeliveries } from '../store/delivery-store.js'
import { countMessages } from '../store/message-log.js'
import { findWebhook } from '../store/webhook-store.js'
import { type Delivering, attemptAll, pacer, reasonToDisable, requestsNow, roundOf } from './round.js'

/** The same with what happens to a webhook that is given up. */
export interface DeliveringTurns extends Delivering {
  /** Disables a webhook, unless its owner has changed it since it was read, and tells its owner. */
  disable(webhook: Webhook, because: string): Promise<void>
}

/** The webhook whose messages are delivered. */
export interface Target {
  owner: Owner
  webhook: string
}

/** A turn expires after this time, in case its process crashes. A round takes at most some 12 seconds. */
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
export async function deliver(delivering: DeliveringTurns, target: Target, deadline: number): Promise<void> {
  const { table } = delivering
  for (;;) {
    const holder = randomUUID()
    if (!(await waitForTurn(table, target, holder, deadline))) return
    const next = await rounds(delivering, target, holder, deadline)
    if (next === 'lost') return
    await releaseTurn(table, target.webhook, holder, next === 'more' ? new Date() : next)
    if (next === 'more') return wakeDeliveries(table, target.webhook, target.owner)
    // A message that came while the turn was held has found it taken.
    const [length, { sent }] = await Promise.all([
      countMessages(table, target.webhook),
      readDeliveryState(table, target.webhook),
    ])
    if (length <= sent || !(await activeIn(table, target))) return
  }
}

/** Waits for the turn where its process may have ended. @returns false while another process renews it */
async function waitForTurn(
  table: Table,
  { owner, webhook }: Target,
  holder: string,
  deadline: number,
): Promise<boolean> {
  let seen: number | undefined
  while (Date.now() < deadline - ROUND_MS) {
    if (await takeTurn(table, webhook, owner, holder, TURN_MS)) return true
    const { held_until } = await readDeliveryState(table, webhook)
    if (seen !== undefined && held_until !== undefined && held_until > seen) return false
    seen ??= held_until
    await pause(STEP_MS)
  }
  return false
}

/** @returns when something is due again; 'more' when the time is over before that; 'lost' without the turn */
async function rounds(
  delivering: DeliveringTurns,
  { owner, webhook: id }: Target,
  holder: string,
  deadline: number,
): Promise<Date | 'more' | 'lost' | undefined> {
  const { table, pauses } = delivering
  const pace = pacer()
  while (Date.now() < deadline - ROUND_MS) {
    const webhook = await activeIn(table, { owner, webhook: id })
    if (!webhook) return undefined
    const state = await takeTurn(table, id, owner, holder, TURN_MS)
    if (!state) return 'lost'
    const { requests, next } = await requestsNow(table, webhook, state)
    if (requests.length === 0) {
      if (!next || next.getTime() - Date.now() > WAIT_MS) return next
      await pause(Math.min(STEP_MS, Math.max(1, next.getTime() - Date.now())))
      continue
    }
    const attempts = await attemptAll(delivering, webhook, requests, pace)
    const round = roundOf(state, attempts, pauses)
    if (!(await recordRound(table, id, holder, state, round))) return 'lost'
    const reason = reasonToDisable(state, attempts, pauses)
    if (reason) {
      await delivering.disable(webhook, reason)
      return undefined
    }
  }
  return 'more'
}

/** The webhook, if something can be sent for it. */
async function activeIn(table: Table, { owner, webhook: id }: Target) {
  try {
    const webhook = await findWebhook(table, owner, id)
    return webhook.enabled && webhook.url !== undefined ? webhook : undefined
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  }
}
