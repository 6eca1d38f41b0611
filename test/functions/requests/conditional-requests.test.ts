import { beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, anEvent, demo, get, givenEvent, idOf, post, put, send } from '../../support/service.js'

/** A resource of every kind that has a tag, by its address. */
const resources: Record<string, string> = {}

beforeAll(async () => {
  const event = await givenEvent({ identifiers: ['c:1'] })
  const person = await post('/api/v2/people', { person: { email_addresses: [{ address: 'a@example.org' }] } })
  const link = { _links: { 'osdi:person': { href: person.body._links.self.href } } }
  const attendance = await post(`${event.path}/attendances`, link)
  const tag = await post('/api/v2/tags', { name: 'Volunteer', origin_system: 'Test' })
  const tagging = await post(`/api/v2/tags/${idOf(tag)}/taggings`, link)
  for (const v of ['v1', 'v2']) {
    resources[`event ${v}`] = `/api/${v}/events/${event.id}`
    resources[`person ${v}`] = `/api/${v}/people/${idOf(person)}`
    resources[`campaign ${v}`] = `/api/${v}/event_campaigns/${demo.event_campaign.id}`
  }
  resources['attendance v1'] = `/api/v1/events/${event.id}/attendance/${idOf(attendance)}`
  resources['attendance v2'] = `/api/v2/events/${event.id}/attendances/${idOf(attendance)}`
  resources['attendance of a person'] = `/api/v2/people/${idOf(person)}/attendances/${idOf(attendance)}`
  resources['tag'] = `/api/v2/tags/${idOf(tag)}`
  resources['tagging'] = tagging.body._links.self.href.slice(PUBLIC_URL.length)
})

const KINDS = [
  'event v1',
  'event v2',
  'person v1',
  'person v2',
  'campaign v1',
  'campaign v2',
  'attendance v1',
  'attendance v2',
  'attendance of a person',
  'tag',
  'tagging',
]

