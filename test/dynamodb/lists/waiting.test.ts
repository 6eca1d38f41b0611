import { expect, it } from 'vitest'
import { type NumberedList, lists } from '../../../lib/dynamodb/lists/numbered-list.js'
import { waitingFor, waitingPartitions } from '../../../lib/dynamodb/lists/waiting.js'

/** One of every kind of list whose members may wait for a place. */
const waitable = Object.values(lists)
  .map((list) => (typeof list === 'function' ? (list as (of: string) => NumberedList)('group:one') : list))
  .filter(({ keyOfMember }) => keyOfMember !== undefined)

/** Enough that every partition is met. */
const partitionsOf = (list: NumberedList) =>
  new Set(Array.from({ length: 1_000 }, () => waitingFor(list).unnumbered))

it.each(waitable)('whoever waits for $name is where readers of that list and the sweeper look', (list) => {
  expect([...partitionsOf(list)].sort()).toEqual(waitingPartitions(list).sort())
  expect(waitingPartitions()).toEqual(expect.arrayContaining(waitingPartitions(list)))
})

it('kinds of lists do not share partitions, so that new people at an event write to twice as many', () => {
  const all = waitable.flatMap((list) => waitingPartitions(list))
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBe(waitingPartitions().length)
})
