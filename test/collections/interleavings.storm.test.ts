import type NodeCrypto from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seeded } from '../../tools/burst-model/random.js'
import { BatchGetCommand, GetCommand, UpdateCommand } from '../../lib/table/client/commands.js'
import { type NumberedList, lengthIn, lists, memberKey } from '../../lib/collections/numbered-list.js'
import { assignOrdinals } from '../../lib/app/sequencer.js'
import { PENDING, isPending } from '../../lib/collections/pending.js'
import type { Item, Table } from '../../lib/table/table.js'
import {
  type Faults,
  type Outcome,
  type Process,
  type Scenario,
  exploreAll,
  runAtRandom,
  unscheduled,
} from '../support/interleaving/explore.js'
import { MemoryTable } from '../support/interleaving/memory-table.js'
import { isLong, sized } from '../support/size.js'

/*
 * The protocol that assigns ordinals, checked in every order in which the commands of its processes can happen. Pauses
 * take no time here, and the clock moves only where a scenario says so.
 */

let pausesTakeTime = false
vi.mock('node:timers/promises', () => ({
  setTimeout: async () => {
    if (pausesTakeTime) vi.setSystemTime(Date.now() + PAUSE_MS)
  },
}))

let ids = 0
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof NodeCrypto>()),
  randomUUID: () => `id-${ids++}`,
}))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void (pausesTakeTime = false))

const START = Date.parse('2026-01-01T00:00:00Z')
const ABANDONED_MS = 5_000
const PAUSE_MS = 50

const list = lists.itemsOf('creator')

/** A table with pending members. */
function pending(people: string[], of: NumberedList = list): MemoryTable {
  const table = new MemoryTable()
  for (const person of people)
    table.put({
      ...memberKey(of, person),
      [PENDING]: 'items 0',
      since: '2026',
      waits_for: of.name,
    })
  return table
}

const segmentsIn = (table: MemoryTable) =>
  table.all().filter(({ pk }) => pk.startsWith('segment#')) as (Item & { first: number; members: string[] })[]

/** Every member has at most one ordinal, and the length says how many are taken. */
function expectNobodyTwice(table: MemoryTable) {
  const members = segmentsIn(table).flatMap((segment) => segment.members)
  const length = lengthIn(table.get(list.length))
  if (new Set(members).size < members.length) throw new Error(`Assigned twice: ${members.join(' ')}`)
  if (length !== members.length) throw new Error(`The length is ${length}, with ${members.join(' ')}`)
}

/** A member whom a sequencer does not leave to others has the ordinal. */
function expectDone(table: MemoryTable, batch: string[], outcome: Outcome) {
  if (!('value' in outcome)) return
  const left = outcome.value as string[]
  for (const person of batch.filter((each) => !left.includes(each)))
    if (isPending(memberIn(table, person))) throw new Error(`${person} counts as done, and is pending`)
}

const memberIn = (table: MemoryTable, person: string) => table.get(memberKey(list, person))

/** Checks the state after a later sequencer: every member has an ordinal, and nothing is left to do. */
async function expectWhole(table: MemoryTable, people: string[]) {
  vi.setSystemTime(Date.now() + 2 * ABANDONED_MS)
  await assignOrdinals(unscheduled(table), list.name, people)
  expectNobodyTwice(table)
  const ordinals = segmentsIn(table).flatMap(({ first, members }) =>
    members.map((person, i) => [person, first + i] as const),
  )
  expect(ordinals.map(([person]) => person).sort()).toEqual([...people].sort())
  for (const [person, ordinal] of ordinals) {
    const item = memberIn(table, person)
    expect([person, item?.['numbered'], item?.[PENDING]]).toEqual([person, ordinal, undefined])
  }
  expect(table.all().filter(({ pk }) => pk.startsWith('journal#'))).toEqual([])
}

function sequencers(batches: string[][], faults: Faults = {}): Scenario {
  const people = [...new Set(batches.flat())]
  return {
    given: () => pending(people),
    processes: batches.map((batch) => async (table) => assignOrdinals(table, list.name, batch)),
    faults,
    begin: () => {
      ids = 0
      vi.setSystemTime(START)
    },
    delay: () => void vi.setSystemTime(Date.now() + 2 * ABANDONED_MS),
    always: expectNobodyTwice,
    whenDone: (table, process, outcome) => expectDone(table, batches[process] as string[], outcome),
    finally: (table) => expectWhole(table, people),
  }
}

