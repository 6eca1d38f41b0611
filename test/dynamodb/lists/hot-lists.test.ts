import type { DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PutCommand, ScanCommand, UpdateCommand } from '../../../lib/dynamodb/client/commands.js'
import { newAttendance } from '../../../lib/domain/attendance.js'
import { type OsdiEvent, newEvent } from '../../../lib/domain/event.js'
import { type AttendanceStore, attendanceStore } from '../../../lib/dynamodb/stores/attendance-store.js'
import { audit } from '../../../lib/dynamodb/audit/audit.js'
import { eventStore } from '../../../lib/dynamodb/stores/event-store.js'
import { heat } from '../../../lib/dynamodb/lists/hot-lists.js'
import { numberMembers, sweep } from '../../../lib/dynamodb/lists/numbering.js'
import { lengthOf, lists } from '../../../lib/dynamodb/lists/numbered-list.js'
import { numberFromStream } from '../../../lib/dynamodb/lists/number-from-stream.js'
import { type Table, keyOf, openTable } from '../../../lib/dynamodb/table.js'
import { unplaced } from '../../../lib/geocode/unplaced.js'
import { freshTable } from '../../support/tables.js'

let address: Awaited<ReturnType<typeof freshTable>>
let table: Table
let event: OsdiEvent
let attendances: AttendanceStore

/** The same table as another process sees it. */
const elsewhere = () => openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })

beforeEach(async () => {
  address = await freshTable()
  table = elsewhere()
  attendances = attendanceStore(table)
  const circumstances = {
    id: randomUUID(),
    principal: { owner: 'group:one' as const },
    creator: 'someone',
    explicit_creator: false,
    now: new Date(),
  }
  event = await newEvent({ title: 'Rally', origin_system: 'Test' }, circumstances, unplaced)
  await eventStore(table).create(event)
})

afterEach(() => void vi.useRealTimers())

const list = () => lists.attendancesOf(event.id)
/** As an endpoint does it: the event is read first, with the number of those who attend. */
async function attend(person: string, through = table) {
  const current = await eventStore(through).find('group:one', event.id)
  return attendanceStore(through).record(newAttendance(event.id, person, {}, new Date()), current, {
    justRead: true,
  })
}
const crowd = (size: number) => Array.from({ length: size }, () => randomUUID())

/** Members who were written without a place. */
async function waitingCrowd(size: number, through = table): Promise<string[]> {
  const people = crowd(size)
  // Heat lasts a second or more, which may be less than all of them take.
  for (let first = 0; first < size; first += 20) {
    heat(through, list())
    await Promise.all(people.slice(first, first + 20).map((person) => attend(person, through)))
  }
  return people
}

/** What the stream says of a member who waits. */
const record = (person: string, SequenceNumber = '1'): DynamoDBRecord => {
  const { pk, sk } = keyOf.attendance(person, event.id)
  return {
    dynamodb: { SequenceNumber, NewImage: { pk: { S: pk }, sk: { S: sk }, waits_for: { S: list().name } } },
  }
}

