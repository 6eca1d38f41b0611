import { afterEach, describe, expect, it } from 'vitest'
import { MOST_ROWS } from '../../../lib/http/body/rows-body.js'
import { get, givenInterfaceEvent, limitFunctionsTo, post } from '../../support/service.js'

const PEOPLE = '/api/v2/people/bulk'

const signup = (address: string, fields: object = {}) => ({
  person: { email_addresses: [{ address }], ...fields },
})
const rowsOf = (body: any) => body.rows as any[]
const statuses = (body: any) => rowsOf(body).map(({ status }) => status as number)

afterEach(() => limitFunctionsTo(240_000))

describe('POST /api/v2/people/bulk', () => {
  it('leaves rows for which there is no time, which a repetition with the same key does', async () => {
    const named = { headers: { 'Idempotency-Key': 'short' } }
    const rows = Array.from({ length: MOST_ROWS }, (_, i) => signup(`short${i}@example.org`))
    limitFunctionsTo(2_600)
    const first = await post(PEOPLE, { rows }, named)
    expect(first.status).toBe(200)
    expect(new Set(statuses(first.body))).toContain(503)
    limitFunctionsTo(240_000)
    const again = await post(PEOPLE, { rows }, named)
    expect([again.body.recorded, again.headers['idempotent-replayed']]).toEqual([MOST_ROWS, undefined])
  })
})

describe('POST /api/v2/events/{id}/attendances/bulk', () => {
  it('never oversells an event', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 7 })
    const rows = Array.from({ length: 40 }, (_, i) => signup(`seat${i}@example.org`))
    const { body } = await post(`${path}/attendances/bulk`, { rows })
    expect(statuses(body).filter((status) => status === 200)).toHaveLength(7)
    expect(new Set(statuses(body))).toEqual(new Set([200, 409]))
    expect((await get(path)).body.total_accepted).toBe(7)
  })
})
