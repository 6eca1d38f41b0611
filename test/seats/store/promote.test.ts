import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../../../lib/attendances/attendance.js'
import { updateIgnoringConflict, transact } from '../../../lib/table/transaction.js'
import { settle } from '../../../lib/app/sequencer.js'
import { joinWaitingList, waitingSince } from '../../../lib/seats/store/waiting-list.js'
import { newAttendance } from '../../../lib/attendances/attendance.js'
import { keyOf } from '../../../lib/table/table.js'
import {
  Crashed,
  type Process,
  crashingAfterTransaction,
  processOn,
  processWith,
  withBefore,
} from '../../support/places/places.js'
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

/** Puts an entry on the list without an attendance that is tentative by it. */
async function givenStaleEntry(event: string, person: string, guests = 0): Promise<void> {
  const since = waitingSince(person)
  const attendance = { ...newAttendance(event, person, { guests }, new Date()), waiting_since: since }
  expect(await transact(process.table, [joinWaitingList(process.table, attendance)])).toBe('written')
}

describe('an entry of a waiting list', () => {
  it.each([
    ['of a person who comes already', 0],
    ['that needs more places than are free', 1],
  ])('%s is removed, and the next one is promoted', async (_, guests) => {
    const event = await process.newEvent({ capacity: 2, waitlist: true })
    const [a, b, c, unknown] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
    await process.rsvp(event, a)
    await process.rsvp(event, b)
    await givenStaleEntry(event, b, guests)
    await givenStaleEntry(event, unknown, guests)
    await process.rsvp(event, c)
    await process.changeStatus(event, a, 'declined')
    expect(await statusesOf(event, [a, b, c])).toEqual(['declined', 'accepted', 'accepted'])
    expect(await process.violations()).toEqual([])
  })

  it('of a person who joined again later is removed, and the person keeps the later place', async () => {
    const { event, coming, waiting } = await givenWaiting(1, 2)
    const [first, second] = waiting as [string, string]
    const old = (await process.attendanceOf(event, first)).waiting_since
    await process.changeStatus(event, first, 'declined')
    const stale = { ...newAttendance(event, first, {}, new Date()), waiting_since: old as string }
    await transact(process.table, [joinWaitingList(process.table, stale)])
    await process.rsvp(event, first)
    await process.changeStatus(event, coming[0] as string, 'declined')
    expect(await statusesOf(event, [first, second])).toEqual(['tentative', 'accepted'])
    expect(await process.violations()).toEqual([])
  })

  it('is not removed while its attendance is tentative, though it looked otherwise', async () => {
    const { event, coming, waiting } = await givenWaiting(1, 1)
    const [person] = waiting as [string]
    const { waiting_since: since } = await process.attendanceOf(event, person)
    const setSince = (to: string | undefined) =>
      updateIgnoringConflict(process.table, {
        Key: keyOf.attendance(person, event),
        UpdateExpression: 'SET waiting_since = :since',
        ExpressionAttributeValues: { ':since': to },
      })
    await cancelAndCrash(event, coming[0] as string)
    await setSince('another moment')
    const table = withBefore(process.table, async ({ input }) => {
      if (JSON.stringify(input).includes('ConditionCheck')) await setSince(since)
    })
    await settle(table, event)
    expect(await statusesOf(event, [person])).toEqual(['accepted'])
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

it('a promotion goes to the person into whom the first was merged while the list was read', async () => {
  const event = await process.newEvent({ capacity: 1, waitlist: true })
  // Their entries lie in different partitions of the list.
  const idEndingIn = (digit: string) => randomUUID().slice(0, -1) + digit
  const [coming, first, second, keep] = ['0', '1', '3', '2'].map(idEndingIn) as [string, string, string, string]
  for (const person of [coming, first, second]) await process.rsvp(event, person)
  const canceling = processWith(crashingAfterTransaction(process.table))
  await expect(canceling.changeStatus(event, coming, 'declined')).rejects.toThrow(Crashed)

  let isMerged = false
  const settling = withBefore(process.table, async ({ input }) => {
    const partition = keyOf.waitingEntry(event, 1, '').pk
    if (isMerged || !JSON.stringify(input).includes(`"${partition}"`)) return
    isMerged = true
    await process.mergeInto(event, first, keep)
  })
  await settle(settling, event)
  expect(isMerged).toBe(true)
  expect(await statusesOf(event, [keep, second])).toEqual(['accepted', 'tentative'])
})
