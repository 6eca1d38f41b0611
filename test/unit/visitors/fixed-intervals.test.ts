import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { atFixedIntervals } from '../../../lib/visitors/fixed-intervals.js'

describe('work whose duration is hidden', () => {
  /**
   * Returns the number of intervals of 150 ms that an answer took. A timer may fire a moment late, and never early by a
   * whole one.
   */
  const intervalsOf = async (work: () => unknown) => {
    const start = performance.now()
    await atFixedIntervals(work).catch(() => undefined)
    return Math.floor((performance.now() - start + 2) / 150)
  }

  it('answers no sooner than after an interval, whether it succeeds at once, later or not at all', async () => {
    const works = [() => 'done', () => setTimeout(20), () => Promise.reject(new Error('refused'))]
    for (const intervals of await Promise.all(works.map(intervalsOf))) expect(intervals).toBeGreaterThan(0)
  })

  it('answers no sooner than after the second interval when the first is over', async () => {
    expect(await intervalsOf(() => setTimeout(170))).toBeGreaterThan(1)
  })

  it('passes on the result and the error', async () => {
    expect(await atFixedIntervals(() => 'done')).toBe('done')
    await expect(atFixedIntervals(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })
})
