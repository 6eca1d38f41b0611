import { describe, expect, it } from 'vitest'
import { UpdateCommand } from '../../../lib/table/client/commands.js'
import { ScanCommand } from '../../../lib/table/client/commands.js'
import { keyStore } from '../../../lib/access/store/key-store.js'
import { openTable } from '../../../lib/table/table.js'
import { departing } from '../../../lib/app/merging.js'
import { erasePerson } from '../../../lib/merging/erase-person.js'
import { mergePeople } from '../../../lib/merging/merge-people.js'
import { fresh, givenPerson } from '../../support/given/merging.js'
import {
  type Reply,
  address,
  anEvent,
  demo,
  get,
  givenEvent,
  idOf,
  post,
  send,
  service,
} from '../../support/service.js'
import { has } from '../../support/rooms.js'

const OWNER = `group:${demo.group.id}` as const

const named = (name: string, key?: string) => ({ key, headers: { 'Idempotency-Key': name } })
const total = async (path: string, key?: string) => (await get(path, { key })).body.total_records as number
const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
const kept = async () =>
  ((await table.client.send(new ScanCommand({ TableName: table.name }))).Items ?? []).filter(({ pk }) =>
    String(pk).startsWith('answer#'),
  )

describe('a POST with an Idempotency-Key', () => {
  it('is answered as the first time, however often it comes', async () => {
    const before = await total('/api/v2/events')
    const first = await post('/api/v2/events', anEvent(), named('"one"'))
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    for (const [path, name] of [
      ['/api/v2/events', '"one"'],
      ['/api/v2/events/', 'one'],
      ['//api/v2//events', ' "one" '],
    ]) {
      const again = await post(path as string, anEvent(), named(name as string))
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers).toMatchObject({
        'idempotent-replayed': 'true',
        'content-type': 'application/hal+json',
      })
    }
    expect(await total('/api/v2/events')).toBe(before + 1)
  })

  it('writes one event of many at once', async () => {
    const before = await total('/api/v2/events')
    const replies = await Promise.all(Array.from({ length: 8 }, () => post('/api/v2/events', anEvent(), named('race'))))
    const done = replies.filter(({ status }) => status === 200)
    const waiting = replies.filter(({ status }) => status === 409)
    expect(done.length + waiting.length).toBe(8)
    expect(new Set(done.map(idOf)).size).toBe(1)
    for (const { headers, body } of waiting) {
      expect(headers['retry-after']).toBe('1')
      expect(body.error).toContain('still under way')
    }
    expect(await total('/api/v2/events')).toBe(before + 1)
    expect((await post('/api/v2/events', anEvent(), named('race'))).status).toBe(200)
  })

  it('is refused under the same name with another body or query', async () => {
    await post('/api/v2/events', anEvent(), named('two'))
    const other = await post('/api/v2/events', anEvent({ title: 'Other' }), named('two'))
    expect([other.status, other.body['osdi:error'].resource_status[0].error_descriptions[0].error_code]).toEqual([
      422,
      'idempotency_key_reused',
    ])
    expect((await post('/api/v2/events?background_request=true', anEvent(), named('two'))).status).toBe(422)
  })

  it('is another request at another address, of another version and of another owner', async () => {
    const body = { ...anEvent(), summary: 'x', originating_system: 'x', location: { postal_code: '20009' } }
    const replies = await Promise.all([
      post('/api/v2/events', body, named('three')),
      post(`/api/v2/event_campaigns/${demo.event_campaign.id}/events`, body, named('three')),
      post('/api/v1/events', body, named('three')),
      post('/api/v2/events', body, named('three', demo.other_group.key)),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(idOf)).size).toBe(4)
  })

  it('replays nothing to another owner, a key that may not write, and requests without a key', async () => {
    const [name, body] = ['eight', anEvent({ title: 'Of this owner alone' })]
    const first = await post('/api/v2/events', body, named(name))
    const foreign = await post('/api/v2/events', body, named(name, demo.other_group.key))
    expect([foreign.status, foreign.headers['idempotent-replayed']]).toEqual([200, undefined])
    expect(idOf(foreign)).not.toBe(idOf(first))
    expect(foreign.text).not.toContain(idOf(first))
    const [reader, owner] = [crypto.randomUUID(), `group:${demo.group.id}` as const]
    const reading = { owner, default_creator: demo.group.creator, scope: 'read' } as const
    await keyStore(table).create(reader, reading, new Date())
    for (const key of [reader, 'unknown', '']) {
      const refused = await post('/api/v2/events', body, named(name, key))
      expect([refused.status, refused.headers['idempotent-replayed']]).toEqual([403, undefined])
      expect(refused.text).not.toContain('Of this owner alone')
    }
    // The refusals took nothing from the owner.
    expect((await post('/api/v2/events', body, named(name))).text).toBe(first.text)
  })

  it('replays what the helpers answer', async () => {
    const { path } = await givenEvent()
    const person = { person: { email_addresses: [{ address: 'i@example.org' }] } }
    const [first, again] = [
      await post(`${path}/attendances`, person, named('four')),
      await post(`${path}/attendances`, person, named('four')),
    ]
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  describe.each([
    ['was erased', (id: string) => erasePerson(departing(service), OWNER, id)],
    [
      'was merged into another one',
      async (id: string) => mergePeople(departing(service), OWNER, (await givenPerson(fresh('stays'))).id, id),
    ],
  ])('of a person who %s', (_what, goes) => {
    it.each([
      ['with what is known of the person', '/api/v2/people'],
      ['with an RSVP of the person', undefined],
    ])('gives none of it again, and makes nobody anew, %s', async (_with, people) => {
      const path = people ?? `${(await givenEvent()).path}/attendances`
      const name = fresh('gone')
      const body = {
        person: {
          given_name: name,
          email_addresses: [{ address: `${name}@example.org` }],
          custom_fields: { size: 'M' },
        },
      }
      const first = await post(path, body, named(name))
      expect(first.status).toBe(200)
      expect((await post(path, body, named(name))).text).toBe(first.text)
      await goes(people ? idOf(first) : first.body['service:person_id'])
      const before = await total('/api/v2/people')
      for (const accept of ['application/hal+json', 'application/problem+json']) {
        const again = await post(path, body, { ...named(name), headers: { 'Idempotency-Key': name, accept } })
        expect([again.status, again.headers['content-type']]).toEqual([409, accept])
        expect(again.text).toContain('person_erased')
        expect(again.text).not.toContain(name)
      }
      expect(await total('/api/v2/people')).toBe(before)
    })
  })

  it.runIf(has('imports'))(
    'of many rows is replayed until one of the people is erased, and makes no one again after that',
    async () => {
      const rows = [fresh('row'), fresh('row')].map((name) => ({
        person: { given_name: name, email_addresses: [{ address: `${name}@example.org` }] },
      }))
      const first = await post('/api/v2/people/bulk', { rows }, named('rows'))
      expect((await post('/api/v2/people/bulk', { rows }, named('rows'))).text).toBe(first.text)
      const { path } = await givenEvent()
      const coming = await post(`${path}/attendances/bulk`, { rows }, named('coming'))
      expect(coming.body.recorded).toBe(2)
      await erasePerson(departing(service), OWNER, first.body.rows[0].identifiers[0].split(':')[1])
      const before = await total('/api/v2/people')
      for (const [to, key] of [
        ['/api/v2/people/bulk', 'rows'],
        [`${path}/attendances/bulk`, 'coming'],
      ] as const) {
        const again = await post(to, { rows }, named(key))
        expect(again.status).toBe(409)
        expect(again.text).toContain('person_erased')
      }
      expect(await total('/api/v2/people')).toBe(before)
      expect(first.text).not.toMatch(/row-\d/)
    },
  )

  it('makes events whose attendances are found by their person', async () => {
    const event = await post('/api/v2/events', anEvent(), named('party'))
    const path = `/api/v2/events/${idOf(event)}/attendances`
    const attendance = await post(path, { person: { email_addresses: [{ address: 'party@example.org' }] } })
    const person = new URL(attendance.body._links['osdi:person'].href).pathname
    expect((await get(`${person}/attendances/${idOf(attendance)}`)).status).toBe(200)
  })

  it('may be mended after a refusal', async () => {
    expect((await post('/api/v2/events', { title: 'No system' }, named('five'))).status).toBe(400)
    expect((await post('/api/v2/events', anEvent(), named('five'))).status).toBe(200)
  })

  it.each(['', '""', 'ü', 'x'.repeat(256)])('is refused under the name %j', async (name) => {
    const { status, body } = await post('/api/v2/events', anEvent(), named(name))
    expect([status, body.error]).toEqual([400, 'Idempotency-Key must be 1 to 255 characters of plain text'])
  })

  it('comes again after one that has died, and after a day', async () => {
    const names = ['six', 'seven']
    const first = await Promise.all(names.map((name) => post('/api/v2/events', anEvent({ title: name }), named(name))))
    for (const { pk, sk, ...item } of await kept()) {
      const change =
        item['state'] === 'answered' && (await titleOf(item)) === 'six'
          ? ['SET ends = :value REMOVE #state', Date.now() - 1]
          : ['SET expires = :value', Math.floor(Date.now() / 1000) - 1]
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk, sk },
          UpdateExpression: change[0] as string,
          ...(String(change[0]).includes('#') && { ExpressionAttributeNames: { '#state': 'state' } }),
          ExpressionAttributeValues: { ':value': change[1] },
        }),
      )
    }
    const again = await Promise.all(names.map((name) => post('/api/v2/events', anEvent({ title: name }), named(name))))
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    // The second request meets the resource of the first, and does not make it twice.
    expect(idOf(again[0] as Reply)).toBe(idOf(first[0] as Reply))
    expect(idOf(again[1] as Reply)).not.toBe(idOf(first[1] as Reply))
  })

  it('costs nothing where it is not sent, and means nothing to other methods', async () => {
    const before = (await kept()).length
    const { path } = await givenEvent()
    for (const method of ['PUT', 'GET'])
      expect((await send(method, path, method === 'PUT' ? {} : undefined, named('"'.repeat(300)))).status).toBe(200)
    expect(await kept()).toHaveLength(before)
  })
})

async function titleOf({ answer }: Record<string, unknown>): Promise<string> {
  const { gunzipSync } = await import('node:zlib')
  const { body } = JSON.parse(gunzipSync(Buffer.from(String(answer), 'base64')).toString())
  return JSON.parse(body).title
}
