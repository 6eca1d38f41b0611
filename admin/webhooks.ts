import { provideDefaults } from '../lib/runtime/environment.js'
import type { Context } from './command.js'
import { orMissing } from './errors.js'
import { type Values, describeOwner, type owner, ownerIn } from './options.js'

/**
 * Opens the webhooks of an owner. On the local table, receivers may be on this machine.
 * @throws UsageError unless one owner is given; OsdiError not_found when there is no such owner
 */
export async function openWebhooks(values: Values<typeof owner>, context: Pick<Context, 'settings' | 'open'>) {
  const of = ownerIn(values)
  if (!context.settings().tableName) provideDefaults({ WEBHOOK_ALLOW_PRIVATE: 'on' })
  const { owners, app } = await context.open()
  await orMissing(owners.principalOf(of), describeOwner(of))
  return { of, app }
}

/** Describes a webhook in messages. */
export const describeWebhook = (id: string) => `webhook with the id ${id}`
