import { type Fault, invalid } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import {
  type KeptSecret,
  type Webhook,
  type WebhookChange,
  type WebhookDraft,
  changedWebhook,
  newWebhook,
} from './webhook.js'

/** Dependencies of recording and changing webhooks. */
export interface WebhookDependencies {
  webhooks: {
    create(webhook: Webhook): Promise<void>
    change(owner: Owner, id: string, change: (webhook: Webhook) => Promise<Webhook>): Promise<Webhook>
  }
  /** Makes a secret: in plain text, and as it is kept. */
  makeSecret: () => Promise<{ secret: string; kept: KeptSecret }>
  /** Whether an event, or a campaign, belongs to an owner. */
  owns: (owner: Owner, what: 'event' | 'event_campaign', id: string) => Promise<boolean>
  /** Lets what was collected until now be taken for sent. */
  skipPast(webhook: string): Promise<void>
  allowsPrivate: boolean
  now: () => Date
  newId: () => string
}

interface Recorded {
  webhook: Webhook
  /** In plain text, where it is new. */
  secret?: string
}

/** Records a POST. @throws OsdiError invalid, naming every fault */
export async function recordWebhook(
  owner: Owner,
  draft: WebhookDraft,
  dependencies: WebhookDependencies,
): Promise<Recorded> {
  const { webhooks, makeSecret, now, newId, allowsPrivate } = dependencies
  await requireOwn(owner, draft, dependencies)
  const { secret, kept } = await makeSecret()
  const webhook = newWebhook(draft, { id: newId(), owner, secret: kept, now: now() }, allowsPrivate)
  await webhooks.create(webhook)
  return { webhook, secret }
}

/** The change that a PUT asks for. */
interface AskedChange {
  change: WebhookChange
  rotates: boolean
  precondition?: Precondition
}

/** Applies a PUT. @throws OsdiError not_found; invalid; precondition_failed */
export async function changeWebhook(
  owner: Owner,
  id: string,
  { change, rotates, precondition }: AskedChange,
  dependencies: WebhookDependencies,
): Promise<Recorded> {
  const { webhooks, makeSecret, now, allowsPrivate } = dependencies
  await requireOwn(owner, change, dependencies)
  const made = rotates ? await makeSecret() : undefined
  let hadUrl = true
  const webhook = await webhooks.change(owner, id, async (before) => {
    precondition?.(before)
    hadUrl = before.url !== undefined
    return changedWebhook(before, change, made?.kept, now(), allowsPrivate)
  })
  // A webhook that was only pulled is not sent all that it has.
  if (!hadUrl && webhook.url !== undefined) await dependencies.skipPast(id)
  return { webhook, ...(made && { secret: made.secret }) }
}

async function requireOwn(
  owner: Owner,
  sent: Pick<WebhookChange, 'event' | 'event_campaign'>,
  { owns }: WebhookDependencies,
): Promise<void> {
  for (const what of ['event', 'event_campaign'] as const) {
    const id = sent[what]
    if (!id || (await owns(owner, what, id))) continue
    const description = `${what} must be the address of one of yours`
    const fault: Fault = { error_code: 'unknown_address', description, properties: [what] }
    throw invalid([fault])
  }
}
