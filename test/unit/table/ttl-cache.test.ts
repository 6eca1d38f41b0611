import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cachedIfPopular, ttlCache } from '../../../lib/table/ttl-cache.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('a value in a cache', () => {
  it('is remembered for its time, and not when the clock was set back', () => {
    const cache = ttlCache<string>(1_000)
    cache.set('key', 'value')
    cache.set('other', 'longer', 5_000)
    const [start, read] = [Date.now(), () => [cache.get('key'), cache.get('other')]]
    vi.setSystemTime(start + 999)
    expect(read()).toEqual(['value', 'longer'])
    vi.setSystemTime(start + 1_000)
    expect(read()).toEqual([undefined, 'longer'])
    vi.setSystemTime(start - 1)
    expect(read()).toEqual([undefined, undefined])
  })

  it('is forgotten when it is deleted, or when the cache is full', () => {
    const cache = ttlCache<number>()
    cache.set('deleted', 1)
    cache.delete('deleted')
    expect(cache.get('deleted')).toBeUndefined()
    for (let i = 0; i < 1_001; i++) cache.set(`key ${i}`, i)
    expect([cache.get('key 0'), cache.get('key 1000')]).toEqual([undefined, 1_000])
  })

  it('is kept in a full cache when another one is set again', () => {
    const cache = ttlCache<number>()
    for (let i = 0; i < 1_000; i++) cache.set(`key ${i}`, i)
    cache.set('key 1', 2)
    expect([cache.get('key 0'), cache.get('key 1')]).toEqual([0, 2])
  })
})

/** Asks so often, one after the other. @returns how often it was read */
async function readsOf(times: number, everyMs: number, keyOf = (_: number) => 'event') {
  let reads = 0
  const ask = cachedIfPopular(async (key) => `${key} ${++reads}`)
  for (let i = 0; i < times; i++) {
    await ask(keyOf(i))
    vi.setSystemTime(Date.now() + everyMs)
  }
  return reads
}

describe('a value that is read often', () => {
  it('is read each time while it is asked for now and then', async () => {
    expect(await readsOf(10, 250)).toBe(10)
  })

  it('is read six times a second, however often it is asked for', async () => {
    expect(await readsOf(300, 10)).toBe(3 * 6)
  })

  it('is not mixed up with others that are asked for as often', async () => {
    const ask = cachedIfPopular(async (key) => key)
    for (let i = 0; i < 20; i++) expect([await ask('one'), await ask('other')]).toEqual(['one', 'other'])
  })

  it('is read again after a failure', async () => {
    let fails = true
    const ask = cachedIfPopular(async () => {
      if (fails) throw new Error('Busy')
      return 'found'
    })
    for (let i = 0; i < 10; i++) await expect(ask('event')).rejects.toThrow('Busy')
    fails = false
    expect(await ask('event')).toBe('found')
  })

  it('is forgotten when thousands of others are read', async () => {
    expect(await readsOf(5_000, 0, (i) => `event ${i}`)).toBe(5_000)
  })
})
