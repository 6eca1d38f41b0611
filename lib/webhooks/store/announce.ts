import { type AnnouncedKind, announcedKinds } from '../announced-kind.js'
import type { Owner } from '../../runtime/owner.js'
import type { Webhook } from '../webhook.js'
import { getBeside, getTogether } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'

/*
 * A write says in itself that webhooks have to hear of it (docs/decisions/0031). Nothing is written for owners whose
 * webhooks do not take it.
 */

/** The attribute that a write adds to its item. */
export interface Announced {
  announces?: string
}

/** The interest of the owners' webhooks, as a write has seen it. */
export interface WebhookInterest {
  /** The attribute that the write adds to its item. */
  announced: Announced
  /** When the webhooks were asked for, in milliseconds since 1970. What was written before is seen. */
  since: number
  again: () => Promise<WebhookInterest>
}

/** The interest in changes that no webhook reports. */
export const UNREPORTED: WebhookInterest = {
  announced: {},
  since: Infinity,
  again: () => Promise.resolve(UNREPORTED),
}

/** The time for which a process trusts what it has read of an owner's webhooks, in milliseconds. */
const TRUSTED_MS = 500
/** A write that announces nothing, and ends so long after it looked, looks again before it is acknowledged. */
const OLD_MS = 800

/**
 * When a new webhook is in force, in milliseconds after it was written: every write that has not seen it has ended by
 * then, or looks again.
 */
export const IN_FORCE_AFTER_MS = OLD_MS + 100

interface OwnerInterest {
  kinds: ReadonlySet<AnnouncedKind>
  since: number
}

const interests = ttlCachePerTable<Promise<OwnerInterest>>(TRUSTED_MS)
const owners = ttlCachePerTable<Promise<Ownership>>()

/** The owner and the campaign of a resource, which never change. */
export interface Ownership {
  owner?: Owner | undefined
  event_campaign_id?: string | undefined
}

/** Returns whether webhooks hear of a write of a resource of an owner. */
export const announcing = (table: Table, kind: AnnouncedKind, owner: Owner): Promise<WebhookInterest> =>
  announcingTo(table, kind, [owner])

/** The same for an attendance, which the owner of the campaign of its event hears of, too. */
export async function announcingAttendance(
  table: Table,
  event: Ownership | string,
): Promise<WebhookInterest> {
  const { owner, event_campaign_id: campaign } =
    typeof event === 'string' ? await ownershipOf(table, keyOf.event(event)) : event
  const ofCampaign = campaign === undefined ? {} : await ownershipOf(table, keyOf.campaign(campaign))
  return announcingTo(table, 'attendance', [owner, ofCampaign.owner])
}

/** The same for a tagging. */
export const announcingTagging = async (table: Table, tag: string): Promise<WebhookInterest> =>
  announcingTo(table, 'tagging', [(await ownershipOf(table, keyOf.tag(tag))).owner])

async function announcingTo(
  table: Table,
  kind: AnnouncedKind,
  parties: (Owner | undefined)[],
): Promise<WebhookInterest> {
  const asked = [...new Set(parties)].flatMap((owner) => (owner ? interestOf(table, owner) : []))
  const found = await Promise.all(asked)
  return {
    announced: found.some(({ kinds }) => kinds.has(kind)) ? { announces: 'webhooks' } : {},
    since: Math.min(...found.map(({ since }) => since)),
    again: () => announcingTo(table, kind, parties),
  }
}

function interestOf(table: Table, owner: Owner): Promise<OwnerInterest> {
  return remembered(interests(table), owner, async () => {
    const since = Date.now()
    const items = await getBeside(table, keyOf.webhook(owner, ''))
    return { kinds: announcedKinds(items.map((item) => valueOf<Webhook>(item))), since }
  })
}

/**
 * Asks for the interest again after a write that took so long that a webhook may have come into force in between.
 * @returns the attribute that announces the item; undefined when the write has announced it, or no webhook takes it
 */
export async function lateAnnouncement({
  announced,
  since,
  again,
}: WebhookInterest): Promise<Announced | undefined> {
  const age = Date.now() - since
  // A clock that was set back makes the age negative.
  if (announced.announces !== undefined || (age >= 0 && age < OLD_MS)) return undefined
  const now = (await again()).announced
  return now.announces === undefined ? undefined : now
}

const ownershipOf = (table: Table, key: { pk: string; sk: string }): Promise<Ownership> =>
  remembered(owners(table), key.pk, async () => {
    const [item] = await getTogether(table, [key])
    return item ? valueOf<Ownership>(item) : {}
  })

function remembered<Value>(
  cache: ReturnType<ReturnType<typeof ttlCachePerTable<Promise<Value>>>>,
  name: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(name)
  if (known) return known
  const asked = load()
  cache.set(name, asked)
  asked.catch(() => cache.delete(name))
  return asked
}
