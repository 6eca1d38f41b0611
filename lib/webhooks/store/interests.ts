import type { Announcement } from '../announced-resource.js'
import { type About, type AnnouncedKind, type Webhook, hearsOf } from '../webhook.js'
import type { Owner } from '../../runtime/owner.js'
import { getBeside, getTogether } from '../../table/reads.js'
import { isA } from '../../table/items/items.js'
import { type Key, type Table, idInKey, keyIn, keyOf, valueOf } from '../../table/table.js'
import { type TtlCache, ttlCache } from '../../table/ttl-cache.js'

/*
 * The reader of the stream asks whether a webhook hears of a change: after the write, which knows of no webhook
 * (docs/decisions/0031).
 */

/** The time for which a process trusts what it has read of an owner's webhooks, in milliseconds. */
const TRUSTED_MS = 500

/**
 * When a new webhook is in force, in milliseconds after it was written: no process trusts a list without it by then,
 * and what was passed over is in the table.
 */
export const IN_FORCE_AFTER_MS = TRUSTED_MS + 100

/** The owner and the campaign of a resource, which never change. */
interface Ownership {
  owner?: Owner
  event_campaign_id?: string
}

/** Makes what chooses the changes that some webhook hears of. It reads each event, and each list of webhooks, once. */
export function heardByWebhooks(table: Table) {
  const webhooks = ttlCache<Promise<Webhook[]>>(TRUSTED_MS)
  const ownerships = ttlCache<Promise<Ownership>>()
  const webhooksOf = (owner: Owner) =>
    remembered(webhooks, owner, async () =>
      (await getBeside(table, keyOf.webhook(owner, ''))).map((item) => valueOf<Webhook>(item)),
    )
  const ownershipOf = (key: Key) =>
    remembered(ownerships, key.pk, async () => {
      const [item] = await getTogether(table, [key])
      if (!item) ownerships.delete(key.pk)
      return item ? valueOf<Ownership>(item) : {}
    })

  const isHeard = async (change: Announcement): Promise<boolean> => {
    const found = await subjectOf(change, ownershipOf)
    if (!found) return false
    const { kind, about } = found
    const ofCampaign =
      kind === 'attendance' && about.event_campaign !== undefined
        ? await ownershipOf(keyOf.campaign(about.event_campaign))
        : {}
    const owners = [...new Set([about.owner, ...(ofCampaign.owner ? [ofCampaign.owner] : [])])]
    const all = (await Promise.all(owners.map(webhooksOf))).flat()
    return all.some((webhook) => hearsOf(webhook, kind, about))
  }

  return async (changes: Announcement[]): Promise<Announcement[]> => {
    const heard = await Promise.all(changes.map(isHeard))
    return changes.filter((_, i) => heard[i])
  }
}

/** @returns undefined for a change of something that is gone */
async function subjectOf(
  change: Announcement,
  ownershipOf: (key: Key) => Promise<Ownership>,
): Promise<{ kind: AnnouncedKind; about: About } | undefined> {
  const key = keyIn(change)
  const { owner, tag } = change
  const id = idInKey(key.pk)
  if (isA('attendance', key)) {
    const event = idInKey(key.sk)
    const { owner: ofEvent, event_campaign_id } = await ownershipOf(keyOf.event(event))
    return ofEvent && { kind: 'attendance', about: { owner: ofEvent, event, event_campaign: event_campaign_id } }
  }
  if (isA('tagging', key)) {
    const { owner: ofTag } = tag === undefined ? {} : await ownershipOf(keyOf.tag(tag))
    return ofTag && { kind: 'tagging', about: { owner: ofTag } }
  }
  if (owner === undefined) return undefined
  if (isA('person', key)) return { kind: 'person', about: { owner } }
  if (isA('event', key)) return { kind: 'event', about: { owner, event: id } }
  return { kind: 'event_campaign', about: { owner, event_campaign: id } }
}

/** A failure is not remembered. */
function remembered<Value>(cache: TtlCache<Promise<Value>>, name: string, load: () => Promise<Value>) {
  const known = cache.get(name)
  if (known) return known
  const asked = load()
  cache.set(name, asked)
  asked.catch(() => cache.delete(name))
  return asked
}