/** A process as it was before: it reads the members before the journal. */
function hasty(table: Table, batch: string[]): Table {
  let early: Promise<unknown> | undefined
  const keys = batch.map((person) => memberKey(list, person))
  const through = (command: object): Promise<unknown> => table.client.send(command as never)
  const send = async (command: object) => {
    if (command instanceof BatchGetCommand) return early
    const answer = await through(command)
    if (command instanceof GetCommand)
      early ??= through(new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys } } }))
    return answer
  }
  return { ...table, client: { ...table.client, send: send as never } }
}

describe('sequencers of one list, in every order of their commands', () => {
  const everything = { crashes: 1, lostAnswers: 1, lateWrites: 1, delays: 1 }

  it.each<[string, string[][], Faults]>([
    [
      'two with the same members',
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      {},
    ],
    ['two, of which one crashes', [['a'], ['a', 'b']], { crashes: 1, delays: 1 }],
    ['two, of which one gets no answer to a write', [['a'], ['a']], { lostAnswers: 1, delays: sized(1, 2) }],
    ['two, with a write that is applied late', [['a'], ['a']], { lateWrites: 1, delays: 1 }],
    ['three with one member', [['a'], ['a'], ['a']], {}],
    ...(isLong
      ? ([
          [
            'two with every fault',
            [
              ['a', 'b'],
              ['a', 'b'],
            ],
            everything,
          ],
          ['three with one member, of which one crashes', [['a'], ['a'], ['a']], { crashes: 1, delays: 1 }],
          ['three with two members', [['a'], ['b'], ['a', 'b']], {}],
        ] as [string, string[][], Faults][])
      : []),
  ])('%s assign every ordinal once', async (_, batches, faults) => {
    const { states, ends } = await exploreAll(sequencers(batches, faults))
    expect(states).toBeGreaterThan(100)
    expect(ends).toBeGreaterThan(0)
  })

  it('assign every ordinal once when there are more of them, with larger batches and more faults, at random', async () => {
    const people = Array.from({ length: 6 }, (_, i) => `p${i}`)
    const batch = fc.subarray(people, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 2, maxLength: 4 }), fc.nat(), async (batches, seed) => {
        const faults = { crashes: 2, lostAnswers: 2, lateWrites: 2, delays: 3 }
        await runAtRandom(sequencers(batches, faults), seeded(seed))
      }),
      { numRuns: sized(150, 20_000) },
    )
  })

  it('assign every ordinal once beside a rush, which takes a lease, at random', async () => {
    const people = Array.from({ length: 45 }, (_, i) => `p${i}`)
    const batches = [people.slice(0, 30), people.slice(15), people]
    // The lease of a process that has crashed ends by itself.
    pausesTakeTime = true
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const faults = { crashes: 1, lostAnswers: 1, lateWrites: 1, delays: 3 }
        await runAtRandom(sequencers(batches, faults), seeded(seed))
      }),
      { numRuns: sized(10, 1_000) },
    )
  })

  it('would count members twice if they read them before the journal', async () => {
    const batches = [['a'], ['a']]
    const scenario = sequencers(batches)
    const processes = scenario.processes.map((process, i): Process => {
      return (table) => process(hasty(table, batches[i] as string[]))
    })
    await expect(exploreAll({ ...scenario, processes })).rejects.toThrow('Assigned twice: a a')
  })
})

describe('an abandoned journal entry', () => {
  /** Returns the table after a process that crashed when it had counted two members and applied nothing. */
  async function abandoned(): Promise<MemoryTable> {
    vi.setSystemTime(START)
    const table = pending(['a', 'b', 'c'])
    const through = unscheduled(table)
    const send = async (command: object) => {
      if (command instanceof UpdateCommand) throw new Error('The process crashes')
      return through.client.send(command as never)
    }
    const crashing = { ...through, client: { ...through.client, send: send as never } }
    await expect(assignOrdinals(crashing, list.name, ['a', 'b'])).rejects.toThrow('The process crashes')
    return table
  }

  it('is applied by one of the processes that find it', async () => {
    const entry = (await abandoned()).all()
    await exploreAll({
      ...sequencers([['a'], ['b', 'c']]),
      given: () => {
        const table = new MemoryTable()
        for (const item of entry) table.put(item)
        vi.setSystemTime(START + 2 * ABANDONED_MS)
        return table
      },
      finally: async (table, trace) => {
        for (const person of ['a', 'b', 'c'])
          expect(trace.filter((line) => line.includes(`Update person#${person}`))).toHaveLength(1)
        await expectWhole(table, ['a', 'b', 'c'])
      },
    })
  })
})
