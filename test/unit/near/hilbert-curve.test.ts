import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, type Point, distanceKm, distanceToBoxKm, isIn } from '../../../lib/locations/great-circle.js'
import { CELLS, cellOf, coverOf } from '../../../lib/near/hilbert-curve.js'

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const points: fc.Arbitrary<Point> = fc.record({ latitude: degrees(90), longitude: degrees(180) })
const boxes: fc.Arbitrary<Box> = fc.tuple(points, points).map(([one, other]) => ({
  south: Math.min(one.latitude, other.latitude),
  north: Math.max(one.latitude, other.latitude),
  west: Math.min(one.longitude, other.longitude),
  east: Math.max(one.longitude, other.longitude),
}))
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('the distance of two points', () => {
  it.each([
    // The White House and the Empire State Building, Anchorage and Honolulu, two sides of the date line.
    [{ latitude: 38.8977, longitude: -77.0365 }, { latitude: 40.7484, longitude: -73.9857 }, 331.7],
    [{ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.2],
    [{ latitude: 90, longitude: 10 }, { latitude: -90, longitude: -120 }, 20015.1],
  ])('is that of the great circle', (one, other, km) => {
    expect(distanceKm(one, other)).toBeCloseTo(km, 0)
  })

  it('is the same both ways, and 0 for a point itself', () => {
    fc.assert(
      fc.property(points, points, (one, other) => {
        expect(distanceKm(one, other)).toBeCloseTo(distanceKm(other, one), 6)
        expect(distanceKm(one, one)).toBe(0)
      }),
    )
  })
})

describe('the distance of a point and a box', () => {
  it('is not above that of any point in the box', () => {
    fc.assert(
      fc.property(points, boxes, share, share, (from, box, up, right) => {
        const within = {
          latitude: box.south + up * (box.north - box.south),
          longitude: box.west + right * (box.east - box.west),
        }
        expect(distanceToBoxKm(from, box)).toBeLessThanOrEqual(distanceKm(from, within) + 1e-6)
      }),
      { numRuns: 2000 },
    )
  })

  it('is 0 for a point in the box alone', () => {
    fc.assert(
      fc.property(points, boxes, (from, box) => {
        if (isIn(from, box)) expect(distanceToBoxKm(from, box)).toBeLessThan(1e-6)
      }),
    )
  })
})

describe('a cover of a circle', () => {
  it('contains the cell of every point within it, in no more stretches than wanted', () => {
    fc.assert(
      fc.property(
        points,
        fc.double({ min: 0, max: 20_100, noNaN: true }),
        fc.array(points, { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 1, max: 8 }),
        (from, km, others, most) => {
          const cover = coverOf((box) => distanceToBoxKm(from, box) <= km + 0.001, most)
          expect(cover.length).toBeLessThanOrEqual(most)
          for (const each of [from, ...others]) {
            if (distanceKm(from, each) > km) continue
            const cell = cellOf(each)
            expect(cover.some(({ first, last }) => first <= cell && cell <= last)).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('of the Earth is the whole curve', () => {
    expect(coverOf(() => true, 4)).toEqual([{ first: 0, last: CELLS - 1 }])
  })

  it('of a town is short', () => {
    const from = { latitude: 38.91, longitude: -77.04 }
    const cover = coverOf((box) => distanceToBoxKm(from, box) <= 40, 6)
    const cells = cover.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    // The circle has 5,000 of the 510 million km² of the Earth, and lies where cells are smaller than at the equator.
    expect(cells / CELLS).toBeLessThan(5 * (5_000 / 510_000_000))
  })
})
