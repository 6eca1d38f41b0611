import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UpdateCommand } from '../../lib/table/client/commands.js'
import { keyStore } from '../../lib/access/store/key-store.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf, openTable } from '../../lib/table/table.js'
import { timeLeft } from '../../lib/runtime/request-context.js'
import { address, demo, get, givenEvent, put, table } from '../support/service.js'

/* When a key was used last is known to the hour, and costs a write an hour. */

const MINUTE_MS = 60_000
const NOW = new Date('2026-11-22T10:00:00Z')
const owner = `group:${demo.group.id}` as const
const other = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
const keys = keyStore(other)

const after = (minutes: number) => vi.setSystemTime(NOW.getTime() + minutes * MINUTE_MS)

async function givenKey(restrictions: object = {}) {
  const key = randomUUID()
  const id = await keys.create(key, { owner, default_creator: demo.group.creator, ...restrictions }, NOW)
  return { key, id, lastUse: async () => (await getOne(other, keyOf.apiKey(id)))?.['last_used_date'] }
}

async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const before = table.consumedCapacity.write
  await work()
  return table.consumedCapacity.write - before
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the last use of a key', () => {
  it('is recorded with its first request, by one write unit, before the answer', async () => {
    const { key, lastUse } = await givenKey()
    expect(await lastUse()).toBeUndefined()
    expect(await writesOf(() => get('/api/v2/events', { key }))).toBe(1)
    expect(await lastUse()).toBe('2026-11-22T10:00:00.000Z')
  })

  it('costs nothing more within the hour, also where the process reads the key again', async () => {
    const { key, lastUse } = await givenKey()
    await get('/api/v2/events', { key })
    const minutes = [0.5, 1.5, 20, 59]
    for (const each of minutes) {
      after(each)
      expect(await writesOf(() => get('/api/v2/events', { key }))).toBe(0)
    }
    expect(await lastUse()).toBe('2026-11-22T10:00:00.000Z')
  })

  it('is recorded again after an hour', async () => {
    const { key, lastUse } = await givenKey()
    await get('/api/v2/events', { key })
    after(61)
    expect(await writesOf(() => get('/api/v2/events', { key }))).toBe(1)
    expect(await lastUse()).toBe('2026-11-22T11:01:00.000Z')
  })

  it('is also a request that the scope of the key refuses, or its rate limit', async () => {
    const { path } = await givenEvent()
    const reader = await givenKey({ scope: 'read' })
    expect((await put(path, { title: 'Changed' }, { key: reader.key })).status).toBe(403)
    expect(await reader.lastUse()).toBe(NOW.toISOString())
    const slow = await givenKey({ limit: { requests: 1, seconds: 86_400 } })
    await get('/api/v2/events', { key: slow.key })
    after(61)
    expect((await get('/api/v2/events', { key: slow.key })).status).toBe(429)
    expect(await slow.lastUse()).toBe('2026-11-22T11:01:00.000Z')
  })

  it('does not change by a request with a key that does not work', async () => {
    const revoked = await givenKey()
    await keys.revoke(revoked.id, NOW)
    const expired = await givenKey({ expires_date: NOW.toISOString() })
    for (const { key, lastUse } of [revoked, expired]) {
      expect((await get('/api/v2/events', { key })).status).toBe(403)
      expect(await lastUse()).toBeUndefined()
    }
  })
})

describe('two processes that use a key at the same time', () => {
  it('record one use, and neither fails', async () => {
    const { key, lastUse } = await givenKey()
    const processes = [keyStore(other), keyStore(other)]
    const principals = await Promise.all(processes.map((each) => each.authenticate(key)))
    for (const [i, each] of processes.entries()) {
      after(i)
      await each.recordUse(principals[i] as NonNullable<(typeof principals)[0]>)
    }
    expect(await lastUse()).toBe(NOW.toISOString())
  })

  it('leave a key revoked that is revoked while they run', async () => {
    const { key, id, lastUse } = await givenKey()
    const principal = await keys.authenticate(key)
    await keys.revoke(id, NOW)
    await keys.recordUse(principal as NonNullable<typeof principal>)
    expect(await lastUse()).toBe(NOW.toISOString())
    expect(await keyStore(other).authenticate(key)).toBeUndefined()
  })
})

describe('a use that cannot be recorded', () => {
  const failing = () => {
    const send = table.client.send.bind(table.client)
    const left: number[] = []
    const spy = vi.spyOn(table.client, 'send').mockImplementation((command, options) => {
      if (!(command instanceof UpdateCommand) || !String(command.input.Key?.['pk']).startsWith('api_key#'))
        return send(command, options)
      left.push(timeLeft())
      return Promise.reject(new Error('AccessDeniedException'))
    })
    return { left, mend: () => spy.mockRestore() }
  }

  it('fails no request, is logged, and is tried again when the key is read again', async () => {
    const { key, lastUse } = await givenKey()
    const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { left, mend } = failing()
    for (const minutes of [0, 0.5]) {
      after(minutes)
      expect((await get('/api/v2/events', { key })).status).toBe(200)
    }
    expect(left.length).toBe(1)
    expect(logged.mock.calls.join()).toContain('Cannot record the use of a key')
    expect(logged.mock.calls.join()).not.toContain(key)
    mend()
    after(2)
    expect((await get('/api/v2/events', { key })).status).toBe(200)
    expect(await lastUse()).toBe('2026-11-22T10:02:00.000Z')
  })

  it('holds up a request for a second at most', async () => {
    const { key } = await givenKey()
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { left } = failing()
    await get('/api/v2/events', { key })
    expect(left[0]).toBeLessThanOrEqual(1_000)
  })
})
