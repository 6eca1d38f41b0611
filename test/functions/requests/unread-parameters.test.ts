import { beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../support/rooms.js'
import { descriptions } from '../../support/clients/described.js'
import { type Reply, anEvent, demo, get, idOf, post } from '../../support/service.js'

/** Parameters that some endpoint reads, or that other services have, with values that are valid where they are read. */
const SENT: Record<string, string> = {
  page: '1',
  per_page: '5',
  filter: "modified_date gt '2026-01-01'",
  after: '',
  embed: 'person',
  for: 'email',
  result: '',
  limit: '5',
  background_request: 'true',
  $filter: 'x',
  constructor: 'x',
}

/** Values of the parameters of paths, by what is before them. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  const campaign = demo.event_campaign.id
  const event = idOf(await post(`/api/v2/event_campaigns/${campaign}/events`, anEvent()))
  const helper = { person: { email_addresses: [{ address: 'unread@example.org' }] } }
  const attendance = await post(`/api/v2/events/${event}/attendances`, helper)
  const person = attendance.body['service:person_id'] as string
  const tag = idOf(await post('/api/v2/tags', { name: 'Driver', origin_system: 'Test' }))
  await post(`/api/v2/tags/${tag}/taggings`, { _links: { 'osdi:person': attendance.body._links['osdi:person'] } })
  const query = await post('/api/v2/targeting/queries', { title: 'All', include: [`service:${event}`] })
  const results = await get(`/api/v2/targeting/queries/${idOf(query)}/results`)
  SENT['result'] = idOf({ body: results.body._embedded['service:results'][0] } as Reply)
  Object.assign(ids, { events: event, people: person, tags: tag, queries: idOf(query) })
  Object.assign(ids, { attendances: idOf(attendance), attendance: idOf(attendance) })
  ids['event_campaigns'] = campaign
  if (has('webhooks')) ids['webhooks'] = idOf(await post('/api/v2/webhooks', { types: ['event.created'] }))
})

const pathOf = (template: string) =>
  template.replace(/(\w+)\/\{\w+\}/g, (whole, of: string) => (ids[of] ? `${of}/${ids[of]}` : whole))

describe('a query of a GET', () => {
  it('has its parameters named that the endpoint does not declare, and no others', async () => {
    const asked: string[] = []
    for (const { document } of descriptions())
      for (const [template, { get: described }] of Object.entries(document.paths)) {
        const path = pathOf(template)
        if (!described || described.security.length === 0 || /\{|\.\w+$/.test(path)) continue
        const declared = described.parameters.flatMap(({ in: at, name }) => (at === 'query' ? [name] : []))
        const filter = path.startsWith('/api/v1') ? "modified_at gt '2026-01-01'" : SENT['filter']
        const query = new URLSearchParams({ ...SENT, filter: filter as string }).toString()
        const { status, headers, text } = await get(`${path}?${query}`)
        if (!headers['content-type']?.includes('hal+json')) continue
        asked.push(template)
        const unread = Object.keys(SENT).filter((name) => !declared.includes(name))
        expect([template, status], text).toEqual([template, 200])
        expect([template, decodeURIComponent(headers['osdi-ignored'] ?? '').split(', ')]).toEqual([template, unread])
      }
    expect(asked).toEqual(
      expect.arrayContaining([
        '/api/v1/events',
        '/api/v2/people',
        '/api/v2/tags',
        '/api/v2/targeting/queries/{id}/people',
      ]),
    )
  })

  it('names nothing that the service has linked to itself, nor what picks people', async () => {
    const path = `/api/v2/targeting/queries/${ids['queries']}`
    const { body } = await get(`${path}/results/${SENT['result']}`)
    const { pathname, search } = new URL(body._links['service:people'].href)
    expect(search).toContain('result=')
    for (const own of [pathname + search, `${path}/people?for=email`]) {
      const { status, headers } = await get(own)
      expect([status, headers['osdi-ignored']]).toEqual([200, undefined])
    }
  })
})
