import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isContended } from '../../lib/collections/contention.js'
import { joinTogether } from '../../lib/collections/join-together.js'
import { type NumberedList, lengthOf, lists } from '../../lib/collections/numbered-list.js'
import { readPage } from '../../lib/collections/read-page.js'
import { type Table, keyIn, keyOf, openTable } from '../../lib/table/table.js'
import { putNew } from '../../lib/table/transaction.js'
import { type FaultyDynamoDb, startFaultyDynamoDb } from '../support/engine/faults.js'
import { freshTable } from '../support/engine/tables.js'

describe('members of one process that join a list together', () => {
  let dynamodb: FaultyDynamoDb
  let table: Table
  /** The same table as another process sees it. */
  let elsewhere: Table
  let event: string
  let list: NumberedList

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable()
    dynamodb = await startFaultyDynamoDb(endpoint)
    table = openTable({ tableName, dynamodbEndpoint: dynamodb.endpoint })
    elsewhere = openTable({ tableName, dynamodbEndpoint: endpoint })
  })
  beforeEach(async () => {
    dynamodb.calm()
    event = randomUUID()
    list = lists.attendancesOf(event)
    await join(elsewhere)
  })
  afterAll(() => dynamodb.close())

  const join = (through: Table) => {
    const person = randomUUID()
    return joinTogether(through, [list], {
      items: ([position]) => [
        putNew(through, keyIn(keyOf.attendance(person, event)), {
          id: randomUUID(),
          event,
          person,
          created_date: new Date().toISOString(),
          ...position,
        }),
      ],
      count: {},
    })
  }
  const joinAll = (members: number) => Promise.all(Array.from({ length: members }, () => join(table)))

  /** Lets another process join the list before each of so many transactions, and counts them. */
  const overtaken = (times: number) => {
    let transactions = 0
    dynamodb.troubles(async ({ action }) => {
      if (action === 'TransactWriteItems' && transactions++ < times) expect(await join(elsewhere)).toBe('written')
      return undefined
    })
    return () => transactions
  }

  const assertDense = async (length: number) => {
    expect(await lengthOf(table, list)).toBe(length)
    const { members } = await readPage<{ id: string }>(table, list, { page: 1, per_page: 100 })
    expect(new Set(members.map(({ id }) => id)).size).toBe(length)
  }

  it('are written after others, where these have come to its end first', async () => {
    const transactions = overtaken(2)
    expect(await joinAll(30)).toEqual(Array(30).fill('written'))
    expect(transactions()).toBeLessThan(8)
    expect(isContended(table, list)).toBe(false)
    await assertDense(1 + 2 + 30)
  })

  it('attempt no transaction while others write one after the other', async () => {
    const sent: string[] = []
    dynamodb.troubles(async ({ action }) => {
      if (sent.push(action) <= 5) expect(await join(elsewhere)).toBe('written')
      return undefined
    })
    expect(await joinAll(30)).toEqual(Array(30).fill('written'))
    const transactions = sent.filter((action) => action === 'TransactWriteItems')
    expect(transactions).toHaveLength(2)
    await assertDense(1 + 5 + 30)
  })

  it('are left to the deferred path where others go on', async () => {
    overtaken(Infinity)
    expect(await joinAll(30)).toEqual(Array(30).fill('missed'))
    expect(isContended(table, list)).toBe(true)
    dynamodb.calm()
    await assertDense(await lengthOf(elsewhere, list))
  })

  it('are left to it at once where they are few', async () => {
    const transactions = overtaken(1)
    expect(await joinAll(2)).toContain('missed')
    expect(transactions()).toBe(1)
  })
})
