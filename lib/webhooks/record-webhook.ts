import { type Fault, invalid } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import { readWebhooks } from '../runtime/environment.js'
import type { App } from '../table/app.js'
import { makeSecret, secretsOf } from './store/secrets.js'
import { skipMessages } from './store/delivery-store.js'
import { countMessages } from './store/message-log.js'
import { changeWebhook as writeChange, createWebhook, isOwnedBy } from './store/webhook-store.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { type Webhook, type WebhookChange, type WebhookDraft, changedWebhook, newWebhook } from './webhook.js'

interface Recorded {
  webhook: Webhook
  /** In plain text, where it is new. */
  secret?: string
}

/** Records a POST. @throws OsdiError invalid, naming every fault */
export async function recordWebhook({ table, now, newId }: App, owner: Owner, draft: WebhookDraft): Promise<Recorded> {
  await requireOwn(table, owner, draft)
  const { kept } = await makeSecret(table)
  const made = newWebhook(draft, { id: newId(), owner, secret: kept, now: now() }, readWebhooks().allowsPrivate)
  const webhook = await createWebhook(table, made)
  const [secret] = await secretsOf(table, webhook)
  return { webhook, ...(secret !== undefined && { secret }) }
}

/** The change that a PUT asks for. */
interface AskedChange {
  change: WebhookChange
  rotates: boolean
  precondition?: Precondition
}

/** Applies a PUT. @throws OsdiError not_found; invalid; precondition_failed */
export async function changeWebhook(
  { table, now }: App,
  owner: Owner,
  id: string,
  { change, rotates, precondition }: AskedChange,
): Promise<Recorded> {
  await requireOwn(table, owner, change)
  const made = rotates ? await makeSecret(table) : undefined
  let hadUrl = true
  const webhook = await writeChange(table, owner, id, async (before) => {
    precondition?.(before)
    hadUrl = before.url !== undefined
    return changedWebhook(before, change, made?.kept, now(), readWebhooks().allowsPrivate)
  })
  // A webhook that was only pulled is not sent all that it has.
  if (!hadUrl && webhook.url !== undefined) await skipMessages(table, id, await countMessages(table, id))
  return { webhook, ...(made && { secret: made.secret }) }
}

async function requireOwn(
  table: App['table'],
  owner: Owner,
  sent: Pick<WebhookChange, 'event' | 'event_campaign'>,
): Promise<void> {
  for (const what of ['event', 'event_campaign'] as const) {
    const id = sent[what]
    if (!id || (await isOwnedBy(table, owner, what, id))) continue
    const description = `${what} must be the address of one of yours`
    const fault: Fault = { error_code: 'unknown_address', description, properties: [what] }
    throw invalid([fault])
  }
}
