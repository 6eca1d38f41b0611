import type { Context, Hono } from 'hono'
import type { Logged } from '../../access/log-entry.js'
import { readInstant } from '../../fields/moment.js'
import { changeWebhook } from '../record-webhook.js'
import { redeliverDelivery, redeliverSince, sendTest } from '../redeliver.js'
import { KEPT_DAYS, type Webhook, shownWebhook } from '../webhook.js'
import { idIn, pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type FormState, NO_FAULTS, textsIn } from '../../manage/page/form.js'
import { fresh } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { ownerPath } from '../../manage/paths.js'
import { nameOfWebhook, questionPage, secretPage, webhookPage } from './webhook-views.manage.js'
import { say } from '../../manage/page/flash.js'
import { listDeliveries } from '../store/delivery-log.js'
import { findWebhook, deliveriesOf, removeWebhook } from '../store/webhook-store.js'

type Ctx = Context<ManageEnv>

const NOTHING_TYPED: FormState = { values: {}, faults: NO_FAULTS }

/** One webhook: its health, its deliveries and sending them again. The guards of all webhooks' pages apply. */
export function webhookPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { table } = dependencies
  const path = `${ownerPath(':owner', 'webhooks')}/:webhook`

  const find = (c: Ctx) => findWebhook(table, c.get('owner').owner, idIn(c, 'webhook'))
  const back = (c: Ctx, said = '') =>
    c.redirect(`${ownerPath(c.get('owner').id, 'webhooks')}/${idIn(c, 'webhook')}${said}`, 303)

  async function answer(c: Ctx, form: FormState) {
    const webhook = await find(c)
    const [[state = {}], found] = await Promise.all([
      deliveriesOf(table, [webhook]),
      listDeliveries(table, webhook.id, pageIn(c)),
    ])
    return webhookPage(c, { webhook: shownWebhook(webhook, state), found, form, said: saidBefore(c) })
  }

  app.get(path, (c) => answer(c, NOTHING_TYPED))

  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    app.post(`${path}/${name}`, async (c) => {
      const asked = { change: { enabled }, rotates: false }
      const { webhook } = await changeWebhook(dependencies, c.get('owner').owner, idIn(c, 'webhook'), asked)
      await logWebhook(c, dependencies, enabled ? 'webhook_enabled' : 'webhook_disabled', webhook)
      const { said } = c.get('texts')
      say(c, dependencies.site, {
        said: enabled ? said.webhookOn : said.webhookOff,
        undo: {
          action: `${ownerPath(c.get('owner').id, 'webhooks')}/${webhook.id}/${enabled ? 'disable' : 'enable'}`,
        },
      })
      return back(c)
    })

  app.post(`${path}/rotate`, fresh, async (c) => {
    const asked = { change: {}, rotates: true }
    const { owner } = c.get('owner')
    const { webhook, secret = '' } = await changeWebhook(dependencies, owner, idIn(c, 'webhook'), asked)
    await logWebhook(c, dependencies, 'webhook_secret_rotated', webhook)
    return secretPage(c, webhook, secret)
  })

  app.get(`${path}/remove`, async (c) => questionPage(c, await find(c)))

  app.post(`${path}/remove`, async (c) => {
    const { owner, id } = c.get('owner')
    const webhook = await find(c)
    await removeWebhook(table, owner, webhook.id)
    await logWebhook(c, dependencies, 'webhook_removed', webhook)
    say(c, dependencies.site, { said: c.get('texts').said.webhookRemoved })
    return c.redirect(ownerPath(id, 'webhooks'), 303)
  })

  app.post(`${path}/test`, async (c) => {
    await sendTest(dependencies, c.get('owner').owner, idIn(c, 'webhook'))
    return back(c, '?tested=1')
  })

  app.post(`${path}/deliveries/:delivery/redeliver`, async (c) => {
    const webhook = await find(c)
    const delivery = c.req.param('delivery') ?? ''
    const count = await redeliverDelivery(dependencies, webhook.owner, webhook.id, delivery)
    await logWebhook(c, dependencies, 'webhook_redelivered', webhook)
    return back(c, `?again=${count}`)
  })

  app.post(`${path}/redeliver`, async (c) => {
    const values = textsIn(await c.req.parseBody())
    const since = readInstant(values['since']?.trim() ?? '')
    if (!since) {
      const fault = { error_code: 'malformed', description: '', properties: ['since'] }
      return answer(c, { values, faults: [fault] })
    }
    const webhook = await find(c)
    const from = new Date(Math.max(since.time, Date.now() - KEPT_DAYS * 86_400_000)).toISOString()
    const count = await redeliverSince(dependencies, webhook.owner, webhook.id, from)
    await logWebhook(c, dependencies, 'webhook_redelivered', webhook)
    return back(c, `?again=${count}`)
  })
}

/** Logs what was done with a webhook. */
export const logWebhook = (
  c: Ctx,
  dependencies: ManageDependencies,
  action: Extract<Logged, `webhook_${string}`>,
  webhook: Webhook,
) => logChange(c, dependencies, { action, subject: { id: webhook.id, title: nameOfWebhook(webhook) } })

/** Describes what the request before this one has done. */
function saidBefore(c: Ctx): string | undefined {
  const { webhooks: texts } = c.get('texts')
  if (c.req.query('tested')) return texts.tested
  const count = c.req.query('again') ?? ''
  return /^\d{1,9}$/.test(count) ? texts.redelivered(Number(count)) : undefined
}
