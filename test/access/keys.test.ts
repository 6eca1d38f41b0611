import { afterEach, describe, expect, it, vi } from 'vitest'
import { keyStore } from '../../lib/access/store/key-store.js'
import { openTable } from '../../lib/table/table.js'
import { UNKNOWN_ID, address, anEvent, demo, get, givenEvent, post, put, send } from '../support/service.js'

const MESSAGE = /^API Key invalid or not present/

afterEach(() => void vi.useRealTimers())

describe('a request without a good key', () => {
  it.each([
    ['none', null],
    ['an unknown one', 'unknown-key'],
    ['an empty one', ''],
    ['a very long one', 'k'.repeat(5_000)],
    ['two of them', `${demo.group.key}, ${demo.group.key}`],
  ])('answers 403 for %s, in the words that clients compare, and echoes nothing', async (_, key) => {
    const { status, body, text } = await get('/api/v2/events', { key })
    expect(status).toBe(403)
    expect(body.error).toMatch(MESSAGE)
    if (key) expect(text).not.toContain(key)
  })

  it('is refused before anything else is said', async () => {
    const { path } = await givenEvent()
    const key = 'wrong'
    expect((await get(path, { key })).status).toBe(403)
    expect((await get(`/api/v2/events/${UNKNOWN_ID}`, { key })).status).toBe(403)
    expect((await post('/api/v2/events', '{', { key })).status).toBe(403)
    expect((await put(path, { title: 'x' }, { key })).status).toBe(403)
    expect((await send('DELETE', path, undefined, { key })).status).toBe(403)
    expect((await get(`/api/v2/event_campaigns/${demo.event_campaign.id}/events`, { key })).status).toBe(403)
  })

  it('does not take a key under the name of another version', async () => {
    const { status } = await get('/api/v2/events', { key: null, headers: { 'api-key': demo.group.key } })
    expect(status).toBe(403)
  })
})

describe('a key', () => {
  const keys = keyStore(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }))

  it('works at once, and after it is revoked for no longer than 60 seconds', async () => {
    const owner = `group:${demo.group.id}` as const
    const id = await keys.create('a-new-key', { owner, default_creator: demo.group.creator }, new Date())
    expect((await post('/api/v2/events', anEvent(), { key: 'a-new-key' })).status).toBe(200)
    await keys.revoke(id, new Date())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 })
    const { status, body } = await get('/api/v2/events', { key: 'a-new-key' })
    expect(status).toBe(403)
    expect(body.error).toMatch(MESSAGE)
  })

  it('is not kept itself', async () => {
    const owner = `group:${demo.group.id}` as const
    await keys.create('a-secret-key', { owner, default_creator: demo.group.creator }, new Date())
    const listed = await keys.list(owner)
    expect(listed.length).toBeGreaterThan(0)
    expect(JSON.stringify(listed)).not.toContain('a-secret-key')
  })
})

describe('a key with restrictions', () => {
  const given = async (restrictions: object) => {
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    const [key, owner] = [crypto.randomUUID(), `group:${demo.group.id}` as const]
    await keyStore(table).create(key, { owner, default_creator: demo.group.creator, ...restrictions }, new Date())
    return key
  }
  const helper = { person: { email_addresses: [{ address: 'scope@example.org' }] } }

  it('does what its scope includes, and is told which scope it lacks', async () => {
    const { path } = await givenEvent()
    const [read, rsvp] = [await given({ scope: 'read' }), await given({ scope: 'rsvp' })]
    for (const key of [read, rsvp]) {
      expect((await get(path, { key })).status).toBe(200)
      const { status, body } = await put(path, { title: 'Changed' }, { key })
      expect(status).toBe(403)
      expect(body.error).toContain('needs the scope all')
      expect(body['osdi:error'].resource_status[0].error_descriptions[0].error_code).toBe('insufficient_scope')
    }
    const refused = await post(`${path}/attendances`, helper, { key: read })
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('scope rsvp')])
    expect((await get(path)).body.total_accepted).toBe(0)
    expect((await post(`${path}/attendances/`, helper, { key: read })).status).toBe(403)
    expect((await post(`${path}/attendances`, helper, { key: rsvp })).status).toBe(200)
  })

  it('leads no email of a person elsewhere with the scope rsvp, as links to what the person may read go there', async () => {
    const rsvp = await given({ scope: 'rsvp' })
    const known = await post('/api/v2/people', { email_addresses: [{ address: 'own@kept.example' }] }, { key: rsvp })
    const path = new URL(known.body._links.self.href).pathname
    const other = { family_name: 'Kept', email_addresses: [{ address: 'other@kept.example', status: 'unsubscribed' }] }
    const changed = await put(path, other, { key: rsvp })
    expect(changed.headers['osdi-ignored']).toBe('email_addresses')
    expect(changed.body).toMatchObject({ family_name: 'Kept', email_addresses: [{ address: 'own@kept.example' }] })
    await put(path, { phone_numbers: [{ number: '+13035550187' }], email_addresses: null }, { key: rsvp })
    expect((await get(path)).body.email_addresses).toMatchObject([{ address: 'own@kept.example' }])
    const status = { email_addresses: [{ address: 'OWN@kept.example', status: 'unsubscribed' }] }
    expect((await put(path, status, { key: rsvp })).body.email_addresses).toMatchObject([{ status: 'unsubscribed' }])
    const byAll = await put(path, other, { key: await given({}) })
    expect(byAll.body.email_addresses).toMatchObject([{ address: 'other@kept.example' }])
  })

  it('gives an email to a person without one, also with the scope rsvp', async () => {
    const rsvp = await given({ scope: 'rsvp' })
    const known = await post('/api/v2/people', { phone_numbers: [{ number: '+13035550188' }] }, { key: rsvp })
    const path = new URL(known.body._links.self.href).pathname
    const { body } = await put(path, { email_addresses: [{ address: 'first@kept.example' }] }, { key: rsvp })
    expect(body.email_addresses).toMatchObject([{ address: 'first@kept.example' }])
  })

  it('works until it expires, also where a process remembers it', async () => {
    const key = await given({ expires_date: new Date(Date.now() + 30_000).toISOString() })
    expect((await get('/api/v2/events', { key })).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect((await get('/api/v2/events', { key })).body.error).toMatch(MESSAGE)
  })
})
