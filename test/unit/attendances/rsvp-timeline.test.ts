import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOrderOfTime, withPoints } from '../../../lib/attendances/rsvp-statistics.js'

const rsvps = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ created_date: new Date(1_000 * i).toISOString() }))

it('a timeline keeps every RSVP of a small event', () => {
  for (const count of [0, 1, 2, 48])
    expect(withPoints([], 0, rsvps(count)).map(({ total }) => total)).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    )
})

it('a timeline keeps some RSVPs of a large event, each with its time, the first and the last among them', () => {
  const all = rsvps(100_000)
  const points = withPoints([], 0, all)
  expect(points.length).toBeGreaterThan(24)
  expect(points.length).toBeLessThan(50)
  expect([points[0]!.total, points.at(-1)!.total]).toEqual([1, 100_000])
  for (const { date, total } of points) expect(date).toBe(all[total - 1]!.created_date)
})

it('a timeline is the same however the RSVPs are divided', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 8 }), (sizes) => {
      const all = rsvps(sizes.reduce((sum, size) => sum + size, 0))
      let [points, counted] = [withPoints([], 0, []), 0]
      for (const size of sizes) {
        points = withPoints(points, counted, all.slice(counted, counted + size))
        counted += size
      }
      expect(points).toEqual(withPoints([], 0, all))
    }),
  )
})

it('a timeline is shown in the order of time', () => {
  const dates = ['2030-01-01', '2030-01-03', '2030-01-02']
  const points = dates.map((date, i) => ({ date, total: i + 1 }))
  expect(inOrderOfTime(points).map(({ date }) => date)).toEqual(['2030-01-01', '2030-01-03', '2030-01-03'])
})
