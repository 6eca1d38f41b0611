import type { Owner } from '../runtime/owner.js'
import { addressedIn } from '../access/store/addresses.js'
import { derivedId } from '../fields/identifier.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { write } from '../mail/sending/wording.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { requestedMail } from '../mail/store/requested-mail.js'
import { mailMessagesFor } from '../mail/texts.js'
import type { TransactItem } from '../table/conflicts.js'
import { type Item, type Table, keyOf } from '../table/table.js'
import { putNew } from '../table/transaction.js'
import type { Webhook } from './webhook.js'

/** To one of the people of an owner who may change its webhooks. */
interface WebhookDisabledMail {
  kind: 'webhook-disabled'
  owner: Owner
  webhook: string
  address: string
}

/** Emails of one disabling: with the webhook, they are one transaction of at most 100 items (DynamoDB limit). */
const MOST_MAILS = 90

/** Asks for the emails about a webhook that was disabled: one to each address of the people who may change it. */
export async function mailsOfDisabled(
  table: Table,
  { id, owner, revision }: Webhook,
  now: Date,
): Promise<TransactItem[]> {
  const addressed = await addressedIn(table, owner, (role, isAccount) => isAccount || mayManage(role))
  return addressed.slice(0, MOST_MAILS).map(({ address }) => {
    const request = { kind: 'webhook-disabled', owner, webhook: id, address } satisfies WebhookDisabledMail
    return putNew(table, keyOf.mail(derivedId('mail', id, String(revision), address)), requestedMail(request, now))
  })
}

const mayManage = ({ role }: Item) => role === 'creator' || role === 'administrator'

/**
 * The email about a webhook that was disabled.
 * @param pathOf the path of the page of a webhook in the organizer's interface
 */
export const webhookDisabledMail = (
  pathOf: (owner: Owner, webhook: string) => string,
): KindOfMail<WebhookDisabledMail> => ({
  names: ['webhook-disabled'],
  async write({ kind, owner, webhook, address }, { table, site }) {
    const { settings, title } = await wordingsFor(table, owner)
    const { language, messages } = mailMessagesFor(settings.language)
    const values = {
      group: title ?? address,
      webhook: { address: `${site.publicUrl}/api/v2/webhooks/${webhook}` },
      link: { address: site.publicUrl + pathOf(owner, webhook) },
    }
    return {
      owner,
      mail: {
        kind,
        to: { address },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
})
