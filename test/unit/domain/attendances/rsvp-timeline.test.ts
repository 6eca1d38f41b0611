import { expect, it } from 'vitest'
import { sampledOrdinals } from '../../../../lib/domain/attendances/rsvp-timeline.js'

it('samples every RSVP of a small event', () => {
  expect([0, 1, 2, 24].map((length) => sampledOrdinals(length))).toEqual([
    [],
    [1],
    [1, 2],
    Array.from({ length: 24 }, (_, i) => i + 1),
  ])
})

it('samples as many of a large one, with the first and the last, in order', () => {
  const ordinals = sampledOrdinals(100_000)
  expect(ordinals).toHaveLength(24)
  expect([ordinals[0], ordinals.at(-1)]).toEqual([1, 100_000])
  expect([...ordinals].sort((one, other) => one - other)).toEqual(ordinals)
})
