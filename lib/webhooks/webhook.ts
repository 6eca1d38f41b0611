import { type Fault, OsdiError, invalid } from '../runtime/errors.js'
import type { Change, Draft } from '../fields/field.js'
import type { MESSAGE_TYPES, webhookFields } from './webhook-fields.js'
import type { Owner } from '../runtime/owner.js'
import type { Principal } from '../runtime/principal.js'
import { isPublicHost } from '../outgoing/public-address.js'
import { nextVersion } from '../fields/version.js'

export type MessageType = (typeof MESSAGE_TYPES)[number]

/** Kinds of resources that messages are about. */
export type AnnouncedKind = 'attendance' | 'person' | 'event' | 'event_campaign' | 'tagging'

/** A subscription to changes: the receiver, the kinds of changes, and the manner of delivery. */
export interface Webhook {
  id: string
  owner: Owner
  url?: string
  types: (MessageType | '*')[]
  /** Ids of what it is restricted to; at most one of them. */
  event?: string
  event_campaign?: string
  format: 'standard' | 'action_network'
  max_per_second: number
  batch_size: number
  enabled: boolean
  description?: string
  /** Encrypted, the newest first. */
  secrets: KeptSecret[]
  /** The webhook receives writes that end after this date. */
  in_force_date: string
  /** Why deliveries have disabled it, until it is enabled again. */
  disabled_because?: string
  created_date: string
  modified_date: string
  revision: number
}

/** A secret that signs, encrypted; until a time where another one has replaced it. */
export interface KeptSecret {
  encrypted: string
  until?: string
}

/** The visible outcome of a webhook's deliveries. */
export interface Deliveries {
  last_delivery_date?: string
  last_error?: string
  is_failing?: boolean
}

/** A webhook as documents show it. */
export interface ShownWebhook extends Webhook, Deliveries {
  status: 'ok' | 'failing' | 'disabled'
  /** In plain text, where it is shown at all. */
  secret?: string
}

export type WebhookDraft = Draft<typeof webhookFields>
export type WebhookChange = Change<typeof webhookFields>

/** For how long a secret goes on signing after another one has replaced it. */
const ROTATION_MS = 86_400_000

/** Messages and deliveries are kept for this time. */
export const KEPT_DAYS = 30

/** The most webhooks of an owner: whatever hears of changes reads all of them. */
export const MOST_WEBHOOKS = 20

/** The resource that a message is about, by which webhooks choose. */
export interface About {
  /** The owner of the resource. */
  owner: Owner
  event?: string | undefined
  event_campaign?: string | undefined
}

/** The subject of a message. */
export interface Subject extends About {
  type: MessageType
}

/** Whether a webhook hears of some changes of a resource. */
export function hearsOf(webhook: Webhook, kind: AnnouncedKind, { owner, event, event_campaign }: About) {
  if (!webhook.enabled || !webhook.types.some((type) => type === '*' || kindOf(type) === kind)) return false
  if (webhook.event_campaign !== undefined)
    return webhook.event_campaign === event_campaign && ['attendance', 'event_campaign'].includes(kind)
  return webhook.owner === owner && (webhook.event === undefined || webhook.event === event)
}

/** Whether a webhook takes a message. */
export const takes = (webhook: Webhook, { type, ...about }: Subject): boolean =>
  (webhook.types.includes('*') || webhook.types.includes(type)) && hearsOf(webhook, kindOf(type), about)

const kindOf = (type: MessageType) => type.split('.')[0] as AnnouncedKind

/** The largest difference between the clocks of two functions, in milliseconds. Those of AWS differ by a few. */
export const SKEW_MS = 150

/**
 * Whether a message may show less than the collections do. While a webhook is created, some processes know of it and
 * others do not, so what it is not told of is read from the collections.
 * @param startedAt when its making started, in milliseconds since 1970
 */
export const isBeforeForce = ({ in_force_date }: Webhook, startedAt: number): boolean =>
  startedAt < Date.parse(in_force_date) + SKEW_MS

/** @throws OsdiError invalid, naming every fault */
export function newWebhook(
  draft: WebhookDraft,
  { id, owner, secret, now }: { id: string; owner: Owner; secret: KeptSecret; now: Date },
  allowsPrivate: boolean,
): Webhook {
  const { types, url, event, event_campaign, description } = draft
  const webhook: Webhook = {
    id,
    owner,
    types,
    ...(url && { url }),
    ...(event && { event }),
    ...(event_campaign && { event_campaign }),
    format: draft.format ?? 'standard',
    max_per_second: draft.max_per_second ?? 50,
    batch_size: draft.batch_size ?? 1,
    enabled: draft.enabled ?? true,
    ...(description && { description }),
    secrets: [secret],
    in_force_date: now.toISOString(),
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
    revision: 1,
  }
  return checked(webhook, allowsPrivate)
}

