import { expect, it } from 'vitest'
import { Conflicts } from '../../../lib/table/conflicts.js'
import { type Table, keyIn, keyOf } from '../../../lib/table/table.js'
import { putNew } from '../../../lib/table/transaction.js'

const table = { name: 'table' } as Table
const person = { ...keyOf.person('1'), given_name: 'Ana' }
const claim = { ...keyOf.identifier('person', 'test:1'), identifier: 'test:1', holder: 'person:2' }
const conflicts = new Conflicts([person, claim])

it('conflicts are found by their keys, by the operations that met them, and by their kinds', () => {
  expect(conflicts.at(keyOf.person('1'))).toBe(person)
  expect(conflicts.at(keyOf.person('2'))).toBeUndefined()
  expect(conflicts.with(putNew(table, keyIn(keyOf.person('1')), {}))).toBe(person)
  expect(conflicts.with({ Delete: { TableName: 'table', Key: keyOf.tag('1') } })).toBeUndefined()
  expect(conflicts.of('identifier')).toEqual([claim])
  expect(conflicts.of('contact')).toEqual([])
})

it('conflicts can be those of some operations alone', () => {
  const ofPerson = conflicts.among([putNew(table, keyIn(keyOf.person('1')), {}), putNew(table, keyOf.tag('1'), {})])
  expect(ofPerson.all).toEqual([person])
  expect(conflicts.among([putNew(table, keyOf.tag('1'), {})]).isEmpty).toBe(true)
})
