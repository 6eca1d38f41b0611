import { describe, expect, it } from 'vitest'
import { audit } from '../../lib/app/audit.js'
import { openTable } from '../../lib/table/table.js'
import { address, anEvent, demo, get, idOf, post } from '../support/service.js'

describe('fifty POSTs at once that claim one identifier, from two owners', () => {
  it('leave exactly one holder, whom all of its owner get, and the other owner a conflict', async () => {
    const keys = [demo.group.key, demo.other_group.key]
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        post('/api/v2/events', anEvent({ identifiers: ['acme:contested'], title: `Claim ${i}` }), {
          key: keys[i % 2],
        }),
      ),
    )
    const accepted = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(accepted).toHaveLength(25)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]))
    expect(new Set(accepted.map(idOf)).size).toBe(1)

    const holders = await Promise.all(keys.map((key) => get('/api/v2/events', { key })))
    expect(holders.map(({ body }) => body.total_records).sort()).toEqual([0, 1])
    const violations: string[] = []
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    expect((await audit(table, (each) => violations.push(each))).identifiers).toBe(1)
    expect(violations).toEqual([])
  })
})

describe('forty POSTs at once of one owner', () => {
  it('leave forty events in a list without gap or repetition', async () => {
    const before = (await get('/api/v2/events')).body.total_records as number
    const replies = await Promise.all(Array.from({ length: 40 }, () => post('/api/v2/events', anEvent())))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const { body } = await get('/api/v2/events?per_page=100')
    expect(body.total_records).toBe(before + 40)
    const listed = body._embedded['osdi:events'].map((event: object) => idOf({ body: event } as never))
    expect(new Set(listed).size).toBe(before + 40)
    expect(listed).toEqual(expect.arrayContaining(replies.map(idOf)))
  })
})
