import type { Context, Hono } from 'hono'
import { changeWebhook, recordWebhook } from '../record-webhook.js'
import { type ShownWebhook, type Webhook, shownWebhook } from '../webhook.js'
import { idIn, pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { listWebhooks, deliveriesOf, findWebhook } from '../store/webhook-store.js'
import { offeredEvents } from '../../events/manage/event-choice.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type FormState, NO_FAULTS, faultsOf, textsIn } from '../../manage/page/form.js'
import { fresh, requires } from '../../manage/access/guards.js'
import { Icon } from '../../manage/page/icons.js'
import { page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import {
  NEW_VALUES,
  type Restrictions,
  WebhookForm,
  restrictionOf,
  valuesOf,
  webhookDraftIn,
} from './webhook-form.manage.js'
import { logWebhook, webhookPages } from './webhook-page.manage.js'
import { WebhookStatus, nameOfWebhook, secretPage } from './webhook-views.manage.js'
import { say } from '../../manage/page/flash.js'

type Ctx = Context<ManageEnv>

/** Events and campaigns that the form offers: the newest. */
const OFFERED = { page: 1, per_page: 100 }

/** Values that an empty form clears. Its other fields always have values. */
const CLEARED = { url: null, description: null, event: null, event_campaign: null }

/** Webhooks: a list with the health of each, and making and editing them. A secret is shown once. */
export function webhooksPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, table } = dependencies
  const path = ownerPath(':owner', 'webhooks')
  app.use(path, requires('webhooks'))
  app.use(`${path}/*`, requires('webhooks'))

  app.get(path, async (c) => {
    const found = await listWebhooks(table, c.get('owner').owner, pageIn(c))
    const deliveries = await deliveriesOf(table, found.members)
    const members = found.members.map((webhook, i) => shownWebhook(webhook, deliveries[i] ?? {}))
    return listPage(c, { ...found, members })
  })

  app.get(`${path}/new`, fresh, (c) => formPage(c, dependencies, { values: NEW_VALUES, faults: NO_FAULTS }, undefined))

  app.post(`${path}/new`, fresh, async (c) => {
    const values = textsIn(await c.req.parseBody())
    try {
      const draft = webhookDraftIn(site, values)
      const { webhook, secret = '' } = await recordWebhook(dependencies, c.get('owner').owner, draft)
      await logWebhook(c, dependencies, 'webhook_created', webhook)
      return secretPage(c, webhook, secret)
    } catch (error) {
      return formPage(c, dependencies, { values, faults: faultsOf(error) }, undefined)
    }
  })

  app.get(`${path}/:webhook/edit`, fresh, async (c) => {
    const webhook = await findWebhook(table, c.get('owner').owner, idIn(c, 'webhook'))
    return formPage(c, dependencies, { values: valuesOf(webhook), faults: NO_FAULTS }, webhook)
  })

  app.post(`${path}/:webhook/edit`, fresh, async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const values = textsIn(await c.req.parseBody())
    const before = await findWebhook(table, owner, idIn(c, 'webhook'))
    try {
      const change = { ...CLEARED, ...webhookDraftIn(site, values) }
      const asked = { change, rotates: false }
      const { webhook } = await changeWebhook(dependencies, owner, before.id, asked)
      await logWebhook(c, dependencies, 'webhook_changed', webhook)
      say(c, site, { said: c.get('texts').said.webhookSaved })
      return c.redirect(`${ownerPath(ownerId, 'webhooks')}/${webhook.id}`, 303)
    } catch (error) {
      return formPage(c, dependencies, { values, faults: faultsOf(error) }, before)
    }
  })

  webhookPages(app, dependencies)
}

function listPage(c: Ctx, found: Parameters<typeof PagedTable<ShownWebhook>>[0]['found']) {
  const { webhooks: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'webhooks')
  return page(c, {
    title: texts.title,
    section: 'webhooks',
    buttons: (
      <a class="btn main" href={`${base}/new`}>
        <Icon name="plus" />
        {texts.create}
      </a>
    ),
    children: (
      <>
        <PagedTable
          c={c}
          found={found}
          path={base}
          none={texts.none}
          columns={[
            {
              title: texts.webhook,
              cell: (each) => <a href={`${base}/${each.id}`}>{nameOfWebhook(each)}</a>,
            },
            { title: texts.status, cell: (each) => <WebhookStatus c={c} webhook={each} /> },
            {
              title: texts.lastDelivery,
              isNamed: true,
              cell: ({ last_delivery_date: at }) => (at ? <Time c={c} at={at} /> : '–'),
            },
            { title: texts.lastError, kind: 'secondary', cell: ({ last_error }) => last_error ?? '–' },
          ]}
        />
      </>
    ),
  })
}

async function formPage(c: Ctx, dependencies: ManageDependencies, form: FormState, webhook: Webhook | undefined) {
  const { webhooks: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'webhooks')
  return page(c, {
    title: webhook ? texts.editTitle(nameOfWebhook(webhook)) : texts.create,
    section: 'webhooks',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <WebhookForm
        c={c}
        form={form}
        action={webhook ? `${base}/${webhook.id}/edit` : `${base}/new`}
        restrictions={await restrictionsFor(c, dependencies, webhook)}
        isNew={!webhook}
      />
    ),
  })
}

/** The newest events and campaigns, and what the webhook is restricted to by now. */
async function restrictionsFor(
  c: Ctx,
  { events, campaigns }: ManageDependencies,
  webhook: Webhook | undefined,
): Promise<Restrictions> {
  const { owner } = c.get('owner')
  const { webhooks: texts } = c.get('texts')
  const [ofEvents, ofCampaigns] = await Promise.all([
    events.listSelectable(owner, OFFERED),
    campaigns.list(owner, OFFERED),
  ])
  const current = webhook ? restrictionOf(webhook) : ''
  return {
    ...(current && { [current]: texts.presentRestriction }),
    ...Object.fromEntries(
      offeredEvents(c, ofEvents.members).map(([event, label]) => [restrictionOf({ event }), texts.ofEvent(label)]),
    ),
    ...Object.fromEntries(
      ofCampaigns.members.map((campaign) => [
        restrictionOf({ event_campaign: campaign.id }),
        texts.ofCampaign(campaign.title),
      ]),
    ),
  }
}
