import type { Principal, RateLimit } from '../../runtime/principal.js'
import { UpdateCommand } from '../../table/client/commands.js'
import { ConditionalCheckFailedException } from '../../table/client/errors.js'
import { log } from '../../runtime/log.js'
import { dispensable } from '../../runtime/request-context.js'
import { hashOf, secretStore } from './secret-store.js'
import { type Table, keyOf } from '../../table/table.js'
import { ttlCache } from '../../table/ttl-cache.js'
import { all, either, has, isBelow, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

/**
 * The time for which a warm process trusts what it read of a key, in milliseconds; a revoked key works no longer than
 * this.
 */
const REMEMBERED_MS = 60_000

/** The precision of the last use of a key, in milliseconds. */
const USE_MS = 3_600_000

/** The time limit of recording a use, in milliseconds. */
const RECORD_MS = 1_000

/** API keys, and a memory of those that work. */
export function keyStore(table: Table) {
  const keys = secretStore<Omit<Principal, 'key_id'>>(table, {
    of: keyOf.apiKey,
    besideOwner: keyOf.apiKeyOf,
  })
  const remembered = ttlCache<Principal>(REMEMBERED_MS)

  const read = async (key: string): Promise<Principal | undefined> => {
    const found = await keys.find(key)
    if (!found) return undefined
    const { id, hash: _hash, created_date: _created, ...principal } = found
    return { ...principal, key_id: id }
  }

  return {
    ...keys,

    /** @returns the principal of the key, or undefined when it is unknown or revoked */
    async authenticate(key: string): Promise<Principal | undefined> {
      const hash = hashOf(key)
      const known = remembered.get(hash)
      if (known) return isExpired(known) ? undefined : known
      const principal = await read(key)
      // Only keys that work are remembered, so that made-up ones cannot fill the cache.
      if (principal) remembered.set(hash, principal)
      else remembered.delete(hash)
      return principal && !isExpired(principal) ? principal : undefined
    },

    /**
     * Records that a key is used, unless that was recorded within the last hour. It never fails, and takes a second at
     * most: a request runs beside it and can do without.
     * @param principal what `authenticate` has found
     */
    async recordUse(principal: Principal): Promise<void> {
      const now = Date.now()
      const before = new Date(now - USE_MS).toISOString()
      if (principal.last_used_date !== undefined && principal.last_used_date >= before) return
      // The principal is what this process remembers of the key. So it records a use once, also if that fails, until it
      // reads the key again.
      principal.last_used_date = new Date(now).toISOString()
      const isOlder = either(lacks('last_used_date'), isBelow('last_used_date', before))
      const set = { last_used_date: principal.last_used_date }
      const update = new UpdateCommand({
        TableName: table.name,
        ...change(keyOf.apiKey(principal.key_id), { set }, all(has('pk'), isOlder)),
      })
      try {
        await dispensable(RECORD_MS, () => table.client.send(update))
      } catch (error) {
        // Another process was faster.
        if (error instanceof ConditionalCheckFailedException) return
        log({ level: 'warn', message: `Cannot record the use of a key: ${String(error)}` })
      }
    },

    /**
     * Limits what a key may do, or no longer; a warm process hears of it within a minute.
     * @throws OsdiError not_found
     */
    limit: (id: string, limit: RateLimit | undefined) => keys.change(id, { set: { limit: limit ?? undefined } }),
  }
}

export type KeyStore = ReturnType<typeof keyStore>

const isExpired = ({ expires_date }: Pick<Principal, 'expires_date'>) =>
  expires_date !== undefined && expires_date <= new Date().toISOString()
