import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lists } from '../../../lib/dynamodb/lists/numbered-list.js'
import { turnAt } from '../../../lib/dynamodb/lists/turn.js'
import { type Table, openTable } from '../../../lib/dynamodb/table.js'
import { freshTable } from '../../support/tables.js'

const list = lists.attendancesOf('event')
let table: Table

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

const later = (ms: number) => void vi.setSystemTime(Date.now() + ms)
const take = () => turnAt(table, list).take()

it('has one of many who want it at once, and then the next one', async () => {
  for (let round = 0; round < 2; round++) {
    const turns = Array.from({ length: 10 }, () => turnAt(table, list))
    const taken = await Promise.all(turns.map((turn) => turn.take()))
    expect(taken.filter(Boolean)).toEqual(['taken'])
    const turn = turns[taken.indexOf('taken')]
    turn?.release()
    await turn?.released()
  }
})

it('has somebody else at another list', async () => {
  expect(await take()).toBe('taken')
  expect(await turnAt(table, lists.attendancesOf('another')).take()).toBe('taken')
})

it('ends with a process that has died, who cannot end that of the next one', async () => {
  const dead = turnAt(table, list)
  expect(await dead.take()).toBe('taken')
  later(400)
  expect(await take()).toBeUndefined()
  later(200)
  expect(await take()).toBe('taken')
  dead.release()
  await dead.released()
  expect(await take()).toBeUndefined()
})

it('keeps nobody waiting for ever, however often others have it', async () => {
  const waiting = turnAt(table, list)
  for (let i = 0; i < 6; i++) {
    expect([i, await take(), await waiting.take()]).toEqual([i, 'taken', undefined])
    later(501)
  }
  expect([await take(), await waiting.take()]).toEqual(['taken', 'late'])
})

it('is nobody’s trouble when it cannot be released', async () => {
  const turn = turnAt({ ...table, name: 'no table' }, list)
  turn.release()
  await expect(turn.released()).resolves.toBeUndefined()
})
