import { describe, expect, it, vi } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, demo, get, idOf, post, send } from '../support/service.js'

const TAGS = '/api/v2/tags'
const other = { key: demo.other_group.key }
const individual = { key: demo.individual.key }
const total = async (sending = {}) => (await get(TAGS, sending)).body.total_records as number

describe('POST /api/v2/tags', () => {
  it('makes a tag of a name alone, and answers what a later GET answers', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00.123Z') })
    const reply = await post(TAGS, { name: 'Volunteers' })
    vi.useRealTimers()
    const self = `${PUBLIC_URL}${TAGS}/${idOf(reply)}`

    expect(reply.status).toBe(200)
    expect(reply.headers).not.toHaveProperty('osdi-ignored')
    expect(reply.body).toEqual({
      identifiers: [`service:${idOf(reply)}`],
      name: 'Volunteers',
      origin_system: 'Turnout',
      created_date: '2026-11-21T10:00:00Z',
      modified_date: '2026-11-21T10:00:00Z',
      _links: {
        self: { href: self },
        'osdi:taggings': { href: `${self}/taggings` },
        curies: [expect.objectContaining({ name: 'osdi' }), expect.objectContaining({ name: 'service' })],
      },
    })
    expect((await get(`${TAGS}/${idOf(reply)}`)).body).toEqual(reply.body)
  })

  it('answers the existing tag for a name that is known, also with blanks around it', async () => {
    const first = await post(TAGS, { name: 'Known', origin_system: 'Test' })
    const before = await total()
    for (const name of ['Known', ' Known ']) {
      const again = await post(TAGS, { name, origin_system: 'Another' })
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    expect(await total()).toBe(before)
  })

  it('tells names apart by case, and the tags of one group from those of another', async () => {
    const tags = [
      await post(TAGS, { name: 'case' }),
      await post(TAGS, { name: 'Case' }),
      await post(TAGS, { name: 'case' }, other),
    ]
    expect(new Set(tags.map(idOf)).size).toBe(3)
  })

  it('leaves one tag of many POSTs at once', async () => {
    const before = await total()
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(TAGS, { name: 'Raced' })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await total()).toBe(before + 1)
  })

  it('ignores read-only and unknown fields, and lists them in a header', async () => {
    const { status, headers, body } = await post(TAGS, {
      name: 'Fields',
      identifiers: ['acme:1'],
      created_date: '2001-01-01',
      color: 'red',
    })
    expect(status).toBe(200)
    expect(body.identifiers).toHaveLength(1)
    expect(headers['osdi-ignored']).toBe('identifiers, created_date, color')
  })

  it("refuses an individual account's key with 400, since 403 would mean a bad key", async () => {
    const { status, body } = await post(TAGS, { name: 'Mine' }, individual)
    expect([status, body.error]).toEqual([400, 'Tags belong to groups: use the API key of a group'])
    expect((await get(TAGS, individual)).body).toMatchObject({
      total_records: 0,
      _embedded: { 'osdi:tags': [] },
    })
  })

  it.each([
    [{}],
    [{ name: null }],
    [{ name: ' ' }],
    [{ name: 7 }],
    [{ name: ['x'] }],
    [{ name: 'x'.repeat(256) }],
    [{ name: 'a\0b' }],
  ])('refuses %j, naming the name', async (body) => {
    const before = await total()
    const reply = await post(TAGS, body)
    expect(reply.status).toBe(400)
    expect(reply.body['osdi:error'].resource_status[0].error_descriptions[0].properties).toEqual(['name'])
    expect(await total()).toBe(before)
  })

  it('takes a name of 255 characters, refuses what is no JSON object', async () => {
    expect((await post(TAGS, { name: 'é'.repeat(255) })).status).toBe(200)
    for (const body of ['', '{', '[]', 'null']) expect((await post(TAGS, body)).status).toBe(400)
  })
})

describe('GET /api/v2/tags', () => {
  it('lists the tags of the group alone, newest first, in the envelope of every collection', async () => {
    for (const name of ['Listed 0', 'Listed 1', 'Listed 2']) await post(TAGS, { name })
    const { status, body } = await get(`${TAGS}?per_page=2`)
    expect(status).toBe(200)
    expect(body._embedded['osdi:tags'].map((tag: any) => tag.name)).toEqual(['Listed 2', 'Listed 1'])
    expect(body._embedded['osdi:tags'][0]._links).not.toHaveProperty('curies')
    expect(body._links).toMatchObject({
      self: { href: PUBLIC_URL + TAGS },
      next: { href: `${PUBLIC_URL}${TAGS}?per_page=2&page=2` },
    })
    expect((await get(TAGS, other)).text).not.toContain('Listed')
  })
})

describe('GET /api/v2/tags/{id}', () => {
  it("answers another principal's tag as an unknown one, and DELETE and PUT with 405", async () => {
    const id = idOf(await post(TAGS, { name: 'Ours' }))
    for (const sending of [other, individual]) expect((await get(`${TAGS}/${id}`, sending)).status).toBe(404)
    for (const unknown of [UNKNOWN_ID, 'x', '%00']) expect((await get(`${TAGS}/${unknown}`)).status).toBe(404)
    for (const method of ['DELETE', 'PUT']) {
      const { status, headers } = await send(method, `${TAGS}/${id}`, { name: 'x' })
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })
})
