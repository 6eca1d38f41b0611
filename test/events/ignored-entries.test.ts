import fc from 'fast-check'
import { anyCharacter } from '../support/characters.js'
import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, anEvent, demo, get, givenEvent, idOf, post, put } from '../support/service.js'
import { sized } from '../support/size.js'

const ignoredIn = ({ headers }: { headers: Record<string, string> }) =>
  headers['osdi-ignored']?.split(', ').sort() ?? []

/** Texts of JSON, as they are sent: an object in JavaScript would not take every name. */
const ODD = [
  ['half of a character', '{"zzz":"\\ud800"}', 'zzz'],
  ['NUL', '{"zzz":"a\\u0000b"}', 'zzz'],
  ['NUL in a name', '{"a\\u0000":1}', 'a%00'],
  // Names that begin with `_` are not listed.
  ['__proto__', '{"__proto__":{"polluted":true}}', undefined],
  ['constructor', '{"constructor":{"prototype":{"polluted":true}}}', 'constructor'],
  ['prototype', '{"prototype":1}', 'prototype'],
  ['endless nesting', `{"zzz":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'zzz'],
] as const

describe.each(['/api/v1', '/api/v2'])('%s', (version) => {
  it.each(ODD)('ignores a field that it does not know, with %s in it, and names it', async (_, odd, name) => {
    const listed = name ? [name] : []
    const { path } = await givenEvent()
    const address = version === '/api/v1' ? path.replace('v2', 'v1') : path
    const changed = await put(address, `{"description":"new",${odd.slice(1)}`)
    expect([changed.status, changed.body.description, ignoredIn(changed)]).toEqual([200, 'new', listed])
    const required =
      version === '/api/v1' ? { summary: 'x', originating_system: 'y', location: { postal_code: '20009' } } : anEvent()
    const created = await post(`${version}/events`, `${JSON.stringify(required).slice(0, -1)},${odd.slice(1)}`)
    expect([created.status, ignoredIn(created)]).toEqual([200, listed])
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('PUT /api/v2/events/{id}', () => {
  it('ignores a field with NUL or half of a character, and takes the others', async () => {
    const { path } = await givenEvent({ description: 'kept' })
    const reply = await put(path, '{"description":"a\\u0000","name":"\\udc00","title":"taken"}')
    expect(reply.body).toMatchObject({ title: 'taken', description: 'kept' })
    expect(ignoredIn(reply)).toEqual(['description', 'name'])
  })

  it('ignores what it does not know, whatever it is', async () => {
    const { path } = await givenEvent()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: anyCharacter }), async (value) => {
        const { status, body } = await put(path, JSON.stringify({ zzz: value, name: 'still here' }))
        expect([status, body.name]).toEqual([200, 'still here'])
      }),
      { numRuns: sized(30, 1_000) },
    )
  })

  it('names links to another creator or organizer than the event has', async () => {
    const { path } = await givenEvent()
    const linksTo = (id: string) => {
      const href = `${PUBLIC_URL}/api/v2/people/${id}`
      return { _links: { 'osdi:creator': { href }, 'osdi:organizer': { href } } }
    }
    expect(ignoredIn(await put(path, linksTo(demo.group.creator)))).toEqual([])
    const ignored = ['_links.osdi:creator', '_links.osdi:organizer']
    expect(ignoredIn(await put(path, linksTo(demo.group.member)))).toEqual(ignored)
    expect(ignoredIn(await put(path, { _links: { 'osdi:creator': null, 'osdi:organizer': 7 } }))).toEqual(ignored)
  })

  it('takes the native identifier of the event in capitals', async () => {
    const { id, path } = await givenEvent()
    const reply = await put(path, { identifiers: [`service:${id.toUpperCase()}`] })
    expect([reply.body.identifiers, ignoredIn(reply)]).toEqual([[`service:${id}`], []])
    const matched = await post('/api/v2/events', anEvent({ identifiers: [`service:${id.toUpperCase()}`] }))
    expect([matched.body.identifiers, ignoredIn(matched)]).toEqual([[`service:${id}`], []])
  })

  it('takes the native prefix in capitals for the native one, which nobody else can have', async () => {
    const { id } = await givenEvent()
    const capitals = `SERVICE:${id.toUpperCase()}`
    const other = await post('/api/v2/events', anEvent({ identifiers: [capitals] }), { key: demo.other_group.key })
    expect(other.status).toBe(409)
    const matched = await post('/api/v2/events', anEvent({ identifiers: [capitals] }))
    expect([idOf(matched), matched.body.identifiers]).toEqual([id, [`service:${id}`]])
    const found = await get(`/api/v2/events?filter=${encodeURIComponent(`identifier eq '${capitals}'`)}`)
    expect(found.body.total_records).toBe(1)
  })
})

describe('address_lines', () => {
  const withLines = (address_lines: unknown) => ({ location: { address_lines } })

  it('keep the first entry, whatever the others are, and name those', async () => {
    const reply = await post('/api/v2/events', anEvent(withLines(['1 Main St', 5, { a: null }])))
    expect(reply.body.location.address_lines).toEqual(['1 Main St'])
    expect(ignoredIn(reply)).toEqual(['location.address_lines[1]', 'location.address_lines[2]'])
  })

  it('have no value where the first entry is empty', async () => {
    for (const lines of [['', 'b'], [' '], [], null, '']) {
      const { status, body } = await post('/api/v2/events', anEvent(withLines(lines)))
      expect([lines, status, body.location.address_lines]).toEqual([lines, 200, undefined])
    }
    const { path } = await givenEvent(withLines(['1 Main St']))
    expect((await put(path, withLines(['', 'b']))).body.location).not.toHaveProperty('address_lines')
  })

  it('must be a list whose first entry is a text: refused by POST, ignored by PUT', async () => {
    const { path } = await givenEvent(withLines(['1 Main St']))
    for (const [wrong, fault] of [
      [[null], 'location.address_lines[0] must be a string'],
      [[5, 'a'], 'location.address_lines[0] must be a string'],
      ['1 Main St', 'location.address_lines must be an array of strings'],
    ] as const) {
      const refused = await post('/api/v2/events', anEvent(withLines(wrong)))
      expect([refused.status, refused.body.error]).toEqual([400, fault])
      const changed = await put(path, withLines(wrong))
      expect(changed.body.location.address_lines).toEqual(['1 Main St'])
      expect(ignoredIn(changed)).toContain(fault.split(' ')[0])
    }
  })
})

describe('people', () => {
  const signUp = async (person: object) => {
    const { body } = await post('/api/v2/people', { person })
    return new URL(body._links.self.href).pathname
  }
  const email = (address: string) => ({ email_addresses: [{ address }] })

  it('keep the good members of a list or an object beside bad ones, which are named', async () => {
    const path = await signUp({ ...email('neighbors@example.org'), languages_spoken: ['fr'] })
    const changed = await put(
      path,
      `{"custom_fields":{"good":"1","bad":{},"__proto__":"x","constructor":"x","":"x","nul":"\\u0000"},
        "languages_spoken":["en",5]}`,
    )
    expect(changed.body).toMatchObject({ custom_fields: { good: '1' }, languages_spoken: ['en'] })
    expect(Object.keys(changed.body.custom_fields)).toEqual(['good'])
    expect(ignoredIn(changed)).toEqual([
      'custom_fields.',
      'custom_fields.__proto__',
      'custom_fields.bad',
      'custom_fields.constructor',
      'custom_fields.nul',
      'languages_spoken[1]',
    ])
    const unchanged = await put(path, { languages_spoken: [5], custom_fields: { good: [] } })
    expect(unchanged.body).toMatchObject({ custom_fields: { good: '1' }, languages_spoken: ['en'] })
  })

  it('are refused with every member that is bad, each by its name', async () => {
    const { status, body } = await post('/api/v2/people', {
      person: {
        ...email('refused@example.org'),
        custom_fields: { good: '1', bad: {}, ['n'.repeat(256)]: 'x' },
        languages_spoken: ['en', 5],
      },
      add_tags: [1],
    })
    const faults = body['osdi:error'].resource_status[0].error_descriptions
    expect([status, faults.map(({ description }: { description: string }) => description)]).toEqual([
      400,
      [
        'person.languages_spoken[1] must be a string',
        'person.custom_fields.bad must be a text',
        `person.custom_fields.${'n'.repeat(200)} must have a name of 1 to 255 characters`,
        'add_tags[0] must be a string',
      ],
    ])
  })

  it('keep one of their contacts and addresses, and the others are named, whatever they are', async () => {
    const reply = await post('/api/v2/people', {
      person: {
        email_addresses: [5, { address: 'two@example.org', primary: true }, { address: 'no email' }],
        phone_numbers: [{ number: '2025550188' }, { number: '2025550189' }],
        postal_addresses: [{ address_lines: ['1 Main St', 7] }, 'somewhere'],
      },
    })
    expect(reply.body.email_addresses[0].address).toBe('two@example.org')
    expect(ignoredIn(reply)).toEqual([
      'person.email_addresses[0]',
      'person.email_addresses[2]',
      'person.phone_numbers[1]',
      'person.postal_addresses[0].address_lines[1]',
      'person.postal_addresses[1]',
    ])
  })

  it('keep their only contact, and a change that would take it away is named', async () => {
    const path = await signUp(email('only@example.org'))
    for (const nothing of [null, [], '']) {
      const kept = await put(path, { email_addresses: nothing, phone_numbers: null })
      expect([kept.body.email_addresses[0].address, ignoredIn(kept)]).toEqual(['only@example.org', ['email_addresses']])
    }
    await put(path, { phone_numbers: [{ number: '2025550166' }] })
    const cleared = await put(path, { email_addresses: [] })
    expect([cleared.body.email_addresses, ignoredIn(cleared)]).toEqual([[], []])
    expect(ignoredIn(await put(path, { phone_numbers: null }))).toEqual(['phone_numbers'])
  })

  it('name nothing but what is read-only when they are sent back as they were read', async () => {
    const path = await signUp({
      ...email('again@example.org'),
      phone_numbers: [{ number: '2025550155' }],
      postal_addresses: [{ address_lines: ['1 Main St'], postal_code: '20009' }],
      custom_fields: { a: '1' },
      languages_spoken: ['en'],
    })
    const ignored = ignoredIn(await put(path, (await get(path)).body))
    expect(ignored.filter((name) => !/_date$|\.location$|\.language$|number_type$/.test(name))).toEqual([])
  })

  it('tell the helper which status it did not take', async () => {
    const { path } = await givenEvent()
    const reply = await post(`${path}/attendances`, {
      person: {
        email_addresses: [7, { address: 'status@example.org', primary: true, status: 'unsubscribed' }],
      },
    })
    expect(ignoredIn(reply)).toEqual(['person.email_addresses[0]', 'person.email_addresses[1].status'])
  })
})
