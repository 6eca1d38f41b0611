import { beforeAll, describe, expect, it } from 'vitest'
import {
  all,
  either,
  has,
  includes,
  is,
  isAbove,
  isAtMost,
  isBelow,
  isNot,
  lacks,
  not,
} from '../../lib/table/condition.js'
import type { Condition } from '../../lib/table/condition.js'
import type { Changes } from '../../lib/table/change.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { changeItem } from '../../lib/table/transaction.js'
import { freshTable } from '../support/engine/tables.js'

let table: Table
let items = 0

beforeAll(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
})

/** Writes an item, changes it, and returns the attributes that it has then. */
async function changed(before: object, changes: Changes, condition?: Condition) {
  const key = { pk: `item#${++items}`, sk: 'item' }
  await changeItem(table, key, { set: before })
  const { item, ...refused } = await changeItem(table, key, changes, condition)
  const { pk, sk, ...attributes } = item ?? (refused as { met: Record<string, unknown> }).met
  expect({ pk, sk }).toEqual(key)
  return { attributes, isChanged: item !== undefined }
}

describe('a change of an item', () => {
  it.each<[string, object, Changes, object]>([
    ['sets values', { a: 1 }, { set: { b: 'two', c: ['three'] } }, { a: 1, b: 'two', c: ['three'] }],
    ['removes what is set to undefined', { a: 1, b: 2 }, { set: { a: undefined } }, { b: 2 }],
    ['removes what it names', { a: 1, b: 2, c: 3 }, { remove: ['a', 'b'] }, { c: 3 }],
    ['keeps what the item has', { a: 1 }, { setIfAbsent: { a: 2, b: 3 } }, { a: 1, b: 3 }],
    ['adds to numbers, from 0 on', { a: 1 }, { add: { a: 2, b: -3 } }, { a: 3, b: -3 }],
    [
      'does all of it at once, with names that DynamoDB reserves',
      { status: 'old', length: 2, data: 1 },
      { set: { status: 'new' }, add: { length: 1 }, setIfAbsent: { name: 'x' }, remove: ['data'] },
      { status: 'new', length: 3, name: 'x' },
    ],
  ])('%s', async (_, before, changes, after) => {
    expect((await changed(before, changes)).attributes).toEqual(after)
  })

  it('writes nothing where its condition fails, and tells of the item that it met', async () => {
    const outcome = await changed({ a: 1 }, { set: { a: 2 } }, is('a', 3))
    expect(outcome).toEqual({ attributes: { a: 1 }, isChanged: false })
  })
})

describe('a condition', () => {
  const item = { name: 'Ana', size: 2, totals: { accepted: 5 } }

  it.each<[string, Condition, boolean]>([
    ['is', is('name', 'Ana'), true],
    ['is, of another value', is('name', 'Ben'), false],
    ['isNot', isNot('name', 'Ben'), true],
    ['isBelow', isBelow('size', 2), false],
    ['isAtMost', isAtMost('size', 2), true],
    ['isAbove', isAbove('size', 1), true],
    ['has', has('name'), true],
    ['has, of the item itself', has('pk'), true],
    ['lacks', lacks('name'), false],
    ['includes', includes('name', 'na'), true],
    ['not', not(is('name', 'Ana')), false],
    ['a path', is('totals.accepted', 5), true],
    ['all', all(has('name'), is('size', 3)), false],
    ['either', either(lacks('name'), is('size', 2)), true],
    ['either within all', all(either(lacks('name'), is('size', 2)), is('name', 'Ben')), false],
    ['all within either', either(all(is('name', 'Ben'), is('size', 2)), is('size', 3)), false],
  ])('by %s decides by the item', async (_, condition, holds) => {
    expect((await changed(item, { set: { seen: true } }, condition)).isChanged).toBe(holds)
  })
})
