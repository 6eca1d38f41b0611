import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ordinals, type OrdinalRange } from '../../../lib/collections/ordinals.js'

const numbersOf = (runs: OrdinalRange[]) =>
  runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))

describe('ordinals', () => {
  it('know what was seen, what is missing and what is beyond a length', () => {
    const ordinal = fc.integer({ min: 1, max: 3000 })
    fc.assert(
      fc.property(fc.array(ordinal), fc.nat(3000), (added, length) => {
        const ordinals = new Ordinals()
        const seen = new Set<number>()
        for (const each of added) {
          expect(ordinals.add(each)).toBe(!seen.has(each))
          seen.add(each)
        }
        const sorted = [...seen].sort((one, other) => one - other)
        expect(numbersOf(ordinals.seen())).toEqual(sorted)
        expect(numbersOf(ordinals.beyond(length))).toEqual(sorted.filter((each) => each > length))
        expect(numbersOf(ordinals.missing(length))).toEqual(
          Array.from({ length }, (_, i) => i + 1).filter((each) => !seen.has(each)),
        )
      }),
    )
  })

  it('joins runs across the border of a slice', () => {
    const ordinals = new Ordinals()
    for (let each = 1000; each <= 2100; each++) ordinals.add(each)
    expect(ordinals.seen()).toEqual([[1000, 2100]])
  })
})
