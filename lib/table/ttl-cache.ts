import type { Table } from './table.js'

/** A cache of values by key, each with a time to live. */
export interface TtlCache<Value> {
  /** @returns undefined for a value that is not cached or has expired */
  get(key: string): Value | undefined
  /** @param ms time to live of the value; by default, that of the cache */
  set(key: string, value: Value, ms?: number): void
  delete(key: string): void
}

/** Most values in a cache. A full cache is cleared: that costs reads and nothing else. */
const MOST = 1_000

/** Creates a cache. @param ttl time to live in milliseconds; forever by default */
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
      if (entries.size >= MOST && !entries.has(key)) entries.clear()
      entries.set(key, { value, since: Date.now(), ms })
    },
    delete: (key) => void entries.delete(key),
  }
}

/** Creates a cache for each table, which all stores of the table share. */
export function ttlCachePerTable<Value>(ttl?: number): (table: Table) => TtlCache<Value> {
  const caches = new WeakMap<Table, TtlCache<Value>>()
  return (table) => {
    const cache = caches.get(table) ?? ttlCache<Value>(ttl)
    caches.set(table, cache)
    return cache
  }
}

/** Loads of a value in a second before it is cached. */
const SELDOM = 5
const SECOND_MS = 1_000

interface Asked<Value> {
  times: number
  answer?: Promise<Value> | undefined
}

/**
 * Caches popular values for the rest of a second. A partition gives only 3,000 read units a second, which a page with a
 * million visitors exceeds. A value with few loads is loaded each time. A failure is not cached.
 */
export function cachedIfPopular<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
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
