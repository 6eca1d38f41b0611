import { type LinkKeys, newLinkKey, versionAfter } from './link-token.js'
import { notFound } from '../../runtime/errors.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf } from '../../table/table.js'
import { updateWith } from '../../table/transaction.js'
import { revise } from '../../table/update.js'
import { readKeys } from './link-key-store.js'

/** Makes a new key, which signs from now on. Links that other keys have signed stay valid. */
export const rotateLinkKeys = (table: Table, now: Date): Promise<LinkKeys> =>
  change(table, (keys) => withNewKey(keys, now))

/**
 * Revokes a key: the links that it has signed work nowhere after a minute. A new key replaces the one that signs.
 * @throws OsdiError not_found
 */
export const revokeLinkKey = (table: Table, version: number, now: Date): Promise<LinkKeys> =>
  change(table, (before) => {
    if (!before.keys[version]) throw notFound()
    const { current, keys } = before.current === version ? withNewKey(before, now) : before
    const { [version]: _revoked, ...left } = keys
    return { current, keys: left }
  })

const change = (table: Table, changed: (keys: LinkKeys) => LinkKeys): Promise<LinkKeys> =>
  retryOnConflict(async () => {
    const before = await readKeys(table)
    const after = { ...before, ...changed(before), revision: before.revision + 1 }
    const outcome = await updateWith(table, revise(keyOf.linkKeys(), before, after), [])
    return outcome === 'written' ? after : undefined
  })

function withNewKey({ current, keys }: LinkKeys, now: Date): LinkKeys {
  const next = versionAfter(current)
  return { current: next, keys: { ...keys, [next]: newLinkKey(now) } }
}