/** Splits a PUT by the rule of every PUT: a field that alone is invalid is ignored and named, and the rest applies. */
export function splitChange(
  { types, url, ...others }: WebhookChange,
  allowsPrivate: boolean,
): { change: WebhookChange; ignored: string[] } {
  const isListed = types?.length !== 0
  const isAddress = !url || faultsOfUrl(url, allowsPrivate).length === 0
  return {
    change: {
      ...others,
      ...(isListed && types !== undefined && { types }),
      ...(isAddress && url !== undefined && { url }),
    },
    ignored: [...(isListed ? [] : ['types']), ...(isAddress ? [] : ['url'])],
  }
}

/**
 * Returns the webhook after a PUT. Enabling it forgets why it was disabled.
 * @param secret replaces the one that signs, which goes on signing for a day
 * @throws OsdiError invalid, as newWebhook
 */
export function changedWebhook(
  before: Webhook,
  change: WebhookChange,
  secret: KeptSecret | undefined,
  now: Date,
  allowsPrivate: boolean,
): Webhook {
  const next: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(change)) {
    if (value !== null && value !== undefined) next[name] = value
    else if (value === null && ['url', 'event', 'event_campaign', 'description'].includes(name)) delete next[name]
  }
  const after = next as unknown as Webhook
  if (change.enabled) delete after.disabled_because
  const until = new Date(now.getTime() + ROTATION_MS).toISOString()
  const [signing] = before.secrets
  return checked(
    {
      ...after,
      secrets: secret && signing ? [secret, { ...signing, until }] : before.secrets,
      ...nextVersion(before, now),
    },
    allowsPrivate,
  )
}

/** The webhook after deliveries have given it up. */
export const disabledWebhook = (before: Webhook, because: string, now: Date): Webhook => ({
  ...before,
  enabled: false,
  disabled_because: because,
  ...nextVersion(before, now),
})

/** A webhook with what deliveries have made known of it. */
export function shownWebhook(webhook: Webhook, deliveries: Deliveries, secret?: string): ShownWebhook {
  const last_error = webhook.disabled_because ?? deliveries.last_error
  return {
    ...webhook,
    ...deliveries,
    ...(last_error && { last_error }),
    ...(secret && { secret }),
    status: !webhook.enabled ? 'disabled' : deliveries.is_failing ? 'failing' : 'ok',
  }
}

/**
 * Returns a webhook as a key may see it: below `all`, only the origin of its address. Who has the whole address of many
 * receivers may write to them.
 */
export const visibleTo = ({ scope = 'all' }: Pick<Principal, 'scope'>, webhook: ShownWebhook): ShownWebhook =>
  scope === 'all' || webhook.url === undefined ? webhook : { ...webhook, url: new URL(webhook.url).origin }

/** @throws OsdiError conflict for one that is disabled */
export function requireEnabled({ enabled }: Webhook): void {
  if (enabled) return
  const description = 'The webhook is disabled: nothing is sent until it is enabled again'
  throw new OsdiError('conflict', description, [
    { error_code: 'webhook_disabled', description, properties: ['enabled'] },
  ])
}

function checked(webhook: Webhook, allowsPrivate: boolean): Webhook {
  const [first, ...others] = [...faultsOfTypes(webhook), ...faultsOfUrl(webhook.url, allowsPrivate)]
  if (first) throw invalid([first, ...others])
  return webhook
}

function faultsOfTypes({ types, event, event_campaign, format }: Webhook): Fault[] {
  const kinds = types.flatMap((type) => (type === '*' ? [] : kindOf(type)))
  const onlyFor = (allowed: AnnouncedKind[]) => kinds.every((kind) => allowed.includes(kind))
  return [
    ...(types.length === 0 ? [fault('types', 'types must name at least one type of message')] : []),
    ...(event && event_campaign
      ? [fault('event_campaign', 'event and event_campaign cannot both restrict a webhook')]
      : []),
    ...(event && !onlyFor(['attendance', 'event'])
      ? [fault('types', 'types must be of attendances or events where event restricts the webhook')]
      : []),
    ...(event_campaign && !onlyFor(['attendance', 'event_campaign'])
      ? [fault('types', 'types must be of attendances or event campaigns where event_campaign restricts it')]
      : []),
    ...(format === 'action_network' && !(types.length > 0 && !types.includes('*') && onlyFor(['attendance']))
      ? [fault('format', 'format action_network is for types of attendances alone')]
      : []),
  ]
}

/** Names are checked when they are resolved, at each delivery. */
function faultsOfUrl(url: string | undefined, allowsPrivate: boolean): Fault[] {
  if (url === undefined) return []
  if (!URL.canParse(url)) return [fault('url', 'url must be an address that begins with https://')]
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) return [fault('url', 'url must hold no user name and no password')]
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:'))
    return [fault('url', 'url must begin with https://')]
  if (!allowsPrivate && !isPublicHost(hostname)) return [fault('url', 'url must be an address on the public internet')]
  return []
}

const fault = (property: string, description: string): Fault => ({
  error_code: 'malformed',
  description,
  properties: [property],
})
