import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Owner } from '../../../lib/runtime/owner.js'
import { PutCommand } from '../../../lib/table/client/commands.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import type { Table } from '../../../lib/table/table.js'
import { givenList, givenTable, personFilter } from '../../support/given/given-list.js'
import { listPeople } from '../../../lib/people/store/list-people.js'

let table: Table
beforeAll(async () => void (table = await givenTable()))

const START = Date.parse('2030-01-01T00:00:00Z')
const anOwner = (): Owner => `group:${randomUUID()}`
const find = (owner: Owner, filter: string) => listPeople(table, owner, { page: 1, per_page: 25 }, personFilter(filter))

/** Runs work, and returns the number of its requests. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const before = table.consumedCapacity.requests
  await work()
  return table.consumedCapacity.requests - before
}

describe('a filter that looks at a whole list', () => {
  it.each([
    ['in their own items', true, 10],
    ['in segments', false, 21],
  ])('asks once for a hundred members whose ordinals are %s', async (_, isSingle, most) => {
    const owner = anOwner()
    const members = Array.from({ length: 950 }, (_, i) => ({
      created: START + i,
      placed: START + 100 * Math.ceil(i / 100),
      isSingle,
    }))
    await givenList(table, owner, members)
    let found = 0
    const requests = await requestsOf(async () => {
      found = (await find(owner, "family_name ne 'X'")).total_records
    })
    expect(found).toBe(950)
    // One for the length, one for the other place of the newest block.
    expect(requests).toBeLessThanOrEqual(most + 2)
  })

  it('finds members in lists that have them in both places', async () => {
    const owner = anOwner()
    const members = Array.from({ length: 730 }, (_, i) => ({
      created: START + i,
      placed: START + i,
      isSingle: i % 100 < 50 || i > 600,
    }))
    await givenList(table, owner, members)
    expect((await find(owner, "family_name ne 'X'")).total_records).toBe(730)
  })

  it.each([
    ['whole', "family_name eq 'X'", 1],
    // It looks for the beginning first.
    ['since a change', "modified_date gt '2029-12-31' and family_name eq 'X'", 200],
  ])('is refused where the list is too long, before all are read: %s', async (_, filter, most) => {
    const owner = anOwner()
    const { length } = lists.peopleOf(owner)
    const Item = { ...length, length: 30_000 }
    await table.client.send(new PutCommand({ TableName: table.name, Item }))
    const refused = { faults: [{ error_code: 'filter_too_wide' }] }
    const requests = await requestsOf(() => expect(find(owner, filter)).rejects.toMatchObject(refused))
    expect(requests).toBeLessThanOrEqual(most)
  })
})
