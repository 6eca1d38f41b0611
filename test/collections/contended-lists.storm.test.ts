import type { DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PutCommand, ScanCommand, UpdateCommand } from '../../lib/table/client/commands.js'
import { newAttendance } from '../../lib/attendances/attendance.js'
import { type OsdiEvent, newEvent } from '../../lib/events/event.js'
import { audit } from '../../lib/app/audit.js'
import { eventStore } from '../../lib/app/event-store.js'
import { markContended } from '../../lib/collections/contention.js'
import { assignOrdinals, assignOrdinalsFromStream, sweep } from '../../lib/app/sequencer.js'
import { PENDING } from '../../lib/collections/pending.js'
import { lengthOf, lists } from '../../lib/collections/numbered-list.js'
import { type Table, keyOf, openTable } from '../../lib/table/table.js'
import { unknownLocation } from '../../lib/locations/geocode/geocoder.js'
import { sized } from '../support/size.js'
import { freshTable } from '../support/engine/tables.js'
import { record } from '../../lib/attendances/store/record-attendance.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'
import { listAttendances, findAttendance } from '../../lib/attendances/store/read-attendances.js'

let address: Awaited<ReturnType<typeof freshTable>>
let table: Table
let event: OsdiEvent

/** The same table as another process sees it. */
const elsewhere = () => openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })

beforeEach(async () => {
  address = await freshTable()
  table = elsewhere()
  const circumstances = {
    id: randomUUID(),
    principal: { owner: 'group:one' as const },
    creator: 'someone',
    explicit_creator: false,
    now: new Date(),
  }
  event = await newEvent({ title: 'Rally', origin_system: 'Test' }, circumstances, unknownLocation)
  await eventStore(table).create(event)
})

afterEach(() => void vi.useRealTimers())

const list = () => lists.attendancesOf(event.id)
/** As an endpoint does it: the event is read first, with the number of attendances. */
async function attend(person: string, through = table) {
  const current = await eventStore(through).find('group:one', event.id)
  return record(through, attendanceReactions, newAttendance(event.id, person, {}, new Date()), current, {
    justRead: true,
  })
}
const crowd = (size: number) => Array.from({ length: size }, () => randomUUID())

/** Members who were written without an ordinal. */
async function pendingCrowd(size: number, through = table): Promise<string[]> {
  const people = crowd(size)
  // Contention lasts a second or more, which may be less than all of them take.
  for (let first = 0; first < size; first += 20) {
    markContended(through, list())
    await Promise.all(people.slice(first, first + 20).map((person) => attend(person, through)))
  }
  return people
}

/** The record of a pending member in the stream. */
const recordOf = (person: string, SequenceNumber = '1'): DynamoDBRecord => {
  const { pk, sk } = keyOf.attendance(person, event.id)
  return {
    dynamodb: { SequenceNumber, NewImage: { pk: { S: pk }, sk: { S: sk }, waits_for: { S: list().name } } },
  }
}

async function listed(): Promise<string[]> {
  const people: string[] = []
  for (let page = 1; ; page++) {
    const { members } = await listAttendances({ table, reactions: attendanceReactions }, event.id, {
      page,
      per_page: 100,
    })
    if (members.length === 0) return people
    people.push(...members.map(({ person }) => person))
  }
}

async function expectExactly(people: string[]) {
  const found = await listed()
  expect(found).toHaveLength(people.length)
  expect(new Set(found)).toEqual(new Set(people))
  expect(await lengthOf(table, list())).toBe(people.length)
  const violations: string[] = []
  const counts = await audit(table, (each) => violations.push(each))
  expect(violations).toEqual([])
  expect(counts.pending).toBe(0)
}

/** A process that crashes after so many requests to the table. */
function crashingAfter(requests: number): Table {
  const { client, ...table } = elsewhere()
  let left = requests
  const send: typeof client.send = async (command) => {
    if (left-- <= 0) throw new Error('The process has crashed')
    return client.send(command)
  }
  return { ...table, client: { ...client, send } }
}

