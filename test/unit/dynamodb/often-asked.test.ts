import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { oftenAsked } from '../../../lib/dynamodb/often-asked.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Asks so often, one after the other. @returns how often it was read */
async function readsOf(times: number, everyMs: number, keyOf = (_: number) => 'event') {
  let reads = 0
  const ask = oftenAsked(async (key) => `${key} ${++reads}`)
  for (let i = 0; i < times; i++) {
    await ask(keyOf(i))
    vi.setSystemTime(Date.now() + everyMs)
  }
  return reads
}

it('is read each time while it is asked for now and then', async () => {
  expect(await readsOf(10, 250)).toBe(10)
})

it('is read six times a second, however often it is asked for', async () => {
  expect(await readsOf(300, 10)).toBe(3 * 6)
})

it('is not mixed up with others that are asked for as often', async () => {
  const ask = oftenAsked(async (key) => key)
  for (let i = 0; i < 20; i++) expect([await ask('one'), await ask('other')]).toEqual(['one', 'other'])
})

it('is read again after a failure', async () => {
  let fails = true
  const ask = oftenAsked(async () => {
    if (fails) throw new Error('Busy')
    return 'found'
  })
  for (let i = 0; i < 10; i++) await expect(ask('event')).rejects.toThrow('Busy')
  fails = false
  expect(await ask('event')).toBe('found')
})

it('has an end of what it remembers', async () => {
  expect(await readsOf(5_000, 0, (i) => `event ${i}`)).toBe(5_000)
})
