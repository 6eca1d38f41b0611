import { getOne } from '../../table/reads.js'
import type { TransactItem } from '../../table/conflicts.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Table, keyOf } from '../../table/table.js'
import { updateWith } from '../../table/transaction.js'
import { revise } from '../../table/update.js'
import { type Webhook, disabledWebhook } from '../webhook.js'

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
