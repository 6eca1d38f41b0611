import { randomUUID } from 'node:crypto'
import type { Owner } from '../../runtime/owner.js'
import { KEPT_DAYS } from '../webhook.js'
import type { DeliveryState, Retry, Round } from '../webhook-message.js'
import type { TransactItem } from '../../table/conflicts.js'
import { PENDING } from '../../collections/pending.js'
import { queryAll } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { transact, updateIgnoringConflict, changeItem, changing } from '../../table/transaction.js'
import { DAY_MS, deliveryStateIn } from './delivery-log.js'
import { partitionOf } from './due-webhooks.js'
import { either, is, isBelow, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

const keptUntil = () => Math.floor((Date.now() + KEPT_DAYS * DAY_MS) / 1000)

/** Takes the turn to deliver for a webhook, or renews it. @returns the state; undefined where another has the turn */
export async function takeTurn(
  table: Table,
  webhook: string,
  owner: Owner,
  holder: string,
  ms: number,
): Promise<DeliveryState | undefined> {
  const now = Date.now()
  const { item } = await changeItem(
    table,
    keyOf.webhookState(webhook),
    { set: { holder, held_until: now + ms, owner, announces: undefined } },
    either(lacks('held_until'), isBelow('held_until', now), is('holder', holder)),
  )
  return item && deliveryStateIn(item)
}

/** Ends the turn. @param next when there is something to do again */
export async function releaseTurn(
  table: Table,
  webhook: string,
  holder: string,
  next: Date | undefined,
): Promise<void> {
  await updateIgnoringConflict(
    table,
    change(
      keyOf.webhookState(webhook),
      {
        set: { since: next?.toISOString(), [PENDING]: next && partitionOf(webhook) },
        remove: ['holder', 'held_until'],
      },
      is('holder', holder),
    ),
  )
}

/** Requests that are to be sent again, the first due ones first. */
export async function dueRetries(table: Table, webhook: string, most: number): Promise<Retry[]> {
  const { pk, sk } = keyOf.webhookRetry(webhook, '')
  const items = await queryAll(
    table,
    {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      ConsistentRead: true,
      Limit: most,
    },
    most,
  )
  return items.map((item) => valueOf<Retry>(item))
}

/** Records a round, if the turn has not ended. @returns false if it has */
export async function recordRound(
  table: Table,
  webhook: string,
  holder: string,
  state: DeliveryState,
  { sent, deliveries, done, retries, ...result }: Round,
): Promise<boolean> {
  const today = new Date().toISOString().slice(0, 10)
  const days = { [today]: state.attempts + 1, ...state.days }
  const last = deliveries.at(-1)
  const dues = retries.map(({ due }) => due).sort()
  const set: Record<string, unknown> = {
    sent,
    days,
    attempts: state.attempts + deliveries.length,
    ...(result.last_delivery_date && { last_delivery_date: result.last_delivery_date }),
    ...(result.last_error && { last_error: result.last_error }),
    ...(last && { is_failing: last.error !== undefined }),
    // A process that is killed now leaves what is due to the schedule.
    ...(dues[0] && { since: dues[0], [PENDING]: partitionOf(webhook) }),
  }
  const outcome = await transact(table, [
    changing(table, keyOf.webhookState(webhook), { set }, is('holder', holder)),
    ...deliveries.map((delivery, i): TransactItem => {
      const key = keyOf.webhookDelivery(webhook, state.attempts + i + 1)
      const Item = { ...delivery, ...key, expires: keptUntil() }
      return { Put: { TableName: table.name, Item } }
    }),
    ...done.map((retry): TransactItem => ({
      Delete: { TableName: table.name, Key: keyOf.webhookRetry(webhook, nameOf(retry)) },
    })),
    ...retries.map((retry): TransactItem => ({
      Put: {
        TableName: table.name,
        Item: { ...retry, ...keyOf.webhookRetry(webhook, nameOf(retry)), expires: keptUntil() },
      },
    })),
  ])
  if (outcome !== 'written') return false
  state.attempts += deliveries.length
  state.sent = sent
  state.days = days
  return true
}

/** Asks for requests to be sent now. */
export async function askForDeliveries(
  table: Table,
  webhook: string,
  owner: Owner,
  requests: Pick<Retry, 'request' | 'ordinals'>[],
): Promise<void> {
  const now = new Date().toISOString()
  for (let i = 0; i < requests.length; i += 90)
    await transact(
      table,
      requests.slice(i, i + 90).map((request): TransactItem => {
        const retry: Retry = { ...request, attempt: 1, first_date: now, due: now }
        const key = keyOf.webhookRetry(webhook, nameOf(retry))
        return { Put: { TableName: table.name, Item: { ...retry, ...key, expires: keptUntil() } } }
      }),
    )
  await wakeDeliveries(table, webhook, owner)
}

/** Wakes what delivers, as a new message would. */
export async function wakeDeliveries(table: Table, webhook: string, owner: Owner): Promise<void> {
  const set = { announces: 'deliveries', woken: randomUUID(), owner }
  await updateIgnoringConflict(table, change(keyOf.webhookState(webhook), { set }))
}

/** Lets the messages up to an ordinal be taken for sent. */
export async function skipMessages(table: Table, webhook: string, ordinal: number): Promise<void> {
  await updateIgnoringConflict(table, change(keyOf.webhookState(webhook), { set: { sent: ordinal } }))
}

const nameOf = ({ due, request }: Retry) => `${due}#${request}`
