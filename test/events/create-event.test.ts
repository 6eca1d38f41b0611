import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, demo, get, idOf } from '../support/service.js'
import { eventsIn, vocabularies } from '../support/given/vocabularies.js'

const individual = { key: demo.individual.key }
const other = { key: demo.other_group.key }

/** Roles that may be designated as creator (version 1, endpoint rule 3; version 2, endpoint rule 2). */
const CREATOR_ROLES = {
  v1: ['organizer', 'administrator', 'creator', 'member'],
  v2: ['organizer', 'administrator', 'creator'],
} as const

describe.each(vocabularies)('POST $api/events', (vocabulary) => {
  const { version, title } = vocabulary
  const { events, create, given, person } = eventsIn(vocabulary)
  const createBy = (href: unknown, sending = {}) => create({ _links: { 'osdi:creator': { href } } }, sending)

  it('answers with the headers of the specification', async () => {
    const { headers } = await create()
    expect(headers).toMatchObject({
      'content-type': 'application/hal+json',
      'cache-control': 'max-age=0, private, must-revalidate',
      'x-request-id': expect.stringMatching(/.+/),
    })
    expect(headers).not.toHaveProperty('osdi-ignored')
  })

  it('shows no sponsor for the key of an individual account, whose person is the creator', async () => {
    const { body } = await create({}, individual)
    expect(body).not.toHaveProperty('service:sponsor')
    expect(body._links['osdi:creator'].href).toBe(person(demo.individual.person))
  })

  describe('with a creator link', () => {
    it.each(CREATOR_ROLES[version])('accepts the %s of the group', async (role) => {
      const { body } = await createBy(person(demo.group[role]))
      expect(body._links['osdi:creator'].href).toBe(person(demo.group[role]))
      expect(body._links['osdi:organizer'].href).toBe(person(demo.group[role]))
    })

    it.each(vocabularies)('accepts a person address of $version, and a trailing slash', async ({ api }) => {
      const { body } = await createBy(`${PUBLIC_URL}${api}/people/${demo.group.organizer}/`)
      expect(body._links['osdi:creator'].href).toBe(person(demo.group.organizer))
    })

    const strangers: [string, () => unknown][] = [
      ['a person of another group', () => person(demo.other_group.creator)],
      ['an unknown person', () => person(UNKNOWN_ID)],
      ['another host', () => person(demo.group.organizer).replace('events.', 'evil.')],
      ['a path alone', () => `${vocabulary.api}/people/${demo.group.organizer}`],
      ['a number', () => 7],
      ['null', () => null],
    ]
    if (version === 'v2') strangers.push(['a mere member', () => person(demo.group.member)])
    it.each(strangers)('falls back to the original creator of the group for %s, without an error', async (_, href) => {
      const { status, body, headers } = await createBy(href())
      expect([status, headers['osdi-ignored']]).toEqual([200, '_links.osdi:creator'])
      expect(body._links['osdi:creator'].href).toBe(person(demo.group.creator))
    })

    it.each([[null], ['x'], [{ 'osdi:creator': null }], [{ 'osdi:creator': [] }], [7]])(
      'takes the odd links %j for none',
      async (_links) => {
        const { status, body } = await create({ _links })
        expect(status).toBe(200)
        expect(body._links['osdi:creator'].href).toBe(person(demo.group.creator))
      },
    )

    it("accepts an individual account's own person and no other", async () => {
      const own = await createBy(person(demo.individual.person), individual)
      const stranger = await createBy(person(demo.group.organizer), individual)
      for (const { body } of [own, stranger])
        expect(body._links['osdi:creator'].href).toBe(person(demo.individual.person))
    })
  })

  describe('with identifiers', () => {
    it('updates the event of the same owner that holds one of them, so that a retry is harmless', async () => {
      const [one, more] = [`acme:retry-${version}`, `acme:more-${version}`]
      const first = await create({ identifiers: [one], description: 'kept' })
      expect(first.body.identifiers).toEqual([`service:${idOf(first)}`, one])
      const again = await create({ identifiers: [one, more], title: 'New' })

      expect(again.status).toBe(200)
      expect(idOf(again)).toBe(idOf(first))
      expect(again.body).toMatchObject({
        [title]: 'New',
        description: 'kept',
        identifiers: [`service:${idOf(first)}`, one, more],
      })
    })

    it('matches a native identifier, and only matches it', async () => {
      const { id } = await given()
      const foreign = `acme:native-${version}`
      const matched = await create({ identifiers: [`service:${id}`, foreign], title: 'Renamed' })
      expect(matched.body[title]).toBe('Renamed')
      expect(matched.body.identifiers).toEqual([`service:${id}`, foreign])

      const unknown = await create({ identifiers: [`service:${UNKNOWN_ID}`, 'service:junk'] })
      expect(unknown.status).toBe(200)
      expect(unknown.body.identifiers).toEqual([`service:${idOf(unknown)}`])
      expect(unknown.headers['osdi-ignored']).toBe(`service:${UNKNOWN_ID}, service:junk`)
      expect(idOf(unknown)).not.toBe(UNKNOWN_ID)
    })

    it("refuses an identifier of another owner's event, names no holder and writes nothing", async () => {
      const [theirs, free] = [`acme:theirs-${version}`, `acme:free-${version}`]
      const { id } = await given({ identifiers: [theirs] })
      for (const identifier of [theirs, `service:${id}`]) {
        const before = await get(events, other)
        const { status, text } = await create({ identifiers: [free, identifier] }, other)
        expect(status).toBe(409)
        expect(text.replaceAll(identifier, '')).not.toContain(id)
        const after = await get(events, other)
        expect(after.body.total_records).toBe(before.body.total_records)
      }
      expect((await create({ identifiers: [free] })).status).toBe(200)
    })

    it('refuses identifiers of two different events and changes neither', async () => {
      const foreign = [`acme:one-${version}`, `acme:two-${version}`] as const
      const one = await given({ identifiers: [foreign[0]] })
      const two = await given({ identifiers: [foreign[1]] })
      for (const identifiers of [
        foreign,
        [`service:${one.id}`, foreign[1]],
        [`service:${one.id}`, `service:${two.id}`],
      ]) {
        const { status } = await create({ identifiers, title: 'Both' })
        expect(status).toBe(409)
      }
      for (const { path } of [one, two]) expect((await get(path)).body[title]).toBe('Phone bank')
    })

    it('keeps a repeated identifier once', async () => {
      const twice = `acme:twice-${version}`
      const { body } = await create({ identifiers: [twice, twice] })
      expect(body.identifiers.slice(1)).toEqual([twice])
    })
  })
})
