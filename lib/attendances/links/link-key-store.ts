import { type LinkKeys, newLinkKey } from './link-token.js'
import { getTogether } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'

export interface LinkKeyStore {
  /** Returns the keys, and makes the first one. A process remembers them for a minute. */
  load(): Promise<LinkKeys>
  /** The same for functions that only read. @returns undefined before the first key is made */
  find(): Promise<LinkKeys | undefined>
  /** Returns the keys as they are now, and makes the first one. */
  read(): Promise<LinkKeys>
  /** Returns the keys as they are now. @returns undefined before the first key is made */
  look(): Promise<LinkKeys | undefined>
}

/** The time for which a process trusts what it has read, in milliseconds. */
const REMEMBERED_MS = 60_000
const rememberedOf = ttlCachePerTable<LinkKeys>(REMEMBERED_MS)

type StoredKeys = LinkKeys & { revision: number }

/** Stores the keys that sign self-service links. They are one item, which the first process that needs it makes. */
export function linkKeyStore(table: Table): LinkKeyStore {
  const remembered = rememberedOf(table)
  const [look, read] = [() => lookFor(table), () => readKeys(table)]

  const remembering =
    <Keys extends LinkKeys | undefined>(load: () => Promise<Keys>) =>
    async (): Promise<Keys | LinkKeys> => {
      const known = remembered.get('')
      if (known) return known
      const keys = await load()
      if (keys) remembered.set('', keys)
      return keys
    }

  return {
    read,
    look,
    load: remembering(read),
    find: remembering(look),
  }
}

/** Together with what else the request reads: a cold process has no connection for a request of its own. */
async function lookFor(table: Table): Promise<StoredKeys | undefined> {
  const [found] = await getTogether(table, [keyOf.linkKeys()])
  return found && valueOf<StoredKeys>(found)
}

/** Reads the keys as they are now, and makes the first one. */
export async function readKeys(table: Table): Promise<StoredKeys> {
  const found = await lookFor(table)
  if (found) return found
  const first: StoredKeys = { current: 1, keys: { 1: newLinkKey(new Date()) }, revision: 1 }
  return valueOf<StoredKeys>((await putIfAbsent(table, keyOf.linkKeys(), first)) ?? { ...first })
}
