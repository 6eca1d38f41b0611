import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FaultyDynamoDb, requests, startFaultyDynamoDb } from '../../support/engine/faults.js'
import {
  type Reply,
  address,
  anEvent,
  get,
  givenEvent,
  limitFunctionsTo,
  post,
  useDynamoDb,
} from '../../support/service.js'

/*
 * More requests than DynamoDB serves in the time that a function has. Each is answered before its function is stopped:
 * it is done, or says that it was not, or that it is not known.
 */

let dynamodb: FaultyDynamoDb
beforeAll(async () => {
  dynamodb = await startFaultyDynamoDb(address.endpoint)
  useDynamoDb(dynamodb.endpoint)
  // Handlers are loaded, and the key of the demo is remembered.
  await givenEvent()
  limitFunctionsTo(4_000)
})
beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => dynamodb.calm())
afterAll(() => dynamodb.close())

const codeOf = ({ status, body }: Reply) =>
  status === 200 ? 'done' : `${status} ${body['osdi:error']?.resource_status[0].error_descriptions[0].error_code}`
const count = (replies: Reply[], code: string) => replies.filter((reply) => codeOf(reply) === code).length
const times = <Result>(number: number, work: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: number }, (_, i) => work(i)))

describe('each request in an overload', () => {
  it('is answered in its time, and what was done is what was said', async () => {
    const before = (await get('/api/v2/events')).body.total_records as number
    dynamodb.troubles(() => 300)
    const replies = await times(80, (i) => post('/api/v2/events', anEvent({ title: `Event ${i}` })))
    dynamodb.calm()
    const [done, busy, unknown] = ['done', '503 busy', '503 unknown_outcome'].map((code) => count(replies, code))
    expect(done! + busy! + unknown!).toBe(80)
    expect(done).toBeGreaterThan(0)
    expect(busy).toBeGreaterThan(0)
    for (const { headers } of replies.filter(({ status }) => status === 503)) expect(headers['retry-after']).toBe('1')
    const written = ((await get('/api/v2/events')).body.total_records as number) - before
    expect(written).toBeGreaterThanOrEqual(done!)
    expect(written).toBeLessThanOrEqual(done! + unknown!)
  })

  it('that comes to one event is answered in its time, too', async () => {
    const { path } = await givenEvent()
    dynamodb.troubles(() => 300)
    const replies = await times(80, (i) =>
      post(`${path}/attendances`, { person: { email_addresses: [{ address: `crowd-${i}@example.org` }] } }),
    )
    dynamodb.calm()
    const codes = new Set(replies.map(codeOf))
    expect([...codes].filter((code) => !['done', '503 busy', '503 unknown_outcome'].includes(code))).toEqual([])
  })

  it('does not know what became of it where DynamoDB never answers a write', async () => {
    dynamodb.troubles((passing) => (requests('TransactWriteItems')(passing) ? 'silent' : undefined))
    expect(codeOf(await post('/api/v2/events', anEvent()))).toBe('503 unknown_outcome')
  })

  it('was not done where DynamoDB never answers a read', async () => {
    const { path } = await givenEvent()
    dynamodb.troubles(() => 'silent')
    expect(codeOf(await get(path))).toBe('503 busy')
    expect(codeOf(await post(`${path}/attendances`, { person: {} }))).toBe('400 required')
  })
})
