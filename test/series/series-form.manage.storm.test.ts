import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoint } from '../../functions/pages/record-series-attendances.js'
import { environment } from '../../lib/runtime/environment.js'
import { createService } from '../../lib/runtime/service.js'
import { createGateway } from '../../local/http/gateway.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { audit } from '../../lib/app/audit.js'
import { sweep } from '../../lib/app/sequencer.js'
import { admin } from '../support/mail/mail.js'
import { demo, get, table, TIMEOUT_MS } from '../support/service.js'
import { rsvpSettings } from '../support/clients/visitors.js'

const given = async (...flags: string[]) => {
  const { json, err } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    `Canvass ${randomUUID()}`,
    '--origin-system',
    'Turnout',
    '--timezone',
    'America/Denver',
    ...flags,
    '--json',
  )
  if (err) throw new Error(err)
  return json as { series: string; events: [string, ...string[]] }
}

const requestOf = (series: string, events: string[], inputs: Record<string, string>, headers = {}) => ({
  method: 'POST',
  path: `/series/${series}/attendances`,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams([
    ...events.map((id): [string, string] => ['event', id]),
    ...Object.entries(inputs),
  ]).toString(),
  remoteAddress: '198.51.100.7',
})

async function violationsOf(of: typeof table) {
  const violations: string[] = []
  await audit(of, (violation) => violations.push(violation))
  return violations
}

const acceptedOf = async (id: string) => (await get(`/api/v2/events/${id}`)).body.total_accepted

beforeAll(() => rsvpSettings({ rsvps_per_event: 10_000, rsvps_per_network: 10_000 }))
afterAll(() => rsvpSettings({ rsvps_per_event: null, rsvps_per_network: null }))

describe('the form of a series', () => {
  it('takes the last places of six shifts exactly once, from 40 phones and several processes', async () => {
    const { series, events } = await given('--start-date', '2037-05-02T09:00', '--shifts', '6x120', '--capacity', '5')
    const processes = Array.from({ length: 4 }, () => {
      const stack = endpoint(createService(environment()))
      return createGateway({
        endpoints: allEndpoints,
        load: async () => stack as never,
        timeoutMs: TIMEOUT_MS,
      })
    })
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const process = processes[i % processes.length] as (typeof processes)[number]
        const { status, body } = await process.handle(requestOf(series, events, { email: `phone${i}@example.org` }))
        return { status, events: JSON.parse(body.toString()).events as { id: string; status: string }[] }
      }),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    for (const id of events) {
      const said = answers.filter((each) => each.events.some((one) => one.id === id && one.status === 'accepted'))
      expect(said).toHaveLength(5)
    }
    await sweep(table, new Date(Date.now() + 1_000))
    for (const id of events) expect(await acceptedOf(id)).toBe(5)
    expect(await violationsOf(table)).toEqual([])
  })
})
