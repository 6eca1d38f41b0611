import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ScanCommand } from '../../../lib/table/client/commands.js'
import { keyStore } from '../../../lib/access/store/key-store.js'
import { rateStore } from '../../../lib/http/state/rate-store.js'
import { openTable } from '../../../lib/table/table.js'
import { address, demo, get } from '../../support/service.js'

const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
const limit = { requests: 3, seconds: 3600 }
const counters = async () =>
  ((await table.client.send(new ScanCommand({ TableName: table.name }))).Items ?? []).filter(({ pk }) =>
    String(pk).startsWith('requests#'),
  )

describe('a key', () => {
  it('has no limit, no headers of one and no counter, until its owner sets one', async () => {
    const { headers } = await get('/api/v2/events')
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
    expect(await counters()).toEqual([])
  })

  it('with a limit hears what is left of it, and is refused beyond it', async () => {
    const key = randomUUID()
    await keyStore(table).create(
      key,
      { owner: `group:${demo.group.id}`, default_creator: demo.group.creator, limit },
      new Date(),
    )
    const left: string[] = []
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await get('/api/v2/events', { key })
      expect([status, headers['ratelimit-policy']]).toEqual([200, '"key";q=3;w=3600'])
      left.push(/^"key";r=(\d+);t=\d+$/.exec(headers['ratelimit'] as string)?.[1] as string)
    }
    expect(left).toEqual(['2', '1', '0'])
    const refused = await get('/api/v1/events', { key })
    expect(refused.status).toBe(429)
    expect(refused.body.error).toContain('may make 3 requests in 3600 seconds')
    const reset = Number(refused.headers['retry-after'])
    expect(reset > 0 && reset <= 3600).toBe(true)
    expect(refused.headers['ratelimit']).toBe(`"key";r=0;t=${reset}`)
    expect((await get('/api/v2/events')).status).toBe(200)
  })
})

describe('requests of a key in many processes', () => {
  const now = new Date('2026-11-21T10:00:10Z')
  const busy = { requests: 500, seconds: 60 }

  it('are let through up to the limit and not once more, however they race', async () => {
    const processes = Array.from({ length: 5 }, () => rateStore(table))
    const key = randomUUID()
    let passed = 0
    for (let round = 0; round < 40; round++) {
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (processes[i % 5] as (typeof processes)[0]).take(key, busy, now)),
      )
      passed += taken.filter(({ isExceeded }) => !isExceeded).length
    }
    expect(passed).toBe(500)
  })

  it('write the counter now and then, not every time', async () => {
    const process = rateStore(table)
    const key = randomUUID()
    const before = table.consumedCapacity.write
    for (let i = 0; i < 500; i++) await process.take(key, busy, now)
    expect(table.consumedCapacity.write - before).toBeLessThan(30)
    expect(await process.take(key, busy, now)).toMatchObject({ isExceeded: true, remaining: 0, reset: 50 })
  })

  it('have all of the limit again in the next window', async () => {
    const process = rateStore(table)
    const key = randomUUID()
    for (let i = 0; i < 4; i++) await process.take(key, limit, now)
    expect(await process.take(key, limit, now)).toMatchObject({ isExceeded: true })
    const later = new Date(now.getTime() + 3_600_000)
    expect(await process.take(key, limit, later)).toMatchObject({ isExceeded: false, remaining: 2 })
  })
})
