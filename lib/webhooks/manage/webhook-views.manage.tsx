import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { Page } from '../../fields/page.js'
import type { ShownWebhook, Webhook } from '../webhook.js'
import type { Delivery } from '../webhook-message.js'
import type { ManageEnv } from '../../manage/environment.js'
import { FaultSummary, Field, type FormState } from '../../manage/page/form.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { CopyBlock, Notice } from '../../manage/page/notice.js'

type Ctx = Context<ManageEnv>

/** Returns the name of a webhook on pages: its description, or else its URL. */
export const nameOfWebhook = ({ id, url, description }: Webhook): string => description ?? url ?? id

/** Shows whether the receiver takes messages. */
export const WebhookStatus: FC<{ c: Ctx; webhook: ShownWebhook }> = ({ c, webhook }) => (
  <span class={webhook.status === 'failing' ? 'badge bad' : 'badge'}>
    {c.get('texts').webhooks.statuses[webhook.status]}
  </span>
)

const pathOf = (c: Ctx, webhook: Webhook) => `${ownerPath(c.get('owner').id, 'webhooks')}/${webhook.id}`

/** A page with a new secret: the only time that it is shown. */
export function secretPage(c: Ctx, webhook: Webhook, secret: string) {
  const { webhooks: texts, copy, copied } = c.get('texts')
  return page(c, {
    title: nameOfWebhook(webhook),
    section: 'webhooks',
    children: (
      <>
        <Notice kind="good">
          <div class="stack tight">
            <p>{texts.shownOnce}</p>
            <CopyBlock id="secret" value={secret} button={copy} done={copied} />
          </div>
        </Notice>
        <p>{texts.signs}</p>
        <p class="line">
          <a class="btn main" href={pathOf(c, webhook)}>
            {texts.goOn}
          </a>
        </p>
      </>
    ),
  })
}

/** A page that asks before a webhook is removed. */
export function questionPage(c: Ctx, webhook: Webhook) {
  const { webhooks: texts } = c.get('texts')
  const base = pathOf(c, webhook)
  return page(c, {
    title: texts.removeTitle(nameOfWebhook(webhook)),
    section: 'webhooks',
    children: (
      <Form c={c} action={`${base}/remove`} class="card stack max-l">
        <p>{texts.removeExplain}</p>
        <p class="line">
          <button class="btn danger">{texts.remove}</button>
          <a href={base}>{texts.keep}</a>
        </p>
      </Form>
    ),
  })
}

interface Shown {
  webhook: ShownWebhook
  found: Page<Delivery>
  form: FormState
  /** The message about the last action. */
  said?: string | undefined
}

/** The page of a webhook: its health, what can be done with it, and what was sent. */
export function webhookPage(c: Ctx, { webhook, found, form, said }: Shown) {
  const { webhooks: texts } = c.get('texts')
  return page(c, {
    title: nameOfWebhook(webhook),
    section: 'webhooks',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {said && <Notice kind="good">{said}</Notice>}
        <Facts c={c} webhook={webhook} />
        <Changes c={c} webhook={webhook} />
        <h2>{texts.deliveries}</h2>
        {webhook.url === undefined ? (
          <p>{texts.pulled}</p>
        ) : (
          <Deliveries c={c} webhook={webhook} found={found} form={form} />
        )}
      </>
    ),
  })
}

const Facts: FC<{ c: Ctx; webhook: ShownWebhook }> = ({ c, webhook }) => {
  const { webhooks: texts } = c.get('texts')
  const { url, types, last_delivery_date, last_error, event, event_campaign } = webhook
  return (
    <ul class="card plain stack tight">
      <li>
        <WebhookStatus c={c} webhook={webhook} />{' '}
        {last_delivery_date && (
          <span class="quiet">
            {texts.lastDelivery} <Time c={c} at={last_delivery_date} />
          </span>
        )}
      </li>
      {last_error && (
        <li>
          {texts.lastError}: {last_error}
        </li>
      )}
      <li>{url ? <code>{url}</code> : texts.pulled}</li>
      <li>{types.map((type) => texts.types[type]).join(', ')}</li>
      {(event ?? event_campaign) && <li>{event ? texts.oneEvent : texts.oneCampaign}</li>}
    </ul>
  )
}

/** Buttons for what changes a webhook. A disabled one sends no test. */
const Changes: FC<{ c: Ctx; webhook: ShownWebhook }> = ({ c, webhook }) => {
  const { webhooks: texts } = c.get('texts')
  const base = pathOf(c, webhook)
  return (
    <>
      <div class="line">
        <a class="btn" href={`${base}/edit`}>
          {texts.edit}
        </a>
        {webhook.enabled && (
          <Form c={c} action={`${base}/test`}>
            <button class="btn">{texts.test}</button>
          </Form>
        )}
        <Form c={c} action={`${base}/${webhook.enabled ? 'disable' : 'enable'}`}>
          <button class="btn">{webhook.enabled ? texts.disable : texts.enable}</button>
        </Form>
        <Form c={c} action={`${base}/rotate`}>
          <button class="btn">{texts.rotate}</button>
        </Form>
        <a href={`${base}/remove`}>{texts.removeLink}</a>
      </div>
      <p class="hint">{texts.rotateExplain}</p>
    </>
  )
}

const Deliveries: FC<{ c: Ctx; webhook: ShownWebhook; found: Page<Delivery>; form: FormState }> = ({
  c,
  webhook,
  found,
  form,
}) => {
  const texts = c.get('texts')
  const { webhooks: words } = texts
  const base = pathOf(c, webhook)
  return (
    <>
      <PagedTable
        c={c}
        found={found}
        path={base}
        none={words.noDeliveries}
        columns={[
          { title: words.when, cell: ({ date }) => <Time c={c} at={date} /> },
          { title: words.message, cell: ({ type, message }) => <span title={message}>{type}</span> },
          { title: words.attempt, kind: 'number', cell: ({ attempt }) => attempt },
          { title: words.result, cell: ({ status_code, error }) => error ?? words.taken(status_code) },
          { title: words.duration, kind: 'secondary', cell: ({ duration_ms }) => `${duration_ms} ms` },
          {
            title: '',
            cell: ({ id, type, date }) =>
              webhook.enabled && (
                <Form c={c} action={`${base}/deliveries/${id}/redeliver`}>
                  <button class="btn ghost" aria-label={`${words.redeliver}: ${type}, ${date}`}>
                    {words.redeliver}
                  </button>
                </Form>
              ),
          },
        ]}
      />
      {webhook.enabled && (
        <>
          <h2>{words.redeliverAll}</h2>
          <FaultSummary texts={texts} form={form} labels={{ since: words.since }} />
          <Form c={c} action={`${base}/redeliver`} class="card stack max-l">
            <Field
              texts={texts}
              form={form}
              name="since"
              type="datetime-local"
              label={words.since}
              hint={words.sinceHint}
            />
            <div class="line">
              <button class="btn">{words.redeliverButton}</button>
            </div>
          </Form>
        </>
      )}
    </>
  )
}
