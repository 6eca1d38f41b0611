import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lists } from '../../lib/collections/numbered-list.js'
import { leaseOn } from '../../lib/collections/sequencer/lease.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { freshTable } from '../support/engine/tables.js'

const list = lists.attendancesOf('event')
let table: Table

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

const later = (ms: number) => void vi.setSystemTime(Date.now() + ms)
const acquire = () => leaseOn(table, list).acquire()

it('a lease is acquired by one of many processes at once, and then by the next one', async () => {
  for (let round = 0; round < 2; round++) {
    const leases = Array.from({ length: 10 }, () => leaseOn(table, list))
    const acquired = await Promise.all(leases.map((lease) => lease.acquire()))
    expect(acquired.filter(Boolean)).toEqual(['acquired'])
    const lease = leases[acquired.indexOf('acquired')]
    lease?.release()
    await lease?.released()
  }
})

it('a lease of one list does not block another list', async () => {
  expect(await acquire()).toBe('acquired')
  expect(await leaseOn(table, lists.attendancesOf('another')).acquire()).toBe('acquired')
})

it('a lease of a crashed process expires, and that process cannot release the next one', async () => {
  const crashed = leaseOn(table, list)
  expect(await crashed.acquire()).toBe('acquired')
  later(400)
  expect(await acquire()).toBeUndefined()
  later(200)
  expect(await acquire()).toBe('acquired')
  crashed.release()
  await crashed.released()
  expect(await acquire()).toBeUndefined()
})

it('a lease keeps no process waiting for ever, however often others have it', async () => {
  const lease = leaseOn(table, list)
  for (let i = 0; i < 6; i++) {
    expect([i, await acquire(), await lease.acquire()]).toEqual([i, 'acquired', undefined])
    later(501)
  }
  expect([await acquire(), await lease.acquire()]).toEqual(['acquired', 'late'])
})

it('a lease that cannot be released causes no error', async () => {
  const lease = leaseOn({ ...table, name: 'no table' }, list)
  lease.release()
  await expect(lease.released()).resolves.toBeUndefined()
})