describe('a contended list', () => {
  it('stores a member at once, by one put of three units, and counts it with its ordinal', async () => {
    const before = table.consumedCapacity.write
    const [person] = await pendingCrowd(1)
    expect(table.consumedCapacity.write - before).toBe(3)
    const { id } = newAttendance(event.id, person as string, {}, new Date())
    expect(await findAttendance({ table, reactions: attendanceReactions }, event.id, id)).toMatchObject({ person })
    expect(await lengthOf(table, list())).toBe(0)

    await assignOrdinals(table, list().name, [person as string])
    await expectExactly([person as string])
  })

  it('costs at most six units for each of many members, all told', async () => {
    const before = table.consumedCapacity.write
    const people = await pendingCrowd(300)
    await assignOrdinals(table, list().name, people)
    expect((table.consumedCapacity.write - before) / people.length).toBeLessThan(6)
  })

  it('has a person once who attends again while pending, or by both paths at the same time', async () => {
    const [person] = (await pendingCrowd(1)) as [string]
    expect((await attend(person)).isNew).toBe(false)
    expect((await attend(person, elsewhere())).isNew).toBe(false)
    await assignOrdinals(table, list().name, [person, person])
    expect((await attend(person)).isNew).toBe(false)
    await expectExactly([person])
  })

  it('stays in order and dense where single members and segments follow each other', async () => {
    const everybody: string[] = []
    for (const size of [3, 150, 1, 98, 205]) {
      const people = await pendingCrowd(size)
      await assignOrdinals(table, list().name, people)
      // After the burst, members are counted at once again.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
      const [calm] = crowd(1) as [string]
      await attend(calm, elsewhere())
      everybody.push(...people, calm)
      expect(await lengthOf(table, list())).toBe(everybody.length)
    }
    await expectExactly(everybody)
    expect((await listed()).at(0)).toBe(everybody.at(-1))
  })

  it('is contended to a process that reads its event, after a large batch', async () => {
    await assignOrdinals(table, list().name, await pendingCrowd(30))
    const process = elsewhere()
    const [late] = crowd(1) as [string]
    await attend(late, process)
    expect(await lengthOf(table, list())).toBe(30)
    expect(await sweep(table, new Date(Date.now() + 1_000))).toEqual({ found: 1, isComplete: true })
  })

  it('is where processes go that recordContention at the end of a list, and everybody is counted once in the end', async () => {
    const processes = Array.from({ length: 8 }, elsewhere)
    const people = crowd(160)
    await Promise.all(people.map((person, i) => attend(person, processes[i % processes.length])))
    await sweep(table, new Date(Date.now() + 1_000))
    await expectExactly(people)
  })
})

