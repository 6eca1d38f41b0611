import type { Context } from 'hono'
import { mayDo } from '../../access/permissions.js'
import type { Need } from '../../events/manage/home-page.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { webhookPath } from '../../manage/paths.js'
import type { WebhookPageDependencies } from './webhooks-pages.manage.js'

/** The newest webhooks, among which disabled ones are looked for. */
const NEWEST = 25

/** Returns the webhooks that are disabled, for the home of who may change them. */
export const disabledWebhooks =
  ({ webhooks }: WebhookPageDependencies) =>
  async (c: Context<ManageEnv>): Promise<Need[]> => {
    const { owner, role } = c.get('owner')
    if (!mayDo(role, 'webhooks')) return []
    const { members } = await webhooks.store.list(owner, { page: 1, per_page: NEWEST })
    const { home: texts } = c.get('texts')
    return members
      .filter(({ enabled }) => !enabled)
      .map(({ id, url, description }) => ({
        icon: 'webhook',
        title: texts.webhook(description ?? url ?? ''),
        text: texts.webhookOff,
        href: webhookPath(owner, id),
      }))
  }
