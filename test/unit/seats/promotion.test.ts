import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promotedCount, promotes } from '../../../lib/seats/promotion.js'
import { planOf, quotasOf, sharesOf } from '../../../lib/seats/seat-plan.js'

const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)
const parties = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 })

describe('a waiting list', () => {
  it.each([
    [[], 3, 0],
    [[1, 1, 1], 2, 2],
    [[2, 1], 1, 0],
    [[1, 3, 1], 3, 1],
    [[4], 4, 1],
  ])('of parties of %j with room for %d promotes %d', (sizes, room, count) => {
    expect(promotedCount(sizes, room)).toBe(count)
  })

  it('promotes as many as there is room for in order, and no more', () => {
    fc.assert(
      fc.property(parties, fc.nat(20), (sizes, room) => {
        const count = promotedCount(sizes, room)
        expect(sum(sizes.slice(0, count))).toBeLessThanOrEqual(room)
        if (count < sizes.length) expect(sum(sizes.slice(0, count + 1))).toBeGreaterThan(room)
      }),
    )
  })

  it('promotes until its event is canceled or over', () => {
    const event = { start_date: '2026-05-04T18:00:00', start_date_utc: '2026-05-04T18:00:00Z' }
    const [before, after] = [new Date('2026-05-04T12:00:00Z'), new Date('2026-05-07T12:00:00Z')]
    expect([promotes(event, before), promotes(event, after)]).toEqual([true, false])
    expect(promotes({ ...event, status: 'cancelled' }, before)).toBe(false)
    expect(promotes({}, after)).toBe(true)
  })
})

describe('the seats of an event', () => {
  const capacity = fc.integer({ min: 1, max: 5_000 })

  it('are all in its buckets, and as even as can be', () => {
    fc.assert(
      fc.property(capacity, (seats) => {
        const quotas = quotasOf(seats)
        expect(sum(quotas)).toBe(seats)
        expect(Math.max(...quotas) - Math.min(...quotas)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('that are left are spread where some are taken, and no taken seat is lost', () => {
    fc.assert(
      fc.property(capacity, fc.infiniteStream(fc.nat(20)), (seats, takes) => {
        const taken = quotasOf(seats).map((quota) => Math.min(quota, takes.next().value as number))
        const plan = planOf(taken, seats)
        expect(sum(plan)).toBe(seats)
        plan.forEach((each, i) => expect(each).toBeGreaterThanOrEqual(taken[i] as number))
      }),
    )
  })

  it('are taken from one bucket that has as many, from several, or asked of one that refuses', () => {
    const bucketsOfSeats = fc.array(fc.nat(4), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(bucketsOfSeats, fc.integer({ min: 1, max: 6 }), fc.nat(), (free, count, random) => {
        const shares = sharesOf(free, count, (length) => random % Math.max(1, length))
        expect(sum(shares.map((each) => each.count))).toBe(count)
        if (sum(free) < count) expect(shares).toEqual([{ bucket: 0, count }])
        else for (const share of shares) expect(free[share.bucket]).toBeGreaterThanOrEqual(share.count)
        if (free.some((each) => each >= count)) expect(shares).toHaveLength(1)
      }),
    )
  })
})