async function listed(): Promise<string[]> {
  const people: string[] = []
  for (let page = 1; ; page++) {
    const { members } = await attendances.listOfEvent(event.id, { page, per_page: 100 })
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
  expect(counts.waiting).toBe(0)
}

/** A process that dies after so many requests to the table. */
function dyingAfter(requests: number): Table {
  const { client, ...table } = elsewhere()
  let left = requests
  const send: typeof client.send = async (command) => {
    if (left-- <= 0) throw new Error('The process is dead')
    return client.send(command)
  }
  return { ...table, client: { ...client, send } }
}

describe('a hot list', () => {
  it('keeps a member at once, by one put of two units, and counts it when it is numbered', async () => {
    const before = table.spent.write
    const [person] = await waitingCrowd(1)
    expect(table.spent.write - before).toBe(2)
    const { id } = newAttendance(event.id, person as string, {}, new Date())
    expect(await attendances.find(event.id, id)).toMatchObject({ person })
    expect(await lengthOf(table, list())).toBe(0)

    await numberMembers(table, list().name, [person as string])
    await expectExactly([person as string])
  })

  it('costs at most five units for each of many members, all told', async () => {
    const before = table.spent.write
    const people = await waitingCrowd(300)
    await numberMembers(table, list().name, people)
    expect((table.spent.write - before) / people.length).toBeLessThan(5)
  })

  it('holds a person once who attends again while waiting, or calm and hot at the same time', async () => {
    const [person] = (await waitingCrowd(1)) as [string]
    expect((await attend(person)).isNew).toBe(false)
    expect((await attend(person, elsewhere())).isNew).toBe(false)
    await numberMembers(table, list().name, [person, person])
    expect((await attend(person)).isNew).toBe(false)
    await expectExactly([person])
  })

  it('stays in order and dense where calm members and runs of many follow each other', async () => {
    const everybody: string[] = []
    for (const size of [3, 150, 1, 98, 205]) {
      const people = await waitingCrowd(size)
      await numberMembers(table, list().name, people)
      // After the rush, the list is exact at once again.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
      const [calm] = crowd(1) as [string]
      await attend(calm, elsewhere())
      everybody.push(...people, calm)
      expect(await lengthOf(table, list())).toBe(everybody.length)
    }
    await expectExactly(everybody)
    expect((await listed()).at(0)).toBe(everybody.at(-1))
  })

  it('is known to be hot to whoever reads its event, after many were numbered together', async () => {
    await numberMembers(table, list().name, await waitingCrowd(30))
    const process = elsewhere()
    const [late] = crowd(1) as [string]
    await attend(late, process)
    expect(await lengthOf(table, list())).toBe(30)
    expect(await sweep(table, new Date(Date.now() + 1_000))).toBe(1)
  })

  it('is where processes go that meet at the end of a list, and everybody is counted once in the end', async () => {
    const processes = Array.from({ length: 8 }, elsewhere)
    const people = crowd(160)
    await Promise.all(people.map((person, i) => attend(person, processes[i % processes.length])))
    await sweep(table, new Date(Date.now() + 1_000))
    await expectExactly(people)
  })
})

describe('the consumer of the stream', () => {
  it('numbers each member once of batches that come twice, in any order and to several consumers at once', async () => {
    const people = await waitingCrowd(60)
    const batches = [people, [...people].reverse(), people.slice(20, 40), people.slice(0, 5), people]
    await Promise.all(
      batches.map((batch) =>
        numberFromStream(
          elsewhere(),
          batch.map((person) => record(person)),
        ),
      ),
    )
    await expectExactly(people)
  })

  it('passes over what never waited, or does no longer', async () => {
    const [calm] = crowd(1) as [string]
    await attend(calm)
    expect(await numberFromStream(table, [record(calm), record(randomUUID()), { dynamodb: {} }, {}])).toEqual(
      [],
    )
    await expectExactly([calm])
  })

  it('names the records of a list that it could not number, and numbers the others', async () => {
    const people = await waitingCrowd(2)
    const failing = record(people[0] as string, '7')
    const image = failing.dynamodb?.NewImage as Record<string, { S: string }>
    image['waits_for'] = { S: 'attendances of nothing' }
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await numberFromStream(table, [failing, record(people[1] as string, '8')])).toEqual(['7'])
    vi.restoreAllMocks()
    expect(await lengthOf(table, list())).toBe(1)
  })

  it('may die between any two of its steps: the next one finishes, and nobody is lost or counted twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        async (first, second) => {
          const people = await waitingCrowd(12)
          const before = await listed()
          for (const requests of [first, second])
            await numberMembers(dyingAfter(requests), list().name, people).catch(() => undefined)
          // Later, when whoever died has had its time.
          vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
          await numberMembers(elsewhere(), list().name, people)
          vi.useRealTimers()
          await expectExactly([...before, ...people])
        },
      ),
      { numRuns: 25 },
    )
  })

  it('lets others count while marks are being made, and counts nobody of them again', async () => {
    const [early, first, second] = [await waitingCrowd(1), await waitingCrowd(12), await waitingCrowd(8)]
    await numberMembers(table, list().name, early)
    // The length, notes and members, the length again, the transaction; then it is about to mark.
    await expect(numberMembers(dyingAfter(5), list().name, first)).rejects.toThrow('The process is dead')
    expect(await lengthOf(table, list())).toBe(13)
    await numberMembers(elsewhere(), list().name, [...first, ...second])
    expect(await lengthOf(table, list())).toBe(21)
    expect((await listed()).sort()).toEqual([...early, ...first, ...second].sort())

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    await sweep(elsewhere(), new Date(Date.now() + 1_000))
    await expectExactly([...early, ...first, ...second])
  })

  it('races calm writers, hot writers, other consumers and sweepers without losing or doubling anybody', async () => {
    const processes = Array.from({ length: 6 }, elsewhere)
    const people = crowd(240)
    const arriving = Promise.all(people.map((person, i) => attend(person, processes[i % processes.length])))
    const consuming = Promise.all(
      processes.map(async (process, i) => {
        for (let round = 0; round < 6; round++) {
          const batch = people.filter((_, j) => (j + i) % 3 !== 0)
          await numberFromStream(
            process,
            batch.map((person) => record(person)),
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
  it('numbers those who waited since before a time, and leaves the others to the stream', async () => {
    const old = await waitingCrowd(5)
    const between = new Date(Date.now() + 5)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 })
    const young = await waitingCrowd(3)
    expect(await sweep(table, between)).toBe(5)
    expect(await lengthOf(table, list())).toBe(5)
    expect(await sweep(table, new Date(Date.now() + 1_000))).toBe(3)
    await expectExactly([...old, ...young])
    expect(await sweep(table, new Date(Date.now() + 1_000))).toBe(0)
  })

  it('numbers the others where a list cannot be numbered, and says so afterwards', async () => {
    const since = '2026-01-01T00:00:00.000Z'
    const stray = {
      pk: 'stray',
      sk: 'stray',
      unnumbered: 'attendances 0',
      since,
      waits_for: 'a list without such members',
    }
    await table.client.send(new PutCommand({ TableName: table.name, Item: stray }))
    const people = await waitingCrowd(5)
    await expect(sweep(table, new Date(Date.now() + 1_000))).rejects.toThrow('a list without such members')
    expect(await lengthOf(table, list())).toBe(5)
    expect((await listed()).sort()).toEqual([...people].sort())
  })
})

describe('a rush on limited places', () => {
  const limited = (capacity: number) => ({ ...event, capacity })
  const seatsTaken = async () => {
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }))
    return Items.reduce((sum, { taken = 0 }) => sum + (taken as number), 0)
  }
  const rush = (people: string[], capacity: number, processes = Array.from({ length: 6 }, elsewhere)) =>
    Promise.all(
      people.map(async (person, i) => {
        const current = { ...limited(capacity), total_accepted: 0 }
        const store = attendanceStore(processes[i % processes.length] as Table)
        try {
          await store.record(newAttendance(event.id, person, {}, new Date()), current)
          return 'accepted'
        } catch (error) {
          return (error as Error).message
        }
      }),
    )

  it('gives every place to somebody and none twice, from many processes', async () => {
    const answers = await rush(crowd(150), 47)
    expect(answers.filter((each) => each === 'accepted')).toHaveLength(47)
    expect(answers.filter((each) => each === 'This event is full')).toHaveLength(103)
    await sweep(table, new Date(Date.now() + 1_000))
    expect(await lengthOf(table, list())).toBe(47)
    expect(await seatsTaken()).toBe(47)
  })

  it('is audited: as many places are taken as there are attendances, and no more', async () => {
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
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { ...keyOf.seats(event.id, 0), taken: 20 } }),
    )
    expect(await violations()).toEqual([
      expect.stringMatching(`^event:${event.id} has \\d+ places taken, by 12 attendances.$`),
    ])
    await setCapacity(10)
    expect(await violations()).toContain(`event:${event.id} has 10 places and 12 attendances.`)
  })

  it('loses no place to requests that fail', async () => {
    const people = crowd(20)
    await Promise.all([
      rush(people.slice(0, 10), 20, [dyingAfter(3), dyingAfter(9), dyingAfter(14)]),
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
    const before = { ...process.spent }
    expect(await rush(crowd(3), 10, [process])).toEqual(Array(3).fill('This event is full'))
    expect(process.spent.write).toBe(before.write)
    expect(process.spent.requests - before.requests).toBe(3)
    // Whoever has a place keeps it, also when asking again.
    const answers = await rush(people, 10, [process])
    expect(answers.filter((each) => each === 'accepted')).toHaveLength(10)
  })

  it('answers that it is full without a write, once that is counted', async () => {
    await rush(crowd(5), 5)
    await sweep(table, new Date(Date.now() + 1_000))
    const before = table.spent.write
    const full = { ...limited(5), total_accepted: 5 }
    const [late] = crowd(1) as [string]
    await expect(attendances.record(newAttendance(event.id, late, {}, new Date()), full)).rejects.toThrow(
      'This event is full',
    )
    expect(table.spent.write).toBe(before)
  })
})
