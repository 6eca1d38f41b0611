import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Point, distanceKm } from '../../../lib/locations/great-circle.js'
import { sized } from '../../support/size.js'
import { cellOf } from '../../../lib/near/hilbert-curve.js'
import {
  type Curve,
  type Found,
  type Located,
  type Wanted,
  comparePositions,
  nearest,
} from '../../../lib/near/nearest.js'

const keyOf = (member: Located) => `${cellOf(member).toString(16).padStart(12, '0')}#${member.start}#${member.id}`

/** A curve in memory that counts what is read of it. */
function curveOf(members: Located[]) {
  const sorted = members
    .map((member) => ({ member, key: keyOf(member), cell: cellOf(member) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const counts = { requests: 0, members: 0 }
  const page = (all: typeof sorted, most: number) => {
    counts.requests += 1
    counts.members += Math.min(most, all.length)
    return Promise.resolve({
      members: all.slice(0, most).map(({ member }) => member),
      more: all.length > most,
    })
  }
  const curve: Curve<Located> = {
    forward: ({ first, last }, most, behind) =>
      page(
        sorted.filter(({ cell, key }) => cell >= first && cell <= last && (!behind || key > keyOf(behind))),
        most,
      ),
    backward: (last, most) => page(sorted.filter(({ cell }) => cell <= last).toReversed(), most),
  }
  return { curve, counts }
}

const position = ({ member, km }: Found<Located>) => ({ km, start: member.start, id: member.id })

function byComparison(members: Located[], { from, withinKm, most, matches, after }: Wanted<Located>) {
  const all = members
    .filter(matches)
    .map((member) => ({ member, km: distanceKm(from, member) }))
    .toSorted((one, other) => comparePositions(position(one), position(other)))
  const found = all
    .filter((each) => each.km <= withinKm && (!after || comparePositions(position(each), after) > 0))
    .slice(0, most)
  return { found, beyond: found.length > 0 || after ? undefined : all[0] }
}

const ids = ({ found, beyond }: { found: Found<Located>[]; beyond?: Found<Located> | undefined }) => ({
  found: found.map(({ member }) => member.id),
  beyond: beyond?.member.id,
})

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const anywhere: fc.Arbitrary<Point> = fc.record({ latitude: degrees(90), longitude: degrees(180) })
/** Towns where several events are at one point, some at a pole and on both sides of the date line. */
const towns: fc.Arbitrary<Point> = fc.constantFrom(
  { latitude: 38.91, longitude: -77.04 },
  { latitude: 38.92, longitude: -77.05 },
  { latitude: 40.71, longitude: -74 },
  { latitude: 89.9, longitude: 100 },
  { latitude: 52, longitude: 179.9 },
  { latitude: 52, longitude: -179.9 },
)
const points = fc.oneof(anywhere, towns, towns)
const events = fc
  .array(fc.tuple(points, fc.integer({ min: 1, max: 5 })), { maxLength: 400, size: 'max' })
  .map((all) => all.map(([point, day], i): Located => ({ ...point, start: `2026-01-0${day}`, id: `e${i}` })))

describe('a search for the nearest events', () => {
  it('finds exactly those that a comparison with all of them finds, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(
        events,
        points,
        fc.constantFrom(0, 5, 40, 800, 20_100),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 3 }),
        async (members, from, withinKm, most, nth) => {
          const matches = ({ id }: Located) => Number(id.slice(1)) % nth === 0
          const wanted = { from, withinKm, most, matches }
          const { curve } = curveOf(members)
          expect(ids(await nearest(curve, wanted))).toEqual(ids(byComparison(members, wanted)))
        },
      ),
      { numRuns: sized(100, 3_000) },
    )
  })

  it('gives every event once, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(events, points, fc.integer({ min: 1, max: 40 }), async (members, from, most) => {
        const { curve } = curveOf(members)
        const all: string[] = []
        let after: Wanted<Located>['after']
        for (;;) {
          const { found } = await nearest(curve, { from, withinKm: 800, most, matches: () => true, after })
          if (found.length === 0) break
          all.push(...found.map(({ member }) => member.id))
          after = position(found.at(-1) as Found<Located>)
        }
        const wanted = { from, withinKm: 800, most: members.length, matches: () => true }
        expect(all).toEqual(ids(byComparison(members, wanted)).found)
      }),
      { numRuns: sized(50, 1_000) },
    )
  })

  it('reads a part of a town with ten thousand events', async () => {
    const town = { latitude: 41.88, longitude: -87.63 }
    const members = Array.from({ length: 10_000 }, (_, i) => ({
      ...town,
      id: `e${i}`,
      start: `2026-01-01T${String(i % 24).padStart(2, '0')}`,
    }))
    for (const from of [town, { latitude: 41.7, longitude: -87.6 }]) {
      const { curve, counts } = curveOf(members)
      const wanted = { from, withinKm: 40, most: 25, matches: () => true }
      expect(ids(await nearest(curve, wanted))).toEqual(ids(byComparison(members, wanted)))
      expect(counts.members).toBeLessThan(400)
    }
  })
})
