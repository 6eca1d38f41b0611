import { beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, demo, get, givenEvent } from '../support/service.js'
import { eventsIn, vocabularies } from '../support/given/vocabularies.js'
import { has } from '../support/rooms.js'

const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => `Event ${from - i}`)

/** A document without the curies that it and those within it carry on their own. */
function withoutCuries({ _links: { curies: _curies, ..._links }, _embedded, ...document }: any): object {
  const embedded = Object.entries<any>(_embedded ?? {}).map(([rel, each]) => [rel, withoutCuries(each)])
  return { ...document, _links, ...(_embedded && { _embedded: Object.fromEntries(embedded) }) }
}

beforeAll(async () => {
  for (let i = 1; i <= 60; i++) await givenEvent({ title: `Event ${i}` })
  await givenEvent({ title: 'Not ours' }, { key: demo.other_group.key })
})

describe.each(vocabularies)('GET $api/events', (vocabulary) => {
  const { events } = eventsIn(vocabulary)
  const SELF = PUBLIC_URL + events
  const CALENDAR = has('calendars') && {
    'service:calendar': { href: SELF.replace(/events$/, 'calendar.ics') },
  }
  const titles = (body: { _embedded: Record<string, Record<string, string>[]> }) =>
    body._embedded['osdi:events']?.map((event) => event[vocabulary.title] as string)

  it('answers an empty collection with an empty page', async () => {
    const { status, body } = await get(events, { key: demo.individual.key })
    expect(status).toBe(200)
    expect(body).toEqual({
      total_pages: 0,
      per_page: 25,
      page: 1,
      total_records: 0,
      _links: { self: { href: SELF }, ...CALENDAR, 'osdi:events': [], curies: expect.any(Array) },
      _embedded: { 'osdi:events': [] },
    })
  })

  describe('of sixty events', () => {
    it('answers the newest 25 first, with links and full events without curies', async () => {
      const { body } = await get(events)
      expect(body).toMatchObject({ total_pages: 3, per_page: 25, page: 1, total_records: 60 })
      expect(Object.keys(body._embedded)).toEqual(['osdi:events'])
      expect(titles(body)).toEqual(range(60, 36))
      const embedded = body._embedded['osdi:events']
      expect(body._links).toEqual({
        self: { href: SELF },
        next: { href: `${SELF}?page=2` },
        ...CALENDAR,
        'osdi:events': embedded.map((event: { _links: { self: object } }) => event._links.self),
        curies: [expect.objectContaining({ name: 'osdi' }), expect.objectContaining({ name: 'service' })],
      })
      for (const event of embedded) {
        const single = (await get(new URL(event._links.self.href).pathname)).body
        expect(event).toEqual(withoutCuries(single))
      }
    })

    it('leads to the next and the previous page, and past the end to an empty one', async () => {
      const middle = (await get(`${events}?page=2`)).body
      expect(titles(middle)).toEqual(range(35, 11))
      expect(middle._links).toMatchObject({
        next: { href: `${SELF}?page=3` },
        previous: { href: `${SELF}?page=1` },
      })

      const last = (await get(`${events}?page=3`)).body
      expect(titles(last)).toEqual(range(10, 1))
      expect(last._links).not.toHaveProperty('next')

      const beyond = await get(`${events}?page=9`)
      expect(beyond).toMatchObject({ status: 200, body: { page: 9, total_records: 60, total_pages: 3 } })
      expect(titles(beyond.body)).toEqual([])
      expect(beyond.body._links).toMatchObject({ previous: { href: `${SELF}?page=3` } })
      expect(beyond.body._links).not.toHaveProperty('next')
    })

    it.each([
      ['page=0', 1, 25],
      ['page=-3', 1, 25],
      ['page=x', 1, 25],
      ['page=', 1, 25],
      ['page=2?filter=x', 2, 25],
      ['page=2.9', 2, 25],
      ['per_page=10&page=2', 2, 10],
      ['per_page=100', 1, 100],
      ['per_page=1000', 1, 100],
      ['per_page=0', 1, 25],
      ['per_page=-1', 1, 25],
      ['per_page=junk', 1, 25],
      ['page=99999999999999999999', Number.MAX_SAFE_INTEGER, 25],
    ])('reads ?%s as page %i of %i', async (query, page, per_page) => {
      const { status, body } = await get(`${events}?${query}`)
      expect([status, body.page, body.per_page]).toEqual([200, page, per_page])
    })

    it('carries the other arguments along in next and previous, with page last', async () => {
      const { body } = await get(`${events}?per_page=10&page=2&limit=a%20b&limit=c`)
      expect(body._links.next.href).toBe(`${SELF}?per_page=10&limit=a+b&limit=c&page=3`)
      expect(body._links.previous.href).toBe(`${SELF}?per_page=10&limit=a+b&limit=c&page=1`)
      expect(body._links.self.href).toBe(SELF)
    })

    it('can be walked by next, by total_pages, by count and until a page is empty', async () => {
      const byNext: string[] = []
      let next: string | undefined = `${events}?per_page=7`
      while (next) {
        const { body } = await get(next)
        byNext.push(...(titles(body) ?? []))
        next = body._links.next?.href.slice(PUBLIC_URL.length)
      }
      const untilEmpty: string[] = []
      for (let page = 1; ; page++) {
        const found = titles((await get(`${events}?page=${page}`)).body) ?? []
        if (found.length === 0) break
        untilEmpty.push(...found)
      }
      expect(byNext).toEqual(range(60, 1))
      expect(untilEmpty).toEqual(range(60, 1))
    })

    it('shows only the events of the key', async () => {
      const { body } = await get(events, { key: demo.other_group.key })
      expect(body.total_records).toBe(1)
      expect(titles(body)).toEqual(['Not ours'])
    })
  })
})
