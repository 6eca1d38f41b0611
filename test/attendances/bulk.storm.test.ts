import { afterEach, describe, expect, it } from 'vitest'
import { endpoint } from '../../functions/v2/create-attendances.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { environment } from '../../lib/runtime/environment.js'
import { MOST_ROWS } from '../../lib/http/body/rows-body.js'
import { createService } from '../../lib/runtime/service.js'
import { type Handler, createGateway } from '../../local/http/gateway.js'
import {
  TIMEOUT_MS,
  assignPending,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  limitFunctionsTo,
  post,
  violations,
} from '../support/service.js'

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

/** Returns the gateway of a process of its own, which shares nothing with others but the table. */
function anotherProcess() {
  const handler = endpoint(createService(environment())) as Handler
  return createGateway({ endpoints: allEndpoints, load: async () => handler, timeoutMs: TIMEOUT_MS })
}

describe('POST /api/v2/events/{id}/attendances/bulk', () => {
  it('refuses no row at three processes at once, and records a person once whom all of them send', async () => {
    const { path } = await givenEvent()
    const [own, shared] = [90, 30]
    const answers = await Promise.all(
      Array.from({ length: 3 }, async (_, process) => {
        const rows = [
          ...Array.from({ length: own }, (_, i) => signup(`own${process}-${i}@example.org`)),
          ...Array.from({ length: shared }, (_, i) => signup(`shared${i}@example.org`)),
        ]
        const { body } = await anotherProcess().handle({
          method: 'POST',
          path: `${path}/attendances/bulk`,
          headers: { 'OSDI-API-Token': demo.group.key },
          body: JSON.stringify({ rows }),
        })
        return JSON.parse(body.toString()) as {
          rows: { status: number; _links: { self: { href: string } } }[]
        }
      }),
    )
    const rows = answers.flatMap((answer) => answer.rows)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([200]))
    const all = 3 * own + shared
    expect(new Set(rows.map(({ _links }) => _links.self.href)).size).toBe(all)
    await assignPending()
    expect((await get(path)).body.total_accepted).toBe(all)
    expect(await violations()).toEqual([])
  })

  it('never oversells an event', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 7 })
    const rows = Array.from({ length: 40 }, (_, i) => signup(`seat${i}@example.org`))
    const { body } = await post(`${path}/attendances/bulk`, { rows })
    expect(statuses(body).filter((status) => status === 200)).toHaveLength(7)
    expect(new Set(statuses(body))).toEqual(new Set([200, 409]))
    expect((await get(path)).body.total_accepted).toBe(7)
  })
})
