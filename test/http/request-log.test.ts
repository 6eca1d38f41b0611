import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { provideEnvironment } from '../../lib/runtime/environment.js'

provideEnvironment({ REQUEST_LOG: 'on', STAGE: 'test' })
const { demo, get, givenEvent, idOf, UNKNOWN_ID, post, put, send, table } = await import('../support/service.js')

let written: string[]
const lines = () => written.map((line) => JSON.parse(line) as Record<string, any>)
const only = () => {
  expect(written).toHaveLength(1)
  return lines()[0] as Record<string, any>
}

beforeEach(() => {
  written = []
  const take = (line: string | Uint8Array) => written.push(String(line)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(take)
  vi.spyOn(process.stderr, 'write').mockImplementation(take)
})
afterEach(() => vi.restoreAllMocks())

describe('the line of a request', () => {
  it('says who asked for what, what it was answered and what it cost', async () => {
    const event = await givenEvent()
    written = []
    const { headers } = await get(event.path)
    expect(only()).toEqual({
      level: 'info',
      request_id: headers['x-request-id'],
      route: 'GET /api/v2/events/{id}',
      version: 'v2',
      status: 200,
      duration_ms: expect.any(Number),
      principal: `group:${demo.group.id}`,
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      read_units: 1,
      write_units: 0,
      cold: false,
    })
    expect(written[0]).toMatch(/^\{.*\}\n$/)
  })

  it('is written for refusals too, with or without a principal', async () => {
    await get(`/api/v2/events/${UNKNOWN_ID}`)
    await get('/api/v2/events', { key: 'wrong' })
    await send('DELETE', '/nowhere')
    await get('/api/v1/events', { key: null })
    expect(lines().map(({ status, route, version, principal }) => [status, route, version, typeof principal])).toEqual([
      [404, 'GET /api/v2/events/{id}', 'v2', 'string'],
      [403, 'GET /api/v2/events', 'v2', 'undefined'],
      [404, '$default', undefined, 'undefined'],
      [403, 'GET /api/v1/events', 'v1', 'undefined'],
    ])
  })

  it('is one, under the route that was meant, where an address is spelled otherwise', async () => {
    await get('/api/v2/tags/')
    expect(only()).toMatchObject({ route: 'GET /api/v2/tags', status: 200 })
  })

  it('holds no key, no body, no query, no address of a network', async () => {
    const event = await givenEvent()
    written = []
    const person = { given_name: 'Secretname', email_addresses: [{ address: 'secret@example.org' }] }
    await post(`${event.path}/attendances?secretquery=1`, { person })
    await post('/api/v2/events', { title: 'secrettitle' })
    await get('/api/v2/people?secretquery=1', { key: 'secretkey', headers: { 'user-agent': 'secretagent' } })
    expect(written).toHaveLength(3)
    expect(written.join().toLowerCase()).not.toContain('secret')
    expect(written.join()).not.toContain(demo.group.key)
    expect(written.join()).not.toContain('127.0.0.1')
  })

  it('counts RSVPs that were recorded, as a metric of the stage, and no others', async () => {
    const event = await givenEvent()
    written = []
    const links = { 'osdi:person': { href: `https://events.example.org/api/v2/people/${demo.group.member}` } }
    await post(`${event.path}/attendances`, { _links: links })
    await post(`${event.path}/attendances`, {})
    await get(`${event.path}/attendances`)
    const [recorded, ...others] = lines() as [Record<string, any>, ...Record<string, any>[]]
    expect(recorded).toMatchObject({
      status: 200,
      rsvps: 1,
      stage: 'test',
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          { Namespace: 'Turnout', Dimensions: [['stage']], Metrics: [{ Name: 'rsvps', Unit: 'Count' }] },
        ],
      },
    })
    expect(others.map(({ status, _aws }) => [status, _aws])).toEqual([
      [400, undefined],
      [200, undefined],
    ])
  })
})

describe('a fault of ours', () => {
  it('is logged with its stack under the code that the caller is told, and nothing of it is told', async () => {
    const { client } = table
    table.client = { ...client, send: () => Promise.reject(new Error('The disk is full')) }
    const { status, headers, body, text } = await get('/api/v2/tags')
    table.client = client
    expect(status).toBe(500)
    expect(text).not.toContain('disk')
    const code = body['osdi:error'].resource_status[0].error_descriptions[0].reference_code
    expect(code).toBe(headers['x-request-id'])
    const [fault, line] = lines() as [Record<string, any>, Record<string, any>]
    expect(fault).toMatchObject({ level: 'error', reference_code: code, message: 'The disk is full' })
    expect(fault['stack']).toContain('request-log.test.ts')
    expect(line).toMatchObject({ request_id: code, status: 500 })
  })
})

describe('the id of a request', () => {
  it('is on every answer, and the reference code of every error', async () => {
    const event = await givenEvent()
    const refused = [
      await get('/api/v2/events', { key: 'wrong' }),
      await get(`/api/v2/events/${UNKNOWN_ID}`),
      await get('/nowhere'),
      await send('DELETE', event.path),
      await post('/api/v2/events', 'no JSON'),
      await post('/api/v2/events', {}),
      await post('/api/v2/events', 'a=b', { headers: { 'content-type': 'text/plain' } }),
      await post(`/api/v1/events/${event.id}/attendance`, {}),
      await put(event.path, []),
    ]
    const ids = refused.map(({ status, headers, body }) => {
      expect(status).toBeGreaterThanOrEqual(400)
      for (const { error_descriptions } of body['osdi:error'].resource_status)
        for (const { reference_code } of error_descriptions) expect(reference_code).toBe(headers['x-request-id'])
      return headers['x-request-id']
    })
    const fine = await get(event.path)
    expect(idOf(fine)).toBe(event.id)
    expect(new Set([...ids, fine.headers['x-request-id']]).size).toBe(refused.length + 1)
    expect([...ids, fine.headers['x-request-id']].every(Boolean)).toBe(true)
  })
})
