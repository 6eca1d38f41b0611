import { notFound } from '../../../domain/errors.js'
import { type LinkKeys, newLinkKey, versionAfter } from '../../../domain/attendances/link-token.js'
import { getOne } from '../../reads.js'
import { retryOnConflict } from '../../retry-on-conflict.js'
import { type Table, keyOf, valueOf } from '../../table.js'
import { putIfAbsent, updateWith } from '../../transaction.js'
import { ttlCache } from '../../ttl-cache.js'
import { revise } from '../../update.js'

export interface LinkKeyStore {
  /** Returns the keys, and makes the first one. A process remembers them for a minute. */
  load(): Promise<LinkKeys>
  /** The same for functions that only read. @returns undefined before the first key is made */
  find(): Promise<LinkKeys | undefined>
  /** Returns the keys as they are now, and makes the first one. */
  read(): Promise<LinkKeys>
  /** Returns the keys as they are now. @returns undefined before the first key is made */
  look(): Promise<LinkKeys | undefined>
  /** Makes a new key, which signs from now on. Links that other keys have signed stay valid. */
  rotate(now: Date): Promise<LinkKeys>
  /**
   * Revokes a key: the links that it has signed work nowhere after a minute. A new key replaces the one that signs.
   * @throws OsdiError not_found
   */
  revoke(version: number, now: Date): Promise<LinkKeys>
}

/** The time for which a process trusts what it has read, in milliseconds. */
const REMEMBERED_MS = 60_000

type Stored = LinkKeys & { revision: number }

/** Stores the keys that sign self-service links. They are one item, which the first process that needs it makes. */
export function linkKeyStore(table: Table): LinkKeyStore {
  const remembered = ttlCache<LinkKeys>(REMEMBERED_MS)

  const look = async (): Promise<Stored | undefined> => {
    const found = await getOne(table, keyOf.linkKeys())
    return found && valueOf<Stored>(found)
  }

  const read = async (): Promise<Stored> => {
    const found = await look()
    if (found) return found
    const first: Stored = { current: 1, keys: { 1: newLinkKey(new Date()) }, revision: 1 }
    return valueOf<Stored>((await putIfAbsent(table, keyOf.linkKeys(), first)) ?? { ...first })
  }

  const change = (changed: (keys: LinkKeys) => LinkKeys): Promise<LinkKeys> =>
    retryOnConflict(async () => {
      const before = await read()
      const after = { ...before, ...changed(before), revision: before.revision + 1 }
      const outcome = await updateWith(table, revise(keyOf.linkKeys(), before, after), [])
      return outcome === 'written' ? after : undefined
    })

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

    rotate: (now) => change((keys) => withNewKey(keys, now)),

    revoke: (version, now) =>
      change((before) => {
        if (!before.keys[version]) throw notFound()
        const { current, keys } = before.current === version ? withNewKey(before, now) : before
        const { [version]: _revoked, ...left } = keys
        return { current, keys: left }
      }),
  }
}

function withNewKey({ current, keys }: LinkKeys, now: Date): LinkKeys {
  const next = versionAfter(current)
  return { current: next, keys: { ...keys, [next]: newLinkKey(now) } }
}
