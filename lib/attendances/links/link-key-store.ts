import { type LinkKeys, newLinkKey, versionOf } from './link-token.js'
import { getTogether } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'

/* The keys that sign self-service links are one item, which the first process that needs it makes. */

/** The time for which a process trusts what it has read, in milliseconds. */
const REMEMBERED_MS = 60_000
const rememberedOf = ttlCachePerTable<LinkKeys>(REMEMBERED_MS)

type StoredKeys = LinkKeys & { revision: number }

/** Returns the keys, and makes the first one. A process remembers them for a minute. */
export const loadKeys = (table: Table): Promise<LinkKeys> => remembering(table, readKeys)

/** The same for functions that only read. @returns undefined before the first key is made */
export const findKeys = (table: Table): Promise<LinkKeys | undefined> => remembering(table, lookForKeys)

async function remembering<Keys extends LinkKeys | undefined>(
  table: Table,
  load: (table: Table) => Promise<Keys>,
): Promise<Keys | LinkKeys> {
  const remembered = rememberedOf(table)
  const known = remembered.get('')
  if (known) return known
  const keys = await load(table)
  if (keys) remembered.set('', keys)
  return keys
}

/**
 * Returns the keys as they are now, read together with what else the request reads: a cold process has no connection
 * for a request of its own.
 * @returns undefined before the first key is made
 */
export async function lookForKeys(table: Table): Promise<StoredKeys | undefined> {
  const [found] = await getTogether(table, [keyOf.linkKeys()])
  return found && valueOf<StoredKeys>(found)
}

/** Reads the keys as they are now, and makes the first one. */
export async function readKeys(table: Table): Promise<StoredKeys> {
  const found = await lookForKeys(table)
  if (found) return found
  const first: StoredKeys = { current: 1, keys: { 1: newLinkKey(new Date()) }, revision: 1 }
  return valueOf<StoredKeys>((await putIfAbsent(table, keyOf.linkKeys(), first)) ?? { ...first })
}

/**
 * Reads a token by the keys that this process remembers, or for a key that another process has made since, anew.
 * @returns undefined when the service did not sign it, or its key was revoked
 */
export async function readSigned<Named>(
  table: Table,
  token: string,
  read: (keys: LinkKeys, token: string) => Named | undefined,
): Promise<Named | undefined> {
  const version = versionOf(token)
  if (version === undefined) return undefined
  const known = await findKeys(table)
  const current = known?.keys[version] ? known : await lookForKeys(table)
  return current && read(current, token)
}
