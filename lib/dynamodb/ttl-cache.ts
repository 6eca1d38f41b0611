import type { Table } from './table.js'

/** Values that a process remembers by key, each for a time. */
export interface TtlCache<Value> {
  /** @returns undefined for a value that is not remembered, or no longer */
  get(key: string): Value | undefined
  /** @param ms how long the value is remembered; by default, as long as all values of the cache */
  set(key: string, value: Value, ms?: number): void
  delete(key: string): void
}

/** Values that a cache holds. When it is full, it starts anew: nothing in it is more than a read saved. */
const MOST = 1_000

/** Makes a cache. @param ttl how long a value is remembered, in milliseconds; forever by default */
export function ttlCache<Value>(ttl = Infinity): TtlCache<Value> {
  const entries = new Map<string, { value: Value; since: number; ms: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      const age = Date.now() - entry.since
      // A clock that was set back makes the age negative.
      return age >= 0 && age < entry.ms ? entry.value : undefined
    },
    set(key, value, ms = ttl) {
      if (entries.size >= MOST) entries.clear()
      entries.set(key, { value, since: Date.now(), ms })
    },
    delete: (key) => void entries.delete(key),
  }
}

/** Makes a cache for each table, for what all stores of a table share. */
export function ttlCachePerTable<Value>(ttl?: number): (table: Table) => TtlCache<Value> {
  const caches = new WeakMap<Table, TtlCache<Value>>()
  return (table) => {
    const cache = caches.get(table) ?? ttlCache<Value>(ttl)
    caches.set(table, cache)
    return cache
  }
}

/** How often in a second a value is read before it is remembered. */
const SELDOM = 5
const SECOND_MS = 1_000

interface Asked<Value> {
  times: number
  answer?: Promise<Value> | undefined
}

/**
 * Remembers, for the rest of a second, what a process reads again and again. A partition gives 3,000 read units a
 * second, and a page that a million phones open is read more often; what is read now and then is never remembered. A
 * failure is not remembered.
 */
export function cachedIfPopular<Value>(
  load: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const all = ttlCache<Asked<Value>>(SECOND_MS)
  return (key) => {
    const asked = all.get(key)
    if (!asked) {
      all.set(key, { times: 1 })
      return load(key)
    }
    asked.times += 1
    if (asked.times <= SELDOM) return load(key)
    asked.answer ??= load(key).catch((error: unknown) => {
      asked.answer = undefined
      throw error
    })
    return asked.answer
  }
}