describe('a resource on its own', () => {
  it.each(KINDS)('has a tag and a date, and 304 for who has it: %s', async (kind) => {
    const path = resources[kind] as string
    const { headers, body } = await get(path)
    expect(headers['etag']).toMatch(/^"\d+-[\w-]{43}"$/)
    expect(new Date(headers['last-modified'] as string).toISOString().slice(0, 19)).toBe(
      (body.modified_date ?? body.modified_at).slice(0, 19),
    )
    const tag = headers['etag'] as string
    for (const noneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const known = await get(path, { headers: { 'If-None-Match': noneMatch } })
      expect([known.status, known.text, known.headers['etag']], noneMatch).toEqual([304, '', tag])
    }
    const head = await send('HEAD', path, undefined, { headers: { 'If-None-Match': tag } })
    expect(head.status).toBe(304)
    for (const noneMatch of ['"other"', tag.slice(1, -1), ''])
      expect((await get(path, { headers: { 'If-None-Match': noneMatch } })).status).toBe(200)
  })

  it.each(
    KINDS.filter((kind) => !['campaign v1', 'person v1', 'attendance of a person', 'tag', 'tagging'].includes(kind)),
  )('is changed again with the tag that a PUT has answered: %s', async (kind) => {
    const path = resources[kind] as string
    const identified = (n: number) => ({ identifiers: [`put:${kind.replaceAll(' ', '-')}-${n}`] })
    const first = await put(path, identified(1))
    expect(first.headers['etag']).toBe((await get(path)).headers['etag'])
    const ifMatch = { headers: { 'If-Match': first.headers['etag'] as string } }
    expect((await put(path, identified(2), ifMatch)).status).toBe(200)
    expect((await put(path, identified(3), ifMatch)).status).toBe(412)
  })

  it('is changed with the tag that the POST has answered, which made it', async () => {
    const helper = { person: { email_addresses: [{ address: 'made@example.org' }] } }
    const event = await givenEvent()
    const made: Record<string, [path: string, body: object, change: object | undefined]> = {
      event: ['/api/v2/events', anEvent(), { title: 'Changed' }],
      person: ['/api/v2/people', helper, { given_name: 'Kim' }],
      attendance: [`${event.path}/attendances`, helper, { identifiers: ['c:made'] }],
      campaign: ['/api/v2/event_campaigns', anEvent(), { title: 'Changed' }],
      tag: ['/api/v2/tags', { name: 'Made', origin_system: 'Test' }, undefined],
    }
    for (const [kind, [at, sent, change]] of Object.entries(made)) {
      const { status, headers, body } = await post(at, sent)
      expect([kind, status, headers['etag']]).toEqual([kind, 200, expect.stringMatching(/^"\d+-[\w-]{43}"$/)])
      const path = new URL(body._links.self.href).pathname
      expect([kind, (await get(path)).headers['etag']]).toEqual([kind, headers['etag']])
      const ifMatch = { headers: { 'If-Match': headers['etag'] as string } }
      if (change) expect([kind, (await put(path, change, ifMatch)).status]).toEqual([kind, 200])
      if (change) expect([kind, (await put(path, change, ifMatch)).status]).toEqual([kind, 412])
    }
  })

  it('has another tag in the other version', async () => {
    const [one, two] = await Promise.all([get(resources['person v1'] as string), get(resources['person v2'] as string)])
    expect(one.headers['etag']).not.toBe(two.headers['etag'])
  })

  it('has another tag when it is changed, and when what it counts has changed', async () => {
    const { path } = await givenEvent()
    const first = (await get(path)).headers['etag']
    await post(`${path}/attendances`, { person: { email_addresses: [{ address: 'b@example.org' }] } })
    const counted = await get(path, { headers: { 'If-None-Match': first as string } })
    expect([counted.status, counted.body.total_accepted]).toEqual([200, 1])
    await put(path, { title: 'Changed' })
    const changed = await get(path, { headers: { 'If-None-Match': counted.headers['etag'] as string } })
    expect([changed.status, changed.body.title]).toEqual([200, 'Changed'])
  })

  it('is 304 for who has it since its date, but for what counts', async () => {
    const since = new Date(Date.now() + 60_000).toUTCString()
    const statusOf = async (kind: string, headers: Record<string, string>) =>
      (await get(resources[kind] as string, { headers })).status
    expect(await statusOf('person v2', { 'If-Modified-Since': since })).toBe(304)
    expect(await statusOf('person v2', { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200)
    expect(await statusOf('person v2', { 'If-Modified-Since': 'soon' })).toBe(200)
    expect(await statusOf('person v2', { 'If-Modified-Since': since, 'If-None-Match': '"other"' })).toBe(200)
    expect(await statusOf('event v2', { 'If-Modified-Since': since })).toBe(200)
  })
})

describe('a PUT with If-Match', () => {
  const CHANGES: Record<string, object> = {
    'event v1': { summary: 'One' },
    'event v2': { title: 'Two' },
    'person v2': { given_name: 'Kim' },
    'campaign v2': { title: 'Three' },
    'attendance v1': { identifiers: ['c:v1'] },
    'attendance v2': { identifiers: ['c:v2'] },
  }

  it.each(Object.keys(CHANGES))('changes what is as it was read, and nothing else: %s', async (kind) => {
    const path = resources[kind] as string
    const tag = (await get(path)).headers['etag'] as string
    const change = (match: string) => put(path, CHANGES[kind], { headers: { 'If-Match': match } })
    const refused = await change('"0-other"')
    expect([refused.status, refused.body.error]).toEqual([412, 'The resource has been changed since it was read'])
    expect((await get(path)).headers['etag']).toBe(tag)
    expect((await change(`W/${tag}`)).status).toBe(412)
    expect((await change(`"other", ${tag}`)).status).toBe(200)
    expect((await change(tag)).status).toBe(412)
    expect((await change('*')).status).toBe(200)
    expect((await put(path, CHANGES[kind])).status).toBe(200)
  })

  it('lets one of many at once change, whatever races', async () => {
    const { path } = await givenEvent()
    const tag = (await get(path)).headers['etag'] as string
    const titles = Array.from({ length: 8 }, (_, i) => `Contender ${i}`)
    const replies = await Promise.all(titles.map((title) => put(path, { title }, { headers: { 'If-Match': tag } })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
    const winner = replies.findIndex(({ status }) => status === 200)
    expect((await get(path)).body.title).toBe(titles[winner])
  })

  it('is not stopped by RSVPs, which change what is counted and nothing that PUT could overwrite', async () => {
    const { path } = await givenEvent(anEvent())
    const tag = (await get(path)).headers['etag'] as string
    await post(`${path}/attendances`, { person: { email_addresses: [{ address: 'c@example.org' }] } })
    expect((await put(path, { title: 'Still mine' }, { headers: { 'If-Match': tag } })).status).toBe(200)
  })

  it('finds nothing to change where there is nothing', async () => {
    expect(
      (await put('/api/v2/events/00000000-0000-4000-8000-000000000000', {}, { headers: { 'If-Match': '*' } })).status,
    ).toBe(404)
  })
})