describe('the consumer of the stream', () => {
  it('assigns one ordinal to each member of batches that come twice, in any order and to several consumers at once', async () => {
    const people = await pendingCrowd(60)
    const batches = [people, [...people].reverse(), people.slice(20, 40), people.slice(0, 5), people]
    await Promise.all(
      batches.map((batch) =>
        assignOrdinalsFromStream(
          elsewhere(),
          batch.map((person) => recordOf(person)),
        ),
      ),
    )
    await expectExactly(people)
  })

  it('passes over what was never pending, or is no longer', async () => {
    const [calm] = crowd(1) as [string]
    await attend(calm)
    expect(
      await assignOrdinalsFromStream(table, [recordOf(calm), recordOf(randomUUID()), { dynamodb: {} }, {}]),
    ).toEqual([])
    await expectExactly([calm])
  })

  it('returns the records of a list that failed, and assigns ordinals in the others', async () => {
    const people = await pendingCrowd(2)
    const failing = recordOf(people[0] as string, '7')
    const image = failing.dynamodb?.NewImage as Record<string, { S: string }>
    image['waits_for'] = { S: 'attendances of nothing' }
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await assignOrdinalsFromStream(table, [failing, recordOf(people[1] as string, '8')])).toEqual(['7'])
    vi.restoreAllMocks()
    expect(await lengthOf(table, list())).toBe(1)
  })

  it('may crash between any two of its steps: the next one finishes, and no member is lost or counted twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), async (first, second) => {
        const people = await pendingCrowd(12)
        const before = await listed()
        for (const requests of [first, second])
          await assignOrdinals(crashingAfter(requests), list().name, people).catch(() => undefined)
        // Later, when the journal entries are abandoned.
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
        await assignOrdinals(elsewhere(), list().name, people)
        vi.useRealTimers()
        await expectExactly([...before, ...people])
      }),
      { numRuns: sized(12, 200) },
    )
  }, 300_000)

  it('lets others count while ordinals are being applied, and counts no member again', async () => {
    const [early, first, second] = [await pendingCrowd(1), await pendingCrowd(12), await pendingCrowd(8)]
    await assignOrdinals(table, list().name, early)
    // The length, the journal, the members, the length again, the transaction; then it is about to apply.
    await expect(assignOrdinals(crashingAfter(5), list().name, first)).rejects.toThrow('The process has crashed')
    expect(await lengthOf(table, list())).toBe(13)
    await assignOrdinals(elsewhere(), list().name, [...first, ...second])
    expect(await lengthOf(table, list())).toBe(21)
    expect((await listed()).sort()).toEqual([...early, ...first, ...second].sort())

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    await sweep(elsewhere(), new Date(Date.now() + 1_000))
    await expectExactly([...early, ...first, ...second])
  })

  it('offers the records of members again that another process has counted, until their ordinals are applied', async () => {
    const [early, people] = [await pendingCrowd(1), await pendingCrowd(3)]
    const batch = [...early, ...people].map((person, i) => recordOf(person, `${i}`))
    await assignOrdinals(table, list().name, early)
    // The length, the journal, the members, the length again and the transaction: it crashes before it applies them.
    await expect(assignOrdinals(crashingAfter(5), list().name, people)).rejects.toThrow('The process has crashed')
    expect(await assignOrdinalsFromStream(elsewhere(), batch)).toEqual(['1', '2', '3'])
    expect(await assignOrdinalsFromStream(elsewhere(), batch)).toEqual(['1', '2', '3'])
    expect(await lengthOf(table, list())).toBe(4)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    expect(await assignOrdinalsFromStream(elsewhere(), batch)).toEqual([])
    await expectExactly([...early, ...people])
  })

  it('races writers of both paths, other consumers and sweepers without losing or doubling a member', async () => {
    const processes = Array.from({ length: 6 }, elsewhere)
    const people = crowd(240)
    const arriving = Promise.all(people.map((person, i) => attend(person, processes[i % processes.length])))
    const consuming = Promise.all(
      processes.map(async (process, i) => {
        for (let round = 0; round < 6; round++) {
          const batch = people.filter((_, j) => (j + i) % 3 !== 0)
          await assignOrdinalsFromStream(
            process,
            batch.map((person) => recordOf(person)),
          )
        }
      }),
    )
    await Promise.all([arriving, consuming, sweep(elsewhere(), new Date())])
    await sweep(table, new Date(Date.now() + 1_000))
    await expectExactly(people)
  })
})

describe('the sweeper', () => {
  it('assigns ordinals to members that are pending since before a time, and leaves the others to the stream', async () => {
    const old = await pendingCrowd(5)
    const between = new Date(Date.now() + 5)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 })
    const young = await pendingCrowd(3)
    expect(await sweep(table, between)).toEqual({ found: 5, isComplete: true })
    expect(await lengthOf(table, list())).toBe(5)
    expect(await sweep(table, new Date(Date.now() + 1_000))).toEqual({ found: 3, isComplete: true })
    await expectExactly([...old, ...young])
    expect(await sweep(table, new Date(Date.now() + 1_000))).toEqual({ found: 0, isComplete: true })
  })

  it('assigns ordinals in the others where a list fails, and says so afterwards', async () => {
    const since = '2026-01-01T00:00:00.000Z'
    const stray = {
      pk: 'stray',
      sk: 'stray',
      [PENDING]: 'attendances 0',
      since,
      waits_for: 'a list without a deferred path',
    }
    await table.client.send(new PutCommand({ TableName: table.name, Item: stray }))
    const people = await pendingCrowd(5)
    await expect(sweep(table, new Date(Date.now() + 1_000))).rejects.toThrow('a list without a deferred path')
    expect(await lengthOf(table, list())).toBe(5)
    expect((await listed()).sort()).toEqual([...people].sort())
  })
})

