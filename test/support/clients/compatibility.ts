import { beforeAll, describe, expect, it } from 'vitest'
import { provideEnvironment } from '../../../lib/runtime/environment.js'
import type * as Service from '../service.js'

/**
 * The requests and expectations of known programs of this API family (docs/compatibility.md), under a native prefix.
 * The environment is read once, so that each prefix has a test file of its own.
 */
export const describeCompatibility = (prefix: string) =>
  describe(`a client of this API family, where the prefix is ${prefix}`, () => {
    let service: typeof Service
    let events: string[]

    beforeAll(async () => {
      provideEnvironment({ NATIVE_PREFIX: prefix })
      service = await import('../service.js')
      events = []
      for (let i = 0; i < 30; i++) events.unshift((await service.givenEvent({ title: `Event ${i}` })).id)
    })

    /** Returns the members of a document of unknown relations: the first key of `_embedded`, taken blindly. */
    const membersOf = (body: any): any[] => Object.values(body._embedded)[0] as any[]
    const idIn = (member: any) => member._links.self.href.split('/').at(-1)

    it('knows every relation of OSDI that the entry point has: released ones fail at others', async () => {
      const KNOWN = ['events', 'people', 'person_signup_helper', 'lists', 'tags']
      const { body } = await service.get('/api/v2')
      const names = Object.keys(body._links).filter((name) => name.startsWith('osdi:'))
      expect(names.sort()).toEqual(KNOWN.map((name) => `osdi:${name}`).sort())
      expect(body._links).toHaveProperty([`${prefix}:attendances`, 'href'], `${service.PUBLIC_URL}/api/v2/attendances`)
    })

    it('may write addresses with a slash at the end, and with two', async () => {
      for (const path of ['/api/v2/events/', '//api/v2//events', '/api/v2/events/?page=1'])
        expect((await service.get(path)).body.total_records, path).toBe(30)
      const { status } = await service.post(`/api/v2/events/${events[0]}/attendances/`, {
        person: { email_addresses: [{ address: 'slash@example.org' }] },
      })
      expect(status).toBe(200)
    })

    it('may begin with page 0, and meets the first page twice', async () => {
      const [zero, one] = await Promise.all([0, 1].map((page) => service.get(`/api/v2/events?page=${page}`)))
      expect(zero?.body._embedded).toEqual(one?.body._embedded)
    })

    it('may append a filter after a page with a second question mark', async () => {
      const { body } = await service.get("/api/v2/events?page=1?filter=title eq 'Event 3'")
      expect(membersOf(body).map(({ title }) => title)).toEqual(['Event 3'])
      expect((await service.get('/api/v2/events?page=2?x=y')).body.page).toBe(2)
    })

    it('finds the members under the first and only key of _embedded', async () => {
      for (const path of ['events', 'people', 'event_campaigns', `events/${events[0]}/attendances`]) {
        const { body } = await service.get(`/api/v2/${path}`)
        expect(Object.keys(body._embedded), path).toHaveLength(1)
        expect(Array.isArray(membersOf(body))).toBe(true)
      }
    })

    it('pages by next, by total_pages, by count and until a page is empty', async () => {
      const page = async (number: number) => (await service.get(`/api/v2/events?page=${number}`)).body
      const byNext: string[] = []
      for (let next: string | undefined = '/api/v2/events'; next;) {
        const body: any = (await service.get(next)).body
        byNext.push(...membersOf(body).map(idIn))
        next = body._links.next?.href.slice(service.PUBLIC_URL.length)
      }
      const byPages: string[] = []
      for (let number = 1, pages = 1; number <= pages; number++) {
        const body = await page(number)
        pages = body.total_pages
        byPages.push(...membersOf(body).map(idIn))
      }
      const byCount: string[] = []
      for (let number = 1, total = 1; byCount.length < total; number++) {
        const body = await page(number)
        total = body.total_records
        byCount.push(...membersOf(body).map(idIn))
      }
      const untilEmpty: string[] = []
      for (let number = 1, last = 1; last > 0; number++) {
        const members = membersOf(await page(number))
        last = members.length
        untilEmpty.push(...members.map(idIn))
      }
      for (const listed of [byNext, byPages, byCount, untilEmpty]) expect(listed).toEqual(events)
    })

    it('finds the native identifier first, and its id at the end of self', async () => {
      const { body } = await service.get(`/api/v2/events/${events[0]}`)
      expect(body.identifiers[0]).toBe(`${prefix}:${events[0]}`)
      expect(idIn(body)).toBe(events[0])
      const by = await service.get(`/api/v2/events?filter=identifier eq '${prefix}:${events[0]}'`)
      expect(membersOf(by.body).map(idIn)).toEqual([events[0]])
    })

    it('adds one identifier by PUT and keeps the others', async () => {
      const path = `/api/v2/events/${events[1]}`
      await service.put(path, { identifiers: ['crm:1'] })
      const { body } = await service.put(path, { identifiers: ['crm:2'] })
      expect(body.identifiers).toEqual([`${prefix}:${events[1]}`, 'crm:1', 'crm:2'])
    })

    it.each([
      ['2026-03-22', '2026-03-22T00:00:00Z'],
      ['2026-03-22 17:45:00', '2026-03-22T17:45:00Z'],
      ['2026-03-22 17:45:00.123456', '2026-03-22T17:45:00Z'],
      ['2026-03-22T17:45:00Z', '2026-03-22T17:45:00Z'],
    ])('may send a date as a Python program prints it: %s', async (sent, expected) => {
      expect((await service.givenEvent({ start_date: sent })).start_date).toBe(expected)
    })

    it('may send an organizer link and no creator link', async () => {
      const href = `${service.PUBLIC_URL}/api/v2/people/${service.demo.group.organizer}`
      const { status, body } = await service.post(
        '/api/v2/events',
        service.anEvent({ _links: { 'osdi:organizer': { href } } }),
      )
      expect(status).toBe(200)
      expect(body._links['osdi:creator'].href).toContain(service.demo.group.creator)
    })

    it('may send what it got back, an unknown field, an odd content type or none', async () => {
      const path = `/api/v2/events/${events[2]}`
      const { body } = await service.get(path)
      expect((await service.put(path, body)).status).toBe(200)
      for (const type of ['application/json; charset=utf-8', 'application/hal+json', 'APPLICATION/JSON', ''])
        expect(
          (
            await service.post('/api/v2/events', service.anEvent({ strange: 1 }), {
              headers: { 'content-type': type },
            })
          ).status,
          type,
        ).toBe(200)
    })

    it('may send the keys of both versions, and query arguments that mean nothing', async () => {
      const { status, body } = await service.get('/api/v2/events?limit=100&perPage=25', {
        headers: { 'api-key': service.demo.group.key },
      })
      expect([status, body.per_page]).toEqual([200, 25])
    })

    it('compares how a bad key and a bad person are refused', async () => {
      const badKey = await service.get('/api/v2/events', { key: 'wrong' })
      expect([badKey.status, badKey.body.error.slice(0, 30)]).toEqual([403, 'API Key invalid or not present'])
      const { status, body } = await service.post(`/api/v2/events/${events[0]}/attendances`, { _links: {} })
      expect([status, body.error]).toEqual([400, 'You must specify a valid person id'])
    })

    it('gets {} for work in the background', async () => {
      const path = `/api/v2/events/${events[3]}/attendances`
      const person = { email_addresses: [{ address: 'background@example.org' }] }
      const { status, body } = await service.post(`${path}?background_request=true`, { person })
      expect([status, body]).toEqual([200, {}])
      const attendances = await service.get(path)
      expect(attendances.body.total_records).toBe(1)
      const [attendance] = membersOf(attendances.body)
      expect(attendance).toHaveProperty(`${prefix}:person_id`)
      expect(attendance).toHaveProperty(`${prefix}:referrer_data`)
      expect(attendances.body._links).toHaveProperty('osdi:attendance')
    })

    it('has the names of version 1 on version 1', async () => {
      const { body } = await service.get('/api/v1/events?per_page=1')
      expect(membersOf(body)[0]).toMatchObject({ summary: expect.any(String), originating_system: 'Test' })
      const later = await service.get("/api/v1/events?filter=modified_at gt '2026-01-01'&per_page=1")
      expect(later.body.total_records).toBeGreaterThanOrEqual(30)
    })
  })
