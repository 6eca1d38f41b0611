import { type AnnouncedKind, announcedKinds } from '../../domain/announced-kind.js'
import type { Owner } from '../../domain/principal.js'
import type { Webhook } from '../../domain/webhook.js'
import { getBeside, getOne } from '../reads.js'
import { type Table, keyOf, valueOf } from '../table.js'
import { ttlCachePerTable } from '../ttl-cache.js'

/*
 * A write says in itself that webhooks have to hear of it (docs/decisions/0060). Nothing is written for owners whose
 * webhooks do not take it.
 */

/** What a write adds to its item. */
export interface Announced {
  announces?: string
}

/** How long a process trusts what it has read of an owner's webhooks. A new webhook is in force after that. */
export const TRUSTED_MS = 500

const interests = ttlCachePerTable<Promise<ReadonlySet<AnnouncedKind>>>(TRUSTED_MS)
const owners = ttlCachePerTable<Promise<Party>>()

/** Whose events and attendances something is among. None of it ever changes. */
interface Party {
  owner?: Owner | undefined
  event_campaign_id?: string | undefined
}

/** Returns what a write of a resource of an owner adds to its item. */
export const announcing = (table: Table, kind: AnnouncedKind, owner: Owner): Promise<Announced> =>
  announcingTo(table, kind, [owner])

/** The same for an attendance, which the owner of the campaign of its event hears of, too. */
export async function announcingAttendance(table: Table, event: Party | string): Promise<Announced> {
  const { owner, event_campaign_id: campaign } =
    typeof event === 'string' ? await partyOf(table, keyOf.event(event)) : event
  const ofCampaign = campaign === undefined ? {} : await partyOf(table, keyOf.campaign(campaign))
  return announcingTo(table, 'attendance', [owner, ofCampaign.owner])
}

/** The same for a tagging. */
export const announcingTagging = async (table: Table, tag: string): Promise<Announced> =>
  announcingTo(table, 'tagging', [(await partyOf(table, keyOf.tag(tag))).owner])

async function announcingTo(
  table: Table,
  kind: AnnouncedKind,
  parties: (Owner | undefined)[],
): Promise<Announced> {
  const asked = [...new Set(parties)].flatMap((owner) => (owner ? interestOf(table, owner) : []))
  return (await Promise.all(asked)).some((kinds) => kinds.has(kind)) ? { announces: 'webhooks' } : {}
}

/** The age counts from the beginning of the read: what was written before it is seen. */
function interestOf(table: Table, owner: Owner): Promise<ReadonlySet<AnnouncedKind>> {
  return remembered(interests(table), owner, async () => {
    const items = await getBeside(table, keyOf.webhook(owner, ''))
    return announcedKinds(items.map((item) => valueOf<Webhook>(item)))
  })
}

const partyOf = (table: Table, key: { pk: string; sk: string }): Promise<Party> =>
  remembered(owners(table), key.pk, async () => {
    const item = await getOne(table, key)
    return item ? valueOf<Party>(item) : {}
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