describe('a rush on limited seats', () => {
  const limited = (capacity: number) => ({ ...event, capacity })
  const seatsTaken = async () => {
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }))
    return Items.reduce((sum, { taken = 0 }) => sum + (taken as number), 0)
  }
  const rush = (people: string[], capacity: number, processes = Array.from({ length: 6 }, elsewhere)) =>
    Promise.all(
      people.map(async (person, i) => {
        const current = { ...limited(capacity), total_accepted: 0 }
        const through = processes[i % processes.length] as Table
        try {
          await record(through, attendanceReactions, newAttendance(event.id, person, {}, new Date()), current)
          return 'accepted'
        } catch (error) {
          return (error as Error).message
        }
      }),
    )

  it('gives every seat once, from many processes', async () => {
    const answers = await rush(crowd(150), 47)
    expect(answers.filter((each) => each === 'accepted')).toHaveLength(47)
    expect(answers.filter((each) => each === 'This event is full')).toHaveLength(103)
    await sweep(table, new Date(Date.now() + 1_000))
    expect(await lengthOf(table, list())).toBe(47)
    expect(await seatsTaken()).toBe(47)
  })

  it('is audited: as many seats are taken as there are attendances, and no more', async () => {
    const key = keyOf.event(event.id)
    const setCapacity = (capacity: number) =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: key,
          UpdateExpression: 'SET #capacity = :capacity',
          ExpressionAttributeNames: { '#capacity': 'capacity' },
          ExpressionAttributeValues: { ':capacity': capacity },
        }),
      )
    const violations = async () => {
      const found: string[] = []
      await audit(table, (each) => found.push(each))
      return found
    }
    await setCapacity(20)
    await rush(crowd(12), 20)
    expect(await violations()).toEqual([])
    await table.client.send(new PutCommand({ TableName: table.name, Item: { ...keyOf.seats(event.id, 0), taken: 20 } }))
    expect(await violations()).toEqual([
      expect.stringMatching(`^event:${event.id} has \\d+ seats taken, by 12 attendances.$`),
    ])
    await setCapacity(10)
    expect(await violations()).toContain(`event:${event.id} has 10 seats and 12 attendances.`)
  })

  it('loses no seat to requests that fail', async () => {
    const people = crowd(20)
    await Promise.all([
      rush(people.slice(0, 10), 20, [crashingAfter(3), crashingAfter(9), crashingAfter(14)]),
      rush(people.slice(10), 20),
    ])
    const answers = await rush(people, 20)
    expect(answers).toEqual(people.map(() => 'accepted'))
    expect(await seatsTaken()).toBe(20)
  })

  it('answers that it is full without a write, once that was seen', async () => {
    const process = elsewhere()
    const people = crowd(11)
    await rush(people, 10, [process])
    const before = { ...process.consumedCapacity }
    expect(await rush(crowd(3), 10, [process])).toEqual(Array(3).fill('This event is full'))
    expect(process.consumedCapacity.write).toBe(before.write)
    expect(process.consumedCapacity.requests - before.requests).toBe(3)
    // A person who has a seat keeps it, also when asking again.
    const answers = await rush(people, 10, [process])
    expect(answers.filter((each) => each === 'accepted')).toHaveLength(10)
  })

  it('answers that it is full without a write, once that is counted', async () => {
    await rush(crowd(5), 5)
    await sweep(table, new Date(Date.now() + 1_000))
    const before = table.consumedCapacity.write
    const full = { ...limited(5), total_accepted: 5 }
    const [late] = crowd(1) as [string]
    await expect(
      record(table, attendanceReactions, newAttendance(event.id, late, {}, new Date()), full),
    ).rejects.toThrow('This event is full')
    expect(table.consumedCapacity.write).toBe(before)
  })
})
