import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PutCommand } from '../../lib/table/client/commands.js'
import { lengthOf, lists, memberKey } from '../../lib/collections/numbered-list.js'
import { isPending, pendingAttributes } from '../../lib/collections/pending.js'
import { leaseOn } from '../../lib/collections/sequencer/lease.js'
import { turnsOn } from '../../lib/collections/sequencer/turns.js'
import { getBeside, getMany } from '../../lib/table/reads.js'
import { assignOrdinals } from '../../lib/app/sequencer.js'
import { type Table, keyOf, openTable } from '../../lib/table/table.js'
import { freshTable } from '../support/engine/tables.js'

const list = lists.itemsOf('creator')
let table: Table

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
})

async function pendingCrowd(size: number): Promise<string[]> {
  const people = Array.from({ length: size }, () => randomUUID())
  const put = (person: string) => ({ ...memberKey(list, person), ...pendingAttributes(list) })
  for (const person of people) await table.client.send(new PutCommand({ TableName: table.name, Item: put(person) }))
  return people
}

const handedOver = () => getBeside(table, keyOf.handedOver(list.name))

/** Returns the ordinals of people who have theirs; those of pending people are left out. */
async function ordinalsOf(people: string[]): Promise<number[]> {
  const items = await getMany(
    table,
    people.map((person) => memberKey(list, person)),
    { consistent: true },
  )
  return items.flatMap((item) => (isPending(item) ? [] : [item?.['numbered'] as number]))
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
const inOrder = (ordinals: number[]) => [...ordinals].sort((one, other) => one - other)

/** Counts in a turn of its own while another process has handed its members over. */
async function countBeside(own: string[], work: (process: string) => Promise<unknown>): Promise<void> {
  const others = leaseOn(table, list)
  expect(await others.acquire()).toBe('acquired')
  const process = randomUUID()
  await work(process)
  others.release()
  await others.released()
  await assignOrdinals(table, list.name, own)
}

describe('processes that take turns on a list', () => {
  it('count the members that another one has handed over, which applies their ordinals itself', async () => {
    const [own, left] = [await pendingCrowd(25), await pendingCrowd(30)]
    const lease = leaseOn(table, list)
    await lease.acquire()
    const waiting = assignOrdinals(table, list.name, left)
    await vi.waitFor(async () => expect(await handedOver()).toHaveLength(1), { timeout: 5_000 })
    lease.release()
    await lease.released()
    expect(await assignOrdinals(table, list.name, own)).toEqual([])
    expect(await waiting).toEqual([])
    expect(inOrder(await ordinalsOf([...own, ...left]))).toEqual(upTo(55))
    expect(await handedOver()).toEqual([])
  })

  it('give a process that has waited its entry, and are asked for its turn no more', async () => {
    const [own, left] = [await pendingCrowd(25), await pendingCrowd(30)]
    let waiting: ReturnType<typeof turnsOn> | undefined
    await countBeside(own, async (process) => {
      waiting = turnsOn(table, list, process)
      expect(await waiting.next(left)).toBeUndefined()
      expect(await waiting.next(left)).toBeUndefined()
      expect(await handedOver()).toHaveLength(1)
    })
    expect(await lengthOf(table, list)).toBe(55)
    expect(inOrder(await ordinalsOf([...own, ...left]))).toEqual(upTo(25))
    expect(await waiting?.next(left)).toMatchObject({ isAlone: false })
  })

  it('count the members of a process that has crashed since, whom the next one applies when its entry is old', async () => {
    const [own, left] = [await pendingCrowd(25), await pendingCrowd(30)]
    await countBeside(own, async (process) => turnsOn(table, list, process).next(left))
    expect(await assignOrdinals(table, list.name, left)).toEqual(left)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    expect(await assignOrdinals(table, list.name, left)).toEqual([])
    vi.useRealTimers()
    expect(inOrder(await ordinalsOf([...own, ...left]))).toEqual(upTo(55))
  })

  it('count no member twice who was handed over late, by two processes or again', async () => {
    const [own, left] = [await pendingCrowd(25), await pendingCrowd(30)]
    // The clock stands: what was handed over is forgotten after seconds, which a slow machine may take.
    vi.useFakeTimers({ toFake: ['Date'] })
    await assignOrdinals(table, list.name, left)
    await countBeside(own, async () => {
      for (const members of [left, own, [...left, ...own]]) await turnsOn(table, list, randomUUID()).next(members)
      expect(await handedOver()).toHaveLength(3)
    })
    expect(inOrder(await ordinalsOf([...own, ...left]))).toEqual(upTo(55))
    expect(await lengthOf(table, list)).toBe(55)
    expect(await handedOver()).toEqual([])
  })

  it('take as many members as a transaction takes, and leave the others to the next turn', async () => {
    const own = await pendingCrowd(20)
    await countBeside(own, async () => {
      for (let i = 0; i < 19; i++)
        await turnsOn(table, list, randomUUID()).next([`stranger ${i}`, ...Array(60).fill('stranger')])
    })
    expect((await handedOver()).length).toBeGreaterThan(0)
    expect(inOrder(await ordinalsOf(own))).toEqual(upTo(20))
  })

  it('take back what they have handed over when they give up', async () => {
    await countBeside(await pendingCrowd(20), async (process) => {
      const waiting = turnsOn(table, list, process)
      await waiting.next(['a person'])
      await waiting.leave()
      expect(await handedOver()).toEqual([])
    })
  })
})
