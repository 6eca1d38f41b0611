import { derivedId } from '../../fields/identifier.js'
import type { MailRequest } from '../../mail/mail-request.js'
import type { Owner } from '../../runtime/owner.js'
import { type Webhook, disabledWebhook } from '../webhook.js'
import { getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { putNew, updateWith } from '../../table/transaction.js'
import { revise } from '../../table/update.js'
import { addressedIn } from '../../access/store/addresses.js'
import { requestedMail } from '../../mail/store/requested-mail.js'

/** Mails of one disabling: with the webhook, they are one transaction of at most 100 items (DynamoDB limit). */
const MOST_MAILS = 90

/**
 * Disables a webhook, unless its owner has changed it since it was read. The mails about it are asked for in the same
 * transaction: one to each address of the people who may change it.
 * @returns whether it was disabled by this call
 */
export const disableWebhook = (table: Table, before: Webhook, because: string, now: Date): Promise<boolean> =>
  retryOnConflict(async () => {
    const { id, owner } = before
    const key = keyOf.webhook(owner, id)
    const after = disabledWebhook(before, because, now)
    const mails = (await addressesOf(table, owner)).slice(0, MOST_MAILS).map((address) => {
      const request: MailRequest = { kind: 'webhook-disabled', owner, webhook: id, address }
      const mail = derivedId('mail', id, String(after.revision), address)
      return putNew(table, keyOf.mail(mail), requestedMail(request, now))
    })
    if ((await updateWith(table, revise(key, before, after), mails)) === 'written') return true
    const current = await getOne(table, key)
    return current?.['revision'] === before.revision ? undefined : false
  })

/** The addresses of the people who may change the webhooks of an owner. */
const addressesOf = async (table: Table, owner: Owner): Promise<string[]> =>
  (await addressedIn(table, owner, (role, isAccount) => isAccount || mayManage(role))).map(
    ({ address }) => address,
  )

const mayManage = ({ role }: Item) => role === 'creator' || role === 'administrator'
