import { type Fault, invalid } from '../../runtime/errors.js'
import type { Body } from '../../fields/field.js'
import { webhookFields } from '../webhook-fields.js'
import { ownNames } from '../../fields/vocabulary.js'
import type { Scope } from '../../runtime/principal.js'
import type { Site } from '../../runtime/site.js'
import type { ShownWebhook } from '../webhook.js'
import { type Delivery, type Message, messageDocument } from '../webhook-message.js'
import * as values from '../../fields/values.js'
import { readChangeOf, readDraft, readNew } from '../../fields/read-body.js'
import { withoutSelfService } from '../../attendances/documents/self-service.js'
import { collection } from '../../hal/collection.js'
import { documentOf, pagesOf, resourceOf, type Resource } from '../../hal/document.js'
import { idIn, link, relation } from '../../hal/links.js'
import type { Page } from '../../fields/page.js'
import { v2 } from '../../hal/v2/version.js'

export const webhookVocabulary = ownNames(webhookFields)

/** @throws OsdiError invalid, naming every fault */
export function readNewWebhook(site: Site, body: Body) {
  const { draft, ignored } = readDraft(webhookVocabulary, body, site)
  return { draft: { ...draft, ...namedIn(site, draft) }, ignored }
}

/** Reads a change. `rotate_secret` asks for a new secret. @throws OsdiError invalid for a restriction it cannot have */
export function readWebhookChange(site: Site, body: Body) {
  const { rotate_secret, ...others } = body
  const { change, ignored } = readChangeOf(webhookVocabulary, others, site)
  return {
    change: { ...change, ...namedIn(site, change) },
    rotates: rotate_secret === true,
    ignored,
  }
}

/** Replaces addresses by ids. */
function namedIn(site: Site, sent: { event?: string | null; event_campaign?: string | null }) {
  const [event, event_campaign] = [
    idOf(site, sent.event, 'events', 'event'),
    idOf(site, sent.event_campaign, 'event_campaigns', 'event_campaign'),
  ]
  return { ...(event && { event }), ...(event_campaign && { event_campaign }) }
}

function idOf(site: Site, href: string | null | undefined, type: 'events' | 'event_campaigns', field: string) {
  if (href === null || href === undefined) return undefined
  const id = idIn(site, href, type)
  if (id === undefined) throw unknownAddress(field)
  return id
}

function unknownAddress(field: string) {
  const description = `${field} must be the address of one of yours`
  const fault: Fault = { error_code: 'unknown_address', description, properties: [field] }
  return invalid([fault])
}

const webhook = /* @__PURE__ */ documentOf(v2, {
  vocabulary: webhookVocabulary,
  links: ({ id }: ShownWebhook) => {
    const self = `webhooks/${id}`
    return {
      self,
      ':messages': `${self}/messages`,
      ':deliveries': `${self}/deliveries`,
      ':test': `${self}/test`,
      ':redeliver': `${self}/redeliver`,
    }
  },
  computed: ({ event, event_campaign, secret }, site) => ({
    event: event && link(site, v2, 'events', event).href,
    event_campaign: event_campaign && link(site, v2, 'event_campaigns', event_campaign).href,
    secret,
  }),
})

export const webhookResource = /* @__PURE__ */ resourceOf(webhook)
export const webhookCollection = /* @__PURE__ */ pagesOf(v2, { at: 'webhooks', rel: ':webhooks' }, webhook)

/** An attempt has no address of its own, but one at which it is repeated. */
function delivery(site: Site, webhook: string, delivery: Delivery): Resource {
  const { id, message, type, attempt, date, duration_ms, status_code, error } = delivery
  const again = link(site, v2, 'webhooks', webhook, 'deliveries', id, 'redeliver')
  return {
    id,
    message,
    type,
    attempt,
    date,
    duration_ms,
    ...(status_code !== undefined && { status_code }),
    ...(error !== undefined && { error }),
    _links: { self: again, [relation(site, ':redeliver')]: again },
  }
}

/** Serializes a page of the deliveries of a webhook. */
export const deliveryCollection = (site: Site, webhook: string, page: Page<Delivery>, query: string) =>
  collection({
    site,
    page,
    self: link(site, v2, 'webhooks', webhook, 'deliveries'),
    rel: relation(site, ':deliveries'),
    query,
    resource: (each) => delivery(site, webhook, each),
  })

/** Reads since when messages are to be sent again. @throws OsdiError invalid */
export const readSince = (site: Site, body: Body) =>
  readNew({ since: { value: values.instant, required: true } }, body, site).values['since'] as string

/**
 * Serializes messages that a receiver pulls.
 * @param scope of its key: one that only reads gets no links by which people change their attendances
 * @param hasMore whether there are more after them
 */
export const pulledMessages = (site: Site, scope: Scope | undefined, messages: Message[], hasMore: boolean) => ({
  messages: messages.map((each) => {
    const message = messageDocument(each)
    return scope === 'read' ? { ...message, data: withoutSelfService(site, message.data) } : message
  }),
  next: messages.at(-1)?.id ?? null,
  has_more: hasMore,
})
