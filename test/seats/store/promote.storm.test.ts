import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../../../lib/attendances/attendance.js'
import { settle } from '../../../lib/app/sequencer.js'
import {
  Crashed,
  type Process,
  crashingAfter,
  crashingAfterTransaction,
  processOn,
  processWith,
} from '../../support/places/places.js'
import { unscheduled } from '../../support/interleaving/explore.js'
import { MemoryTable } from '../../support/interleaving/memory-table.js'
import { freshTable } from '../../support/engine/tables.js'

/* A consumer of the stream, which may crash at any of its requests, promotes people from a waiting list. */

let process: Process

beforeAll(async () => {
  process = processOn(await freshTable())
})

const statusesOf = (event: string, people: string[]) =>
  Promise.all(people.map(async (person) => statusOf(await process.attendanceOf(event, person))))

/** An event with a waiting list: some people come, and others are on the list, in this order. */
async function givenWaiting(capacity: number, count: number) {
  const event = await process.newEvent({ capacity, waitlist: true })
  const people = Array.from({ length: capacity + count }, () => randomUUID())
  for (const person of people) await process.rsvp(event, person)
  return { event, coming: people.slice(0, capacity), waiting: people.slice(capacity) }
}

describe('a promotion', () => {
  it('that crashes at any of its requests is finished by the next one: no one twice, no one lost', async () => {
    let isDone = false
    for (let requests = 0; !isDone; requests++) {
      const { event, coming, waiting } = await givenWaiting(2, 3)
      for (const person of coming.slice(0, 2)) await cancelAndCrash(event, person)
      isDone = await settle(crashingAfter(requests, process.table), event).then(() => true, expectCrash)
      await process.sweep()
      expect(await statusesOf(event, [...coming, ...waiting]), `after ${requests} requests`).toEqual([
        'declined',
        'declined',
        'accepted',
        'accepted',
        'tentative',
      ])
      expect((await process.find(event)).totals).toMatchObject({ accepted: 2, declined: 2, waitlisted: 1 })
    }
    expect(await process.violations()).toEqual([])
  })
})

/** A seat becomes free, and the process that cancels crashes before it settles. */
const cancelAndCrash = (event: string, person: string) =>
  processWith(crashingAfterTransaction(process.table)).changeStatus(event, person, 'declined').catch(expectCrash)

function expectCrash(error: unknown): false {
  if (!(error instanceof Crashed)) throw error
  return false
}

describe('a party that a lowered capacity cannot hold', () => {
  it.each([
    ['a table in memory', () => processWith(unscheduled(new MemoryTable()))],
    ['the engine', () => process],
  ])('is passed over on %s, wherever the change of the capacity crashes', async (_, processOf) => {
    for (let requests = 0, isDone = false; !isDone; requests++) {
      const whole = processOf()
      const event = await whole.newEvent({ capacity: 4, waitlist: true })
      const [coming, large, single] = Array.from({ length: 3 }, () => randomUUID()) as [string, string, string]
      await whole.rsvp(event, coming)
      await whole.rsvp(event, large, 3)
      await whole.rsvp(event, single)
      const changed = processWith(crashingAfter(requests, whole.table)).change(event, { capacity: 2 })
      isDone = await changed.then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Crashed)) throw error
          return false
        },
      )
      await whole.consume()
      const isLowered = (await whole.find(event)).capacity === 2
      const statuses = await Promise.all(
        [coming, large, single].map(async (person) => statusOf(await whole.attendanceOf(event, person))),
      )
      expect(statuses).toEqual(['accepted', 'tentative', isLowered ? 'accepted' : 'tentative'])
      await whole.change(event, { capacity: 6 })
      expect(statusOf(await whole.attendanceOf(event, large))).toBe('accepted')
    }
  })
})
