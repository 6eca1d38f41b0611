import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, demo, get, givenEvent, idOf, post, send } from '../support/service.js'

const other = { key: demo.other_group.key }
const individual = { key: demo.individual.key }
const personLink = (id: string, version = 'v2') => `${PUBLIC_URL}/api/${version}/people/${id}`
const tagging = (href: unknown) => ({ _links: { 'osdi:person': { href } } })
const listed = async (path: string) => {
  const { body } = await get(path)
  const links = body._embedded['osdi:taggings'].map((each: any) => each._links['osdi:person'].href as string)
  expect(body.total_records).toBe(links.length)
  return links.map((href: string) => href.split('/').at(-1)) as string[]
}

let made = 0
async function givenTag(name = `Tag ${++made}`) {
  const reply = await post('/api/v2/tags', { name })
  return { id: idOf(reply), name, path: `/api/v2/tags/${idOf(reply)}/taggings` }
}

describe('POST /api/v2/tags/{id}/taggings', () => {
  it('tags a person of the group, and answers what a later GET of its self link answers', async () => {
    const { id, path } = await givenTag()
    const reply = await post(path, tagging(personLink(demo.group.member)))
    const self = `${PUBLIC_URL}${path}/${idOf(reply)}`
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      identifiers: [`service:${idOf(reply)}`],
      item_type: 'osdi:person',
      created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      modified_date: reply.body.created_date,
      _links: {
        self: { href: self },
        'osdi:tag': { href: `${PUBLIC_URL}/api/v2/tags/${id}` },
        'osdi:person': { href: personLink(demo.group.member) },
        curies: [expect.objectContaining({ name: 'osdi' }), expect.objectContaining({ name: 'service' })],
      },
    })
    expect((await get(new URL(self).pathname)).body).toEqual(reply.body)
  })

  it('answers the existing tagging of a person, also by an address of version 1, and when it races', async () => {
    const { path } = await givenTag()
    const { member } = demo.group
    const links = [personLink(member), `${personLink(member)}/`, personLink(member, 'v1')]
    const replies = await Promise.all([...links, ...links, ...links].map((href) => post(path, tagging(href))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await listed(path)).toEqual([member])
  })

  it.each([
    ['no link', () => ({})],
    ['an empty link', () => tagging(undefined)],
    ['odd links', () => ({ _links: { 'osdi:person': [] } })],
    ['no address', () => tagging(demo.group.member)],
    ['another host', () => tagging(personLink(demo.group.member).replace('events.', 'evil.'))],
    ['an unknown person', () => tagging(personLink(UNKNOWN_ID))],
    ["another owner's person", () => tagging(personLink(demo.other_group.creator))],
    ['an address that is no person', () => tagging(`${PUBLIC_URL}/api/v2/tags/${UNKNOWN_ID}`)],
  ])('refuses %s with the sentence that clients compare, and writes nothing', async (_, body) => {
    const { path } = await givenTag()
    const reply = await post(path, body())
    expect([reply.status, reply.body.error]).toEqual([400, 'You must specify a valid person id'])
    expect(await listed(path)).toEqual([])
  })

  it('is deleted once, and may come again', async () => {
    const { path } = await givenTag()
    const { member } = demo.group
    const created = await post(path, tagging(personLink(member)))
    const own = new URL(created.body._links.self.href).pathname
    for (const sending of [other, individual]) expect((await send('DELETE', own, undefined, sending)).status).toBe(404)
    const deleted = await send('DELETE', own)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    expect([(await get(own)).status, await listed(path)]).toEqual([404, []])
    expect((await send('DELETE', own)).status).toBe(404)
    await post(path, tagging(personLink(member)))
    expect(await listed(path)).toEqual([member])
  })

  it('ignores all else of the body, and lists it in a header', async () => {
    const { path } = await givenTag()
    const body = { ...tagging(personLink(demo.group.member)), item_type: 'osdi:event', identifiers: ['a:1'] }
    const reply = await post(path, body)
    expect(reply.body.item_type).toBe('osdi:person')
    expect(reply.headers['osdi-ignored']).toBe('item_type, identifiers')
  })

  it('answers {} with the work done when asked for background work', async () => {
    const { path } = await givenTag()
    const reply = await post(`${path}?background_request=true`, tagging(personLink(demo.group.member)))
    expect([reply.status, reply.body]).toEqual([200, {}])
    expect(await listed(path)).toEqual([demo.group.member])
  })

  it("does not exist for an unknown tag, nor for another principal's", async () => {
    const { path } = await givenTag()
    const body = tagging(personLink(demo.other_group.creator))
    for (const sending of [other, individual]) {
      expect((await post(path, body, sending)).status).toBe(404)
      expect((await get(path, sending)).status).toBe(404)
    }
    expect((await post(`/api/v2/tags/${UNKNOWN_ID}/taggings`, body)).status).toBe(404)
    expect((await get('/api/v2/tags/x/taggings')).status).toBe(404)
  })
})

