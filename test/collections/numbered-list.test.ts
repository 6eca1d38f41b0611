import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { append } from '../../lib/collections/append.js'
import { readPage } from '../../lib/collections/read-page.js'
import { type Position, lengthOf, lists } from '../../lib/collections/numbered-list.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { putNew } from '../../lib/table/transaction.js'
import { engineKinds } from '../support/engine/engines.js'
import { sized } from '../support/size.js'
import { freshTable } from '../support/engine/tables.js'

describe.each(engineKinds())('a numbered list on %s', (kind) => {
  let table: Table
  /** The same table as another process sees it: within one process, appends to a list take turns. */
  let elsewhere: Table
  let made = 0

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
    elsewhere = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  const list = () => lists.eventsOf(`group:list-${++made}`)
  const add = (to: ReturnType<typeof list>, member: string, through = table) =>
    append(through, [to], ([position]) => [
      putNew(
        table,
        { pk: `${to.name}/${member}`, sk: 'member' },
        { member, at: (position as Position).ordinal, ...position },
      ),
    ])
  const membersOf = async (of: ReturnType<typeof list>, page: number, per_page: number) => {
    const { members, total_records } = await readPage<{ member: string; at: number }>(table, of, {
      page,
      per_page,
    })
    return {
      members: members.map((item) => item.member),
      ordinals: members.map((item) => item.at),
      total_records,
    }
  }

  it('gives its members dense ordinals, newest first, across the border of a block', async () => {
    const numbers = list()
    for (let i = 1; i <= 130; i++) expect(await add(numbers, String(i))).toBe('written')
    expect(await lengthOf(table, numbers)).toBe(130)
    expect((await membersOf(numbers, 1, 25)).ordinals).toEqual(Array.from({ length: 25 }, (_, i) => 130 - i))
    // Ordinals 106 to 81 lie in two blocks.
    expect((await membersOf(numbers, 2, 25)).ordinals).toEqual(Array.from({ length: 25 }, (_, i) => 105 - i))
    expect((await membersOf(numbers, 2, 100)).ordinals).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i))
    expect((await membersOf(numbers, 3, 100)).members).toEqual([])
  })

  it('writes nothing for a member that is there already, and says what stood against it', async () => {
    const members = list()
    await add(members, 'a')
    expect(await add(members, 'a')).toMatchObject({ all: [{ member: 'a', ordinal: 1 }] })
    expect(await lengthOf(table, members)).toBe(1)
  })

  it('appends to several lists together or to none', async () => {
    const [one, two] = [list(), list()]
    await add(two, 'taken')
    const both = (member: string) =>
      append(table, [one, two], ([first, second]) => [
        putNew(table, { pk: `${one.name}/${member}`, sk: 'member' }, { member, ...first }),
        putNew(table, { pk: `${two.name}/${member}`, sk: 'member' }, { member, ...second }),
      ])
    expect(await both('taken')).toMatchObject({ all: [{ pk: `${two.name}/taken`, member: 'taken' }] })
    expect([await lengthOf(table, one), await lengthOf(table, two)]).toEqual([0, 1])
    expect(await both('free')).toBe('written')
    expect([(await membersOf(one, 1, 9)).members, (await membersOf(two, 1, 9)).members]).toEqual([
      ['free'],
      ['free', 'taken'],
    ])
  })

  it('stays dense, and holds everyone once, whatever races', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 12 }), async (names) => {
        const raced = list()
        await Promise.all(names.map((name, i) => add(raced, String(name), i % 2 ? table : elsewhere)))
        const { members, ordinals, total_records } = await membersOf(raced, 1, 100)
        const distinct = new Set(names.map(String))
        expect(new Set(members)).toEqual(distinct)
        expect(ordinals).toEqual(Array.from({ length: distinct.size }, (_, i) => distinct.size - i))
        expect(total_records).toBe(distinct.size)
      }),
      { numRuns: sized(kind === 'dynoxide' ? 6 : 2, 40) },
    )
  })

  it('reads any page at the same cost', async () => {
    const long = list()
    for (let i = 1; i <= 60; i++) await add(long, String(i))
    const costOf = async (page: number) => {
      const before = table.consumedCapacity.read
      await readPage(table, long, { page, per_page: 10 })
      return table.consumedCapacity.read - before
    }
    expect(await costOf(6)).toBe(await costOf(1))
  })
})
