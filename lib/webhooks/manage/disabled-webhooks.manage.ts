import type { Context } from 'hono'
import { mayDo } from '../../access/permissions.js'
import type { Need } from '../../events/manage/home-page.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { webhookPath } from '../../manage/paths.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { listWebhooks } from '../store/webhook-store.js'

/** The newest webhooks, among which disabled ones are looked for. */
const NEWEST = 25

/** Returns the webhooks that are disabled, for the home of who may change them. */
export const disabledWebhooks =
  ({ table }: ManageDependencies) =>
  async (c: Context<ManageEnv>): Promise<Need[]> => {
    const { owner, role } = c.get('owner')
    if (!mayDo(role, 'webhooks')) return []
    const { members } = await listWebhooks(table, owner, { page: 1, per_page: NEWEST })
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
