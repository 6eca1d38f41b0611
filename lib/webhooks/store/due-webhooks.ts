import { randomUUID } from 'node:crypto'
import { type MayBeDue, everyPartition } from '../../collections/due-partitions.js'
import { pendingIn } from '../../collections/pending.js'
import { queryAll, getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { updateIgnoringConflict, updateWith } from '../../table/transaction.js'
import { has } from '../../table/condition.js'
import { change } from '../../table/change.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { revise } from '../../table/update.js'
import { type Webhook, disabledWebhook } from '../webhook.js'

/*
 * Webhooks for which something is due at a time. Their states are in the index of pending members, in partitions of
 * their own.
 */

/** The partition of the index in which the state of a webhook is while something is due. */
export const partitionOf = (webhook: string) => `webhooks ${webhook.slice(0, 1)}`

/** All of them: ids begin with a hexadecimal digit. */
const PARTITIONS = Array.from('0123456789abcdef', partitionOf)

/** Wakes what delivers for each webhook for which something was due before a time. @returns how many there were */
export async function wakeWebhooks(table: Table, before: Date, mayBeDue: MayBeDue = everyPartition): Promise<number> {
  const parts = await Promise.all(
    PARTITIONS.filter(mayBeDue).map((partition) => queryAll(table, pendingIn(partition, before))),
  )
  const due = parts.flat()
  await Promise.all(
    due.map(({ pk, sk }) =>
      updateIgnoringConflict(
        table,
        change({ pk, sk }, { set: { announces: 'deliveries', woken: randomUUID() } }, has('pk')),
      ),
    ),
  )
  return due.length
}

/**
 * Disables a webhook, unless its owner has changed it since it was read.
 * @param told what is written in the same transaction, so that people hear of it
 * @returns whether it was disabled by this call
 */
export const disableWebhook = (
  table: Table,
  before: Webhook,
  because: string,
  now: Date,
  told: (after: Webhook) => Promise<TransactItem[]>,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const key = keyOf.webhook(before.owner, before.id)
    const after = disabledWebhook(before, because, now)
    if ((await updateWith(table, revise(key, before, after), await told(after))) === 'written') return true
    const current = await getOne(table, key)
    return current?.['revision'] === before.revision ? undefined : false
  })
