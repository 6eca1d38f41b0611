import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyStore } from '../../lib/access/store/key-store.js'
import { UNKNOWN_ID, PUBLIC_URL, demo, get, idOf, post, put, send, table } from '../support/service.js'
import { sized } from '../support/size.js'

const PEOPLE = '/api/v2/people'
const other = { key: demo.other_group.key }
const byEmail = (address: string, fields: object = {}) => ({
  person: { email_addresses: [{ address }], ...fields },
})
const byPhone = (number: string, fields: object = {}) => ({
  person: { phone_numbers: [{ number }], ...fields },
})
const signUp = async (body: object, key?: string) => (await post(PEOPLE, body, { key })).body
const pathOf = (person: any) => new URL(person._links.self.href).pathname
const countOf = async () => (await get(PEOPLE)).body.total_records as number

describe('POST /api/v2/people, the person signup helper', () => {
  it('adds a person with every field that it takes, and answers the full person', async () => {
    const reply = await post(PEOPLE, {
      person: {
        identifiers: ['crm:ada'],
        given_name: 'Ada',
        family_name: 'Lovelace',
        email_addresses: [{ address: 'second@example.org' }, { primary: true, address: 'ada@example.org' }],
        phone_numbers: [{ number: '(202) 555-0142', status: 'subscribed' }],
        postal_addresses: [
          {
            address_lines: ['1 Main Street', 'x'],
            locality: 'Washington',
            region: 'DC',
            postal_code: '20009',
          },
        ],
        languages_spoken: ['en'],
        custom_fields: { shirt: 'L', age: 36, vip: true },
      },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      identifiers: [`service:${idOf(reply)}`, 'crm:ada'],
      created_date: expect.stringMatching(/Z$/),
      modified_date: reply.body.created_date,
      given_name: 'Ada',
      family_name: 'Lovelace',
      email_addresses: [{ primary: true, address: 'ada@example.org', status: 'subscribed' }],
      phone_numbers: [{ primary: true, number: '12025550142', number_type: 'Mobile', status: 'subscribed' }],
      postal_addresses: [
        {
          primary: true,
          address_lines: ['1 Main Street'],
          locality: 'Washington',
          region: 'DC',
          postal_code: '20009',
          country: 'US',
          language: 'en',
          location: expect.objectContaining({ accuracy: 'Approximate' }),
        },
      ],
      languages_spoken: ['en'],
      custom_fields: { shirt: 'L', age: '36', vip: 'true' },
      _links: {
        self: { href: `${PUBLIC_URL}${PEOPLE}/${idOf(reply)}` },
        'osdi:attendances': { href: `${PUBLIC_URL}${PEOPLE}/${idOf(reply)}/attendances` },
        'osdi:taggings': { href: `${PUBLIC_URL}${PEOPLE}/${idOf(reply)}/taggings` },
        curies: expect.any(Array),
      },
    })
    expect((await get(pathOf(reply.body))).body).toEqual(reply.body)
  })

  it('matches by email before phone, ignores case, and updates the person who matches', async () => {
    const byMail = await signUp(byEmail('match@example.org', { given_name: 'One' }))
    const byNumber = await signUp(byPhone('202 555 0100', { given_name: 'Two' }))
    const before = await countOf()
    expect(pathOf(await signUp(byEmail('MATCH@example.org', { family_name: 'Changed' })))).toBe(pathOf(byMail))
    expect(pathOf(await signUp(byPhone('+1 202-555-0100', { family_name: 'Changed' })))).toBe(pathOf(byNumber))
    const both = {
      person: {
        email_addresses: [{ address: 'match@example.org' }],
        phone_numbers: [{ number: '2025550100' }],
      },
    }
    expect(pathOf(await signUp(both))).toBe(pathOf(byMail))
    expect(await countOf()).toBe(before)
    expect((await get(pathOf(byMail))).body).toMatchObject({ given_name: 'One', family_name: 'Changed' })
  })

  it('moves a phone number to the person who signs up with it and an email', async () => {
    const first = await signUp({
      person: {
        email_addresses: [{ address: 'old-owner@example.org' }],
        phone_numbers: [{ number: '2025550177' }],
      },
    })
    const second = await signUp({ person: { email_addresses: [{ address: 'new-owner@example.org' }] } })
    const moved = await signUp({
      person: {
        email_addresses: [{ address: 'new-owner@example.org' }],
        phone_numbers: [{ number: '2025550177' }],
      },
    })
    expect(pathOf(moved)).toBe(pathOf(second))
    expect(moved.phone_numbers[0].number).toBe('12025550177')
    expect((await get(pathOf(first))).body.phone_numbers).toEqual([])
    expect(pathOf(await signUp(byPhone('2025550177')))).toBe(pathOf(second))
  })

  it('keeps people apart who share a phone number, and moves the number to the later one', async () => {
    const number = { phone_numbers: [{ number: '3032481234' }] }
    const ana = await signUp(byEmail('ana@household.example', { given_name: 'Ana', ...number }))
    const before = await countOf()
    const ben = await signUp(byEmail('ben@household.example', { given_name: 'Ben', ...number }))
    expect(pathOf(ben)).not.toBe(pathOf(ana))
    expect(await countOf()).toBe(before + 1)
    expect(ben.phone_numbers).toEqual(ana.phone_numbers)
    expect((await get(pathOf(ana))).body).toMatchObject({
      given_name: 'Ana',
      email_addresses: ana.email_addresses,
      phone_numbers: [],
    })
  })

  it('gives the email to a person who had only a phone number', async () => {
    const before = await signUp(byPhone('3032481235', { given_name: 'Cleo' }))
    const after = await signUp(byEmail('cleo@household.example', { phone_numbers: [{ number: '3032481235' }] }))
    expect(pathOf(after)).toBe(pathOf(before))
    expect(after.email_addresses[0].address).toBe('cleo@household.example')
  })

  it('honors subscribed and unsubscribed, keeps a known status, and takes no other', async () => {
    const status = async (sent?: string) =>
      (
        await signUp({
          person: { email_addresses: [{ address: 'status@example.org', ...(sent && { status: sent }) }] },
        })
      ).email_addresses[0].status
    expect(await status()).toBe('subscribed')
    expect(await status('unsubscribed')).toBe('unsubscribed')
    expect(await status()).toBe('unsubscribed')
    expect(await status('subscribed')).toBe('subscribed')
    const refused = await post(PEOPLE, {
      person: { email_addresses: [{ address: 'status@example.org', status: 'bouncing' }] },
    })
    expect(refused.status).toBe(400)
    expect((await signUp(byPhone('2025550123'))).phone_numbers[0].status).toBe('unsubscribed')
  })

  it('keeps lists of principals apart', async () => {
    const ours = await signUp(byEmail('both-lists@example.org'))
    const theirs = await signUp(byEmail('both-lists@example.org'), other.key)
    expect(pathOf(theirs)).not.toBe(pathOf(ours))
    expect((await get(pathOf(ours), other)).status).toBe(404)
    expect((await put(pathOf(ours), { given_name: 'Stolen' }, other)).status).toBe(404)
  })

  it('finds a person of the group by the email that the owner entered', async () => {
    expect(pathOf(await signUp(byEmail('maya.okafor@example.org')))).toBe(`${PEOPLE}/${demo.group.creator}`)
  })

  it.each([
    ['no person', {}],
    ['neither email nor phone', { person: { given_name: 'x' } }],
    ['an empty email and no phone', { person: { email_addresses: [{ address: ' ' }] } }],
    ['texts where objects belong', { person: { email_addresses: ['a@example.org'] } }],
    ['a list where an object belongs', { person: [] }],
    [
      'custom fields that nest',
      { person: { email_addresses: [{ address: 'c@example.org' }], custom_fields: { a: { b: 1 } } } },
    ],
    ['a name that is a number', { person: { email_addresses: [{ address: 'c@example.org' }], given_name: 7 } }],
  ])('refuses %s', async (_, body) => {
    const before = await countOf()
    expect((await post(PEOPLE, body)).status).toBe(400)
    expect(await countOf()).toBe(before)
  })

  it('refuses texts that are too long for a record, each by its name', async () => {
    const { status, body } = await post(PEOPLE, {
      person: {
        email_addresses: [{ address: 'long@example.org' }],
        given_name: 'x'.repeat(501),
        family_name: 'x'.repeat(500),
        postal_addresses: [{ address_lines: ['x'.repeat(501)], locality: 'x'.repeat(501) }],
        languages_spoken: Array(51).fill('en'),
        custom_fields: { remark: 'x'.repeat(5_001) },
      },
      add_tags: Array(101).fill('x'),
      remove_tags: ['x'.repeat(256)],
    })
    const faults = body['osdi:error'].resource_status[0].error_descriptions
    expect([status, faults.flatMap(({ properties }: any) => properties).sort()]).toEqual([
      400,
      [
        'add_tags',
        'person.custom_fields.remark',
        'person.given_name',
        'person.languages_spoken',
        'person.postal_addresses[0].address_lines[0]',
        'person.postal_addresses[0].locality',
        'remove_tags[0]',
      ],
    ])
  })

  it('refuses what would make a person larger than an item, and leaves the person as it was', async () => {
    const fields = (letter: string) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${letter}${i}`, 'x'.repeat(5_000)]))
    const person = await signUp(byEmail('large@example.org', { custom_fields: fields('a') }))
    const more = byEmail('large@example.org', { custom_fields: fields('b') })
    expect((await post(PEOPLE, more)).status).toBe(413)
    expect((await put(pathOf(person), more.person)).status).toBe(413)
    expect((await get(pathOf(person))).body.custom_fields).toEqual(fields('a'))
  })

  it('leaves an identifier with the person who has it', async () => {
    await signUp(byEmail('id-one@example.org', { identifiers: ['crm:held'] }))
    const sent = byEmail('id-two@example.org', {
      identifiers: ['crm:held', 'crm:free', `service:${UNKNOWN_ID}`],
    })
    for (const when of ['new', 'known']) {
      const { body, headers } = await post(PEOPLE, sent)
      expect([when, ...body.identifiers.slice(1)]).toEqual([when, 'crm:free'])
      expect(headers['osdi-ignored']).toBe(`crm:held, service:${UNKNOWN_ID}`)
    }
  })

  it('holds an identifier that a person of another group has, and finds its own person by it', async () => {
    const other = { key: demo.other_group.key }
    const there = await post(PEOPLE, byEmail('theirs@example.org', { identifiers: ['mobilize:123'] }), other)
    const sent = byEmail('ours@example.org', { identifiers: ['mobilize:123'] })
    for (const when of ['new', 'known']) {
      const { body, headers } = await post(PEOPLE, sent)
      expect([when, ...body.identifiers.slice(1)]).toEqual([when, 'mobilize:123'])
      expect(headers['osdi-ignored']).toBe(undefined)
    }
    const filter = `?filter=${encodeURIComponent("identifier eq 'mobilize:123'")}`
    const [ours, theirs] = [await get(PEOPLE + filter), await get(PEOPLE + filter, other)]
    expect(ours.body._embedded['osdi:people'][0].email_addresses[0].address).toBe('ours@example.org')
    expect(theirs.body._embedded['osdi:people'][0]._links.self).toEqual(there.body._links.self)
  })

  it('never fails for any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (person) => {
        expect([200, 400]).toContain((await post(PEOPLE, JSON.stringify({ person }))).status)
      }),
      { numRuns: sized(30, 1_000) },
    )
  })
})

describe('PUT /api/v2/people/{id}', () => {
  it('changes what was sent, merges custom fields by key, and null clears', async () => {
    const person = await signUp(
      byEmail('put@example.org', { given_name: 'Ada', family_name: 'L', custom_fields: { a: '1', b: '2' } }),
    )
    const { status, body } = await put(pathOf(person), {
      given_name: 'Augusta',
      family_name: null,
      custom_fields: { b: null, c: '3' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      given_name: 'Augusta',
      custom_fields: { a: '1', c: '3' },
      email_addresses: person.email_addresses,
    })
    expect(body).not.toHaveProperty('family_name')
    expect(body.custom_fields).not.toHaveProperty('b')
  })

  it('moves to another email, which leads to the person from then on, and frees the old one', async () => {
    const person = await signUp(byEmail('before@example.org'))
    await put(pathOf(person), { email_addresses: [{ address: 'after@example.org' }] })
    expect(pathOf(await signUp(byEmail('after@example.org')))).toBe(pathOf(person))
    expect(pathOf(await signUp(byEmail('before@example.org')))).not.toBe(pathOf(person))
  })

  it('ignores an email that another person has, and the loss of the last contact', async () => {
    await signUp(byEmail('third@example.org'))
    const person = await signUp(byEmail('mine@example.org'))
    const { body, headers } = await put(pathOf(person), {
      email_addresses: [{ address: 'third@example.org' }],
      given_name: 'x',
    })
    expect(body).toMatchObject({ given_name: 'x', email_addresses: [{ address: 'mine@example.org' }] })
    expect(headers['osdi-ignored']).toBe('email_addresses')
    expect((await put(pathOf(person), { email_addresses: null })).body.email_addresses[0].address).toBe(
      'mine@example.org',
    )
  })

  it.each([null, '', ' '])('keeps contacts and their statuses where an entry has %j', async (none) => {
    const contacts = {
      email_addresses: [{ address: 'blank@example.org' }],
      phone_numbers: [{ number: '+12025550171' }],
    }
    const person = await signUp({ person: contacts })
    const rsvp = crypto.randomUUID()
    const owner = `group:${demo.group.id}` as const
    await keyStore(table).create(rsvp, { owner, default_creator: demo.group.creator, scope: 'rsvp' }, new Date())
    const kept = [person.email_addresses, person.phone_numbers]
    const [address, number] = ['email_addresses[0].address', 'phone_numbers[0].number']
    for (const key of [demo.group.key, rsvp])
      for (const [sent, ignored] of [
        [{ email_addresses: [{ address: none }] }, address],
        [{ phone_numbers: [{ number: none }] }, number],
        [{ phone_numbers: [{ number: none, status: none }] }, `${number}, phone_numbers[0].status`],
        [{ email_addresses: [{ status: none }] }, 'email_addresses[0].status'],
      ] as const) {
        const { status, body, headers } = await put(pathOf(person), sent, { key })
        expect([status, headers['osdi-ignored']], JSON.stringify(sent)).toEqual([200, ignored])
        expect([body.email_addresses, body.phone_numbers]).toEqual(kept)
      }
  })

  it('takes a status beside an empty number, and adds no contact without a value', async () => {
    const person = await signUp(byPhone('+12025550172'))
    const sent = { phone_numbers: [{ number: null, status: 'subscribed' }], email_addresses: [{ address: '' }] }
    expect((await put(pathOf(person), sent)).body).toMatchObject({
      phone_numbers: [{ number: '12025550172', status: 'subscribed' }],
      email_addresses: [],
    })
  })

  it('never fails for any JSON in contacts', async () => {
    const path = pathOf(await signUp(byEmail('odd@example.org')))
    const entry = (name: string) =>
      fc.array(fc.record({ [name]: fc.jsonValue(), status: fc.jsonValue() }), { maxLength: 2 })
    const sent = fc.record({ email_addresses: entry('address'), phone_numbers: entry('number') })
    await fc.assert(
      fc.asyncProperty(sent, async (contacts) => {
        expect((await put(path, JSON.stringify(contacts))).status).toBe(200)
      }),
      { numRuns: sized(30, 1_000) },
    )
  })

  it('takes back what it answered without changing anything', async () => {
    const person = await signUp(byEmail('round@example.org', { postal_addresses: [{ postal_code: '20009' }] }))
    expect((await put(pathOf(person), person)).body).toEqual(person)
  })

  it('loses none of many changes at once', async () => {
    const person = await signUp(byEmail('many@example.org'))
    await Promise.all(Array.from({ length: 10 }, (_, i) => put(pathOf(person), { custom_fields: { [`f${i}`]: 'x' } })))
    expect(Object.keys((await get(pathOf(person))).body.custom_fields)).toHaveLength(10)
  })

  it('answers {} when asked for background work, 404 for an unknown id, 405 for DELETE', async () => {
    const person = await signUp(byEmail('bg@example.org'))
    expect((await put(`${pathOf(person)}?background_request=true`, { given_name: 'B' })).body).toEqual({})
    expect((await get(pathOf(person))).body.given_name).toBe('B')
    expect((await put(`${PEOPLE}/${UNKNOWN_ID}`, {})).status).toBe(404)
    expect((await send('DELETE', pathOf(person))).status).toBe(405)
  })
})

describe('GET /api/v2/people', () => {
  it('lists the people of the key, newest first, with numbered pages and exact totals', async () => {
    const before = (await get(PEOPLE, other)).body.total_records as number
    for (let i = 0; i < 3; i++) await signUp(byEmail(`list-${i}@example.org`), other.key)
    const { body } = await get(`${PEOPLE}?per_page=2`, other)
    expect(body).toMatchObject({ total_records: before + 3, per_page: 2, page: 1 })
    const emails = body._embedded['osdi:people'].map((each: any) => each.email_addresses[0].address)
    expect(emails).toEqual(['list-2@example.org', 'list-1@example.org'])
  })
})
