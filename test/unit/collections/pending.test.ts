import { expect, it } from 'vitest'
import { type NumberedList, lists } from '../../../lib/collections/numbered-list.js'
import { PENDING, pendingAttributes, pendingPartitions } from '../../../lib/collections/pending.js'

/** One of every kind of list that has pending members. */
const deferring = Object.values(lists)
  .map((list) => (typeof list === 'function' ? (list as (of: string) => NumberedList)('group:one') : list))
  .filter(({ keyOfMember }) => keyOfMember !== undefined)

/** Enough that every partition is met. */
const partitionsOf = (list: NumberedList) =>
  new Set(Array.from({ length: 1_000 }, () => pendingAttributes(list)[PENDING]))

it.each(deferring)('pending members of $name are where readers of that list and the sweeper look', (list) => {
  expect([...partitionsOf(list)].sort()).toEqual(pendingPartitions(list).sort())
  expect(pendingPartitions()).toEqual(expect.arrayContaining(pendingPartitions(list)))
})

it('kinds of lists do not share partitions, so that new people at an event write to twice as many', () => {
  const all = deferring.flatMap((list) => pendingPartitions(list))
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBe(pendingPartitions().length)
})
