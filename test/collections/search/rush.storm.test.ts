import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Owner } from '../../../lib/runtime/owner.js'
import { audit } from '../../../lib/app/audit.js'
import { UpdateCommand } from '../../../lib/table/client/commands.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { keyOfSegment } from '../../../lib/collections/segments.js'
import { getOne } from '../../../lib/table/reads.js'
import { countChanges } from '../../../lib/collections/search/count-changes.js'
import type { Table } from '../../../lib/table/table.js'
import { type GivenMember, givenList, givenTable, personFilter, rush } from '../../support/given/given-list.js'
import { sized } from '../../support/size.js'
import { listPeople } from '../../../lib/people/store/list-people.js'

const HOUR = 3_600_000
const START = Math.floor((Date.now() - 24 * HOUR) / 1_000) * 1_000
const iso = (time: number) => new Date(time).toISOString()
const anOwner = (): Owner => `group:${randomUUID()}`

let table: Table
beforeAll(async () => void (table = await givenTable()))

/** The first page of a sync, with what it cost. */
async function firstPage(owner: Owner, filter: string) {
  const before = { ...table.consumedCapacity }
  const page = await listPeople(table, owner, { page: 1, per_page: 25 }, personFilter(filter))
  const { read, requests } = table.consumedCapacity
  return { page, read: read - before.read, requests: requests - before.requests }
}

/** The ids that a traversal finds, page by page. */
async function traverse(owner: Owner, filter: string, per_page = 100): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const request = { page: 1, per_page, ...(after && { after }) }
    const { members, next } = await listPeople(table, owner, request, personFilter(filter))
    ids.push(...members.map(({ id }) => id))
    after = next || undefined
  } while (after)
  return ids
}

async function violations(): Promise<string[]> {
  const found: string[] = []
  await audit(table, (violation) => found.push(violation))
  return found
}

describe('the first page of a sync after a rush', () => {
  const PEOPLE = sized(10_000, 70_000)
  const owner = anOwner()
  let people: Awaited<ReturnType<typeof givenList>>
  beforeAll(async () => void (people = await givenList(table, owner, rush(START, PEOPLE, 1_000))))

  it('costs the same however many people came, and knows their exact number', async () => {
    const few = anOwner()
    await givenList(table, few, rush(START, 1_000, 1_000))
    const small = await firstPage(few, `modified_date ge '${iso(START - 1_000)}'`)
    const large = await firstPage(owner, `modified_date ge '${iso(START - 1_000)}'`)

    expect(small.page).toMatchObject({ total_records: 1_000 })
    expect(large.page).toMatchObject({ total_records: PEOPLE })
    expect(large.page.members).toHaveLength(25)
    // The position in a longer list takes a few more looks.
    expect(large.read).toBeLessThan(small.read + 30)
    expect(large.read).toBeLessThan(150)
    expect(large.requests).toBeLessThan(200)
  })

  it('costs the same from within the rush, where it begins and ends between the people of a second', async () => {
    const [from, before] = [START + 3_000, START + 7_000]
    const { page, read } = await firstPage(
      owner,
      `modified_date ge '${iso(from)}' and modified_date lt '${iso(before)}'`,
    )
    expect(page.total_records).toBe(people.filter(({ created }) => created >= from && created < before).length)
    expect(page.members[0]?.created_date).toBe(iso(from))
    expect(read).toBeLessThan(300)
  })

  it('is followed by pages that find every person once', async () => {
    const owner = anOwner()
    const people = await givenList(table, owner, [...rush(START, 1_500, 300), ...rush(START + HOUR, 500, 300, 20_000)])
    const from = START + 2_000
    const found = await traverse(owner, `modified_date ge '${iso(from)}'`)
    const expected = people.filter(({ created }) => created >= from).map(({ id }) => id)
    expect(found).toHaveLength(expected.length)
    expect(new Set(found)).toEqual(new Set(expected))
  })
})

/** A list of everything that can happen: calm times, rushes, people whom the stream missed, changes, slow writes. */
const anyList = fc
  .array(
    fc.record({
      gap: fc.constantFrom(0, 50, 400, 2_000, 40_000),
      count: fc.integer({ min: 1, max: 40 }),
      lag: fc.constantFrom(0, 300, 1_500, 4_000, 600_000),
      isSingle: fc.boolean(),
      changedAfter: fc.constantFrom(undefined, undefined, 700, 5_000, 100_000),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((batches) => {
    let now = START
    return batches.flatMap(({ gap, count, lag, isSingle, changedAfter }): GivenMember[] =>
      Array.from({ length: count }, (_, i) => {
        now += i === 0 || isSingle ? gap : 0
        // A write that takes over a second from its date to its end gets a new date.
        const wait = isSingle ? Math.min(lag, 4_000) : lag + i * 7
        const isSlow = isSingle && wait > 1_000
        return {
          created: now - wait,
          placed: now,
          isSingle,
          ...(isSlow && { changed: now }),
          ...(changedAfter !== undefined && i % 3 === 0 && { changed: now + changedAfter }),
        }
      }),
    )
  })

describe('members that were created or changed within a range of time', () => {
  it('are counted as many as they are, whatever happened to the list', async () => {
    const property = fc.asyncProperty(
      anyList,
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
      async (given, seeds) => {
        const owner = anOwner()
        const people = await givenList(table, owner, given)
        const dates = people.map(({ created, changed }) => changed ?? created)
        const any = (seed: number) =>
          Math.floor(((dates[seed % dates.length] as number) + (seed % 3) * 1_000 - 1_000) / 1_000) * 1_000
        for (const [one, other] of seeds) {
          const [from, before] = [any(one), any(other)].sort((a, b) => a - b) as [number, number]
          expect(await countChanges(table, lists.peopleOf(owner), 1, { from, before })).toEqual({
            count: dates.filter((date) => date >= from && date < before).length,
            hasLater: dates.some((date) => date >= before),
          })
        }
      },
    )
    await fc.assert(property, { numRuns: sized(12, 600) })
  })
})

describe('the audit of counts of dates of creation', () => {
  beforeAll(async () => void (table = await givenTable()))

  it('reports counts that are not those of the members, and late members without a record', async () => {
    const owner = anOwner()
    const list = lists.peopleOf(owner)
    await givenList(table, owner, [...rush(START, 150, 200), ...rush(START + HOUR, 30, 100, 60_000)])
    expect(await violations()).toEqual([])

    const segment = keyOfSegment(list, { first: 1 })
    const update = (key: object, UpdateExpression: string, values?: object) =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: key as never,
          UpdateExpression,
          ...(values && { ExpressionAttributeValues: values as never }),
        }),
      )
    const counts = (await getOne(table, segment))?.['creation_counts']
    await update(segment, 'SET creation_counts = :counts', { ':counts': { 1: 100 } })
    expect(await violations()).toEqual([
      `The segment 1 of the list "${list.name}" counts members by other dates of creation than they have.`,
      `The segment 1 of the list "${list.name}" has late members, and no record of them.`,
    ])
    await update(segment, 'REMOVE creation_counts')
    expect(await violations()).toEqual([
      `The segment 1 of the list "${list.name}" does not count its members by the dates of their creation.`,
    ])
    await update(segment, 'SET creation_counts = :counts', { ':counts': counts })
    expect(await violations()).toEqual([])

    const last = keyOfSegment(list, { first: 151 })
    await update(last, 'SET numbered_at = :now', { ':now': iso(START + 2 * HOUR) })
    expect(await violations()).toEqual([
      `The segment 151 of the list "${list.name}" has late members, and no record of them.`,
      expect.stringContaining('is a record of late members that no segment has.'),
    ])
  })
})