describe('GET /api/v2/tags/{id}/taggings', () => {
  it('is empty for a new tag, and pages what is there', async () => {
    const { path } = await givenTag()
    expect((await get(path)).body).toMatchObject({ total_records: 0, total_pages: 0 })
    const { creator, administrator, organizer } = demo.group
    for (const person of [creator, administrator, organizer]) await post(path, tagging(personLink(person)))
    const { body } = await get(`${path}?per_page=2`)
    expect(body).toMatchObject({ total_records: 3, total_pages: 2, page: 1, per_page: 2 })
    expect(body._embedded['osdi:taggings']).toHaveLength(2)
    expect(body._links).toMatchObject({
      self: { href: PUBLIC_URL + path },
      next: { href: `${PUBLIC_URL}${path}?per_page=2&page=2` },
    })
    expect((await listed(path)).sort()).toEqual([creator, administrator, organizer].sort())
  })
})

describe('GET /api/v2/tags/{id}/taggings/{tagging_id}', () => {
  it("answers 404 for an unknown tagging, under another tag, and for another principal's key", async () => {
    const [one, two] = [await givenTag(), await givenTag()]
    const id = idOf(await post(one.path, tagging(personLink(demo.group.member))))
    expect((await get(`${one.path}/${id}`)).status).toBe(200)
    for (const path of [`${two.path}/${id}`, `${one.path}/${UNKNOWN_ID}`, `${one.path}/x`])
      expect((await get(path)).status).toBe(404)
    for (const sending of [other, individual]) expect((await get(`${one.path}/${id}`, sending)).status).toBe(404)
    expect((await send('PUT', `${one.path}/${id}`, {})).status).toBe(405)
  })
})

describe('add_tags and remove_tags', () => {
  const signup = (fields: object) =>
    post('/api/v2/people', {
      person: { email_addresses: [{ address: 'tagged@example.org' }] },
      ...fields,
    })

  it('of the person signup helper tag the person by names and skip those that are unknown', async () => {
    const [on, off] = [await givenTag(), await givenTag()]
    const created = await signup({ add_tags: [on.name, off.name, 'Never heard of'] })
    expect(created.headers['osdi-ignored']).toBe('add_tags[2]')
    const person = idOf(created)
    expect([await listed(on.path), await listed(off.path)]).toEqual([[person], [person]])
    const changed = await signup({ remove_tags: ['Never heard of', off.name] })
    expect(changed.headers['osdi-ignored']).toBe('remove_tags[0]')
    expect([await listed(on.path), await listed(off.path)]).toEqual([[person], []])
    expect((await get('/api/v2/tags')).text).not.toContain('Never heard of')
  })

  it('of the record attendance helper do the same', async () => {
    const [on, off] = [await givenTag(), await givenTag()]
    const person = idOf(await signup({ add_tags: [off.name] }))
    const { path } = await givenEvent()
    const { status, headers } = await post(`${path}/attendances`, {
      person: { email_addresses: [{ address: 'tagged@example.org' }] },
      add_tags: [on.name, 'Never heard of'],
      remove_tags: [off.name],
    })
    expect([status, headers['osdi-ignored']]).toEqual([200, 'add_tags[1]'])
    expect([await listed(on.path), await listed(off.path)]).toEqual([[person], []])
  })
})

describe('GET /api/v2/people/{id}/taggings', () => {
  it('lists the tags of a person of the own list', async () => {
    const { id, path } = await givenTag()
    const { body: person } = await post('/api/v2/people', {
      person: { email_addresses: [{ address: 'tagged-person@example.org' }] },
    })
    const at = new URL(person._links['osdi:taggings'].href).pathname
    expect((await get(at)).body.total_records).toBe(0)
    const reply = await post(path, tagging(person._links.self.href))
    const { body } = await get(at)
    expect([body.total_records, body._links.self.href]).toEqual([1, `${PUBLIC_URL}${at}`])
    expect(body._embedded['osdi:taggings'][0]._links['osdi:tag'].href).toBe(`${PUBLIC_URL}/api/v2/tags/${id}`)
    expect(body._embedded['osdi:taggings'][0].identifiers).toEqual(reply.body.identifiers)
    for (const key of [other, individual]) expect((await get(at, key)).status).toBe(404)
  })
})
