import { compareTexts } from '../../fields/compare-texts.js'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, invalid, notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import { type Deliveries, MOST_WEBHOOKS, SKEW_MS, type Webhook } from '../webhook.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { pageIn } from '../../collections/search/found.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putNew, transact, updateIgnoringConflict, updateWith, changing } from '../../table/transaction.js'
import { revise } from '../../table/update.js'
import { IN_FORCE_AFTER_MS } from './interests.js'
import { either, has, isBelow, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

/** A webhook comes into force after this time, in milliseconds, even if the process that writes it crashes. */
const AT_LATEST_MS = 5_000

const inForceSoon = (webhook: Webhook): Webhook => ({
  ...webhook,
  in_force_date: new Date(Date.now() + AT_LATEST_MS).toISOString(),
})

/**
 * Notes that a webhook is in force. It resolves when all that is written from now on is in messages, whatever clock
 * tells when they are made.
 */
async function takeEffect(table: Table, owner: Owner, id: string) {
  await pause(IN_FORCE_AFTER_MS)
  const in_force_date = new Date().toISOString()
  await updateIgnoringConflict(table, change(keyOf.webhook(owner, id), { set: { in_force_date } }, has('pk')))
  await pause(2 * SKEW_MS)
}

/** @throws OsdiError not_found, also for another owner's webhook */
export async function findWebhook(table: Table, owner: Owner, id: string): Promise<Webhook> {
  const item = await getOne(table, keyOf.webhook(owner, id))
  if (!item) throw notFound()
  return valueOf<Webhook>(item)
}

/** All webhooks of an owner, in no order. */
export const webhooksOf = async (table: Table, owner: Owner): Promise<Webhook[]> =>
  (await getBeside(table, keyOf.webhook(owner, ''))).map((item) => valueOf<Webhook>(item))

/**
 * Stores a new webhook. It is in force when this resolves: no process trusts an older list of the owner's webhooks.
 * @returns the webhook, or the one that a request before has stored, where this one repeats it
 * @throws OsdiError invalid when the owner has as many as there may be
 */
export async function createWebhook(table: Table, webhook: Webhook): Promise<Webhook> {
  const { owner, id } = webhook
  const key = keyOf.webhook(owner, id)
  const kept = await retryOnConflict(async () => {
    const outcome = await transact(table, [countWebhooks(table, owner, 1), putNew(table, key, inForceSoon(webhook))])
    if (outcome === 'written') return webhook
    const before = outcome.at(key)
    if (before) return valueOf<Webhook>(before)
    if (outcome.at(keyOf.webhookCount(owner))) throw tooMany()
    return undefined
  })
  await takeEffect(table, owner, id)
  return kept
}

/** Webhooks of an owner, newest first. */
export async function listWebhooks(table: Table, owner: Owner, request: PageRequest): Promise<Page<Webhook>> {
  const all = await webhooksOf(table, owner)
  return pageIn(
    all.sort((one, other) => compareTexts(other.created_date, one.created_date)),
    request,
  )
}

/**
 * Changes a webhook. What was switched on or chosen is in force when this resolves, as with `create`.
 * @throws OsdiError not_found, and any error of `change`
 */
export async function changeWebhook(
  table: Table,
  owner: Owner,
  id: string,
  change: (webhook: Webhook) => Promise<Webhook>,
): Promise<Webhook> {
  const { before, after } = await retryOnConflict(async () => {
    const before = await findWebhook(table, owner, id)
    const changed = await change(before)
    const after = changed.enabled && !before.enabled ? inForceSoon(changed) : changed
    const update = revise(keyOf.webhook(owner, id), before, after)
    return (await updateWith(table, update, [])) === 'written' ? { before, after } : undefined
  })
  if (after.enabled && !before.enabled) await takeEffect(table, owner, id)
  else if (after.enabled && choiceOf(before) !== choiceOf(after)) await pause(IN_FORCE_AFTER_MS)
  return after
}

/** Removes a webhook. Its messages expire. @throws OsdiError not_found */
export async function removeWebhook(table: Table, owner: Owner, id: string): Promise<void> {
  await retryOnConflict(async () => {
    await findWebhook(table, owner, id)
    const Delete = { Key: keyOf.webhook(owner, id), ConditionExpression: 'attribute_exists(pk)' }
    const outcome = await transact(table, [
      countWebhooks(table, owner, -1),
      { Delete: { TableName: table.name, ...Delete } },
    ])
    return outcome === 'written' || undefined
  })
}

/** The outcomes of webhooks' deliveries, in the order of the webhooks. */
export async function deliveriesOf(table: Table, webhooks: Webhook[]): Promise<Deliveries[]> {
  const items = await getMany(
    table,
    webhooks.map(({ id }) => keyOf.webhookState(id)),
    { consistent: true },
  )
  return items.map((item) => {
    const { last_delivery_date, last_error, is_failing } = (item ?? {}) as Deliveries
    return {
      ...(last_delivery_date && { last_delivery_date }),
      ...(last_error && { last_error }),
      ...(is_failing && { is_failing }),
    }
  })
}

/** Returns the choice of a webhook, as a text to compare. */
const choiceOf = ({ types, event, event_campaign }: Webhook) => JSON.stringify([types, event, event_campaign])

/** Whether an event, or a campaign, belongs to an owner. */
export async function isOwnedBy(
  table: Table,
  owner: Owner,
  what: 'event' | 'event_campaign',
  id: string,
): Promise<boolean> {
  const item = await getOne(table, what === 'event' ? keyOf.event(id) : keyOf.campaign(id))
  return item?.['owner'] === owner
}

/** Counts the webhooks of an owner. @param by 1 on condition that there may be one more, or -1 */
const countWebhooks = (table: Table, owner: Owner, by: 1 | -1): TransactItem =>
  changing(
    table,
    keyOf.webhookCount(owner),
    { add: { webhooks: by } },
    by > 0 ? either(lacks('webhooks'), isBelow('webhooks', MOST_WEBHOOKS)) : undefined,
  )

const tooMany = () => {
  const description = `An owner has at most ${MOST_WEBHOOKS} webhooks`
  const fault: Fault = { error_code: 'too_many_webhooks', description, properties: [] }
  return invalid([fault])
}
