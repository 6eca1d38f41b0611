import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, anEvent, demo, get, idOf, post, put } from '../support/service.js'
import { sized } from '../support/size.js'
import { has } from '../support/rooms.js'

const CAMPAIGNS = '/api/v2/event_campaigns'
const other = { key: demo.other_group.key }
const individual = { key: demo.individual.key }
const aCampaign = (fields: object = {}) => ({ title: 'Spring', origin_system: 'Test', ...fields })
const pathOf = (resource: any) => new URL(resource._links.self.href).pathname
const total = async (sending = {}) => (await get(CAMPAIGNS, sending)).body.total_records as number

async function givenCampaign(fields: object = {}, sending?: { key: string }) {
  const reply = await post(CAMPAIGNS, aCampaign(fields), sending)
  if (reply.status !== 200) throw new Error(`The campaign was refused: ${reply.text}`)
  return { document: reply.body, id: idOf(reply), path: pathOf(reply.body) }
}

describe('POST /api/v2/event_campaigns', () => {
  it('makes a campaign of title and origin_system alone, with everything that follows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00.123Z') })
    const reply = await post(CAMPAIGNS, { title: 'Spring', origin_system: 'Test' })
    vi.useRealTimers()
    const self = `${PUBLIC_URL}${CAMPAIGNS}/${idOf(reply)}`

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      identifiers: [`service:${idOf(reply)}`],
      origin_system: 'Test',
      created_date: '2026-11-21T10:00:00Z',
      modified_date: '2026-11-21T10:00:00Z',
      title: 'Spring',
      total_events: 0,
      total_rsvps: 0,
      'service:hidden': false,
      'service:hosting': 'off',
      'service:hosting_contacts': false,
      'service:sponsor': { title: demo.group.title, url: expect.any(String) },
      _links: {
        self: { href: self },
        'osdi:events': { href: `${self}/events` },
        'service:embed': { href: `${self}/embed` },
        ...(has('calendars') && { 'service:calendar': { href: `${self}/calendar.ics` } }),
        curies: [
          { name: 'osdi', href: `${PUBLIC_URL}/docs/{rel}`, templated: true },
          { name: 'service', href: `${PUBLIC_URL}/docs/{rel}`, templated: true },
        ],
      },
    })
  })

  it('keeps every field that a caller may set, and answers what a later GET answers', async () => {
    const fields = {
      identifiers: ['acme:c-keeps-1', 'acme_2:a@b.example:7'],
      name: 'Internal name',
      title: 'Days <b>of action</b>',
      description: '<p>Ünïcode 🎉</p>',
      host_pitch: '<p>Host one!</p>',
      host_instructions: '<i>Bring water</i>',
      browser_url: 'https://example.org/days?a=1',
      host_url: 'https://example.org/days/host',
    }
    const { document, path } = await givenCampaign(fields)
    expect(document).toMatchObject({
      ...fields,
      identifiers: [expect.stringMatching(/^service:[0-9a-f-]{36}$/), ...fields.identifiers],
    })
    expect((await get(path)).body).toEqual(document)
  })

  it('ignores read-only and unknown fields, and lists them in a header', async () => {
    const reply = await post(
      CAMPAIGNS,
      aCampaign({
        featured_image_url: 'https://example.org/x.png',
        total_events: 7,
        total_rsvps: 7,
        created_date: '2001-01-01',
        'service:hidden': true,
        'service:sponsor': { title: 'Another sponsor' },
        color: 'red',
      }),
    )
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ total_events: 0, total_rsvps: 0, 'service:hidden': false })
    expect(reply.body).not.toHaveProperty('featured_image_url')
    expect(reply.body['service:sponsor'].title).toBe(demo.group.title)
    expect(reply.headers['osdi-ignored']?.split(', ').sort()).toEqual([
      'color',
      'created_date',
      'featured_image_url',
      'service:hidden',
      'service:sponsor',
      'total_events',
      'total_rsvps',
    ])
  })

  it('takes an empty text for no value', async () => {
    const { document } = await givenCampaign({ description: '', name: null, host_url: ' ' })
    for (const field of ['description', 'name', 'host_url']) expect(document).not.toHaveProperty(field)
  })

  it("refuses an individual account's key with 400, since 403 would mean a bad key", async () => {
    const { status, body } = await post(CAMPAIGNS, aCampaign(), individual)
    expect(status).toBe(400)
    expect(body.error).toBe('Event campaigns belong to groups: use the API key of a group')
    expect(await total(individual)).toBe(0)
  })

  it('refuses a body without title or origin_system, naming both, and writes nothing', async () => {
    const before = await total()
    for (const fields of [{}, { title: ' ', origin_system: null }]) {
      const { status, body } = await post(CAMPAIGNS, fields)
      expect(status).toBe(400)
      const { error_descriptions } = body['osdi:error'].resource_status[0]
      expect(error_descriptions.map((fault: any) => fault.properties)).toEqual([['origin_system'], ['title']])
    }
    expect(await total()).toBe(before)
  })

  it.each([
    'identifiers',
    'origin_system',
    'name',
    'title',
    'description',
    'host_pitch',
    'host_instructions',
    'browser_url',
    'host_url',
  ])('refuses another type in %s', async (field) => {
    for (const wrong of [7, true, { a: 1 }, ['', 7]]) {
      const { status, body } = await post(CAMPAIGNS, aCampaign({ [field]: wrong }))
      expect([wrong, status]).toEqual([wrong, 400])
      for (const fault of body['osdi:error'].resource_status[0].error_descriptions)
        expect(fault.properties[0].startsWith(field)).toBe(true)
    }
  })

  it.each([
    [{ identifiers: ['nocolon'] }, 'identifiers[0]'],
    [{ browser_url: 'javascript:alert(1)' }, 'browser_url'],
    [{ host_url: '/relative' }, 'host_url'],
  ])('refuses the malformed %j', async (fields, property) => {
    const { status, body } = await post(CAMPAIGNS, aCampaign(fields))
    expect(status).toBe(400)
    expect(body['osdi:error'].resource_status[0].error_descriptions[0].properties).toEqual([property])
  })

  it('refuses what is no JSON object, and a campaign that would not fit an item', async () => {
    for (const body of ['', '{', '[]', '"x"', 'null']) expect((await post(CAMPAIGNS, body)).status).toBe(400)
    const { status, body } = await post(CAMPAIGNS, aCampaign({ description: 'é'.repeat(250_000) }))
    expect([status, body.error]).toEqual([413, expect.stringContaining('An event campaign holds at most')])
  })

  describe('with identifiers', () => {
    it('updates the campaign of the same group that holds one of them, so that a retry is harmless', async () => {
      const first = await givenCampaign({ identifiers: ['acme:c-retry'], description: 'kept' })
      const again = await givenCampaign({ identifiers: ['acme:c-retry', 'acme:c-more'], title: 'New' })
      expect(again.id).toBe(first.id)
      expect(again.document).toMatchObject({
        title: 'New',
        description: 'kept',
        identifiers: [`service:${first.id}`, 'acme:c-retry', 'acme:c-more'],
      })
    })

    it('matches a native identifier, and only matches it', async () => {
      const { id } = await givenCampaign()
      const matched = await givenCampaign({ identifiers: [`service:${id}`, 'acme:c-native'] })
      expect(matched.document.identifiers).toEqual([`service:${id}`, 'acme:c-native'])
      const unknown = await givenCampaign({ identifiers: [`service:${UNKNOWN_ID}`, 'service:junk'] })
      expect(unknown.document.identifiers).toEqual([`service:${unknown.id}`])
    })

    it("refuses an identifier of another group's campaign, names no holder and writes nothing", async () => {
      const { id } = await givenCampaign({ identifiers: ['acme:c-theirs'] })
      const before = await total(other)
      for (const identifier of ['acme:c-theirs', `service:${id}`]) {
        const reply = await post(CAMPAIGNS, aCampaign({ identifiers: ['acme:c-free', identifier] }), other)
        expect(reply.status).toBe(409)
        expect(reply.text.replaceAll(identifier, '')).not.toContain(id)
      }
      expect(await total(other)).toBe(before)
      await givenCampaign({ identifiers: ['acme:c-free'] })
    })

    it('refuses identifiers of two different campaigns and changes neither', async () => {
      const one = await givenCampaign({ identifiers: ['acme:c-one'] })
      const two = await givenCampaign({ identifiers: ['acme:c-two'] })
      for (const identifiers of [
        ['acme:c-one', 'acme:c-two'],
        [`service:${one.id}`, 'acme:c-two'],
      ])
        expect((await post(CAMPAIGNS, aCampaign({ identifiers, title: 'Both' }))).status).toBe(409)
      for (const { path } of [one, two]) expect((await get(path)).body.title).toBe('Spring')
    })

    it('leaves one campaign of many POSTs at once, and the other group a conflict', async () => {
      const keys = [demo.group.key, demo.other_group.key]
      const before = await Promise.all(keys.map((key) => total({ key })))
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          post(CAMPAIGNS, aCampaign({ identifiers: ['acme:c-race'], title: `Claim ${i}` }), {
            key: keys[i % 2],
          }),
        ),
      )
      const accepted = replies.filter(({ status }) => status === 200)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(10)
      expect(accepted).toHaveLength(10)
      expect(new Set(accepted.map(idOf)).size).toBe(1)
      const after = await Promise.all(keys.map((key) => total({ key })))
      expect(after.map((count, i) => count - (before[i] as number)).sort()).toEqual([0, 1])
    })
  })
})

describe('GET /api/v2/event_campaigns/{id}', () => {
  it('counts exactly the events that its list holds', async () => {
    const { path } = await givenCampaign()
    await post('/api/v2/events', anEvent())
    await Promise.all(Array.from({ length: 5 }, () => post(`${path}/events`, anEvent())))
    expect((await get(path)).body.total_events).toBe(5)
    expect((await get(`${path}/events`)).body.total_records).toBe(5)
  })

  it('sums the RSVPs of its events', async () => {
    const { path } = await givenCampaign()
    const events = [await post(`${path}/events`, anEvent()), await post(`${path}/events`, anEvent())]
    const attend = (event: any, person: string) =>
      post(`${pathOf(event.body)}/attendances`, {
        _links: { 'osdi:person': { href: `${PUBLIC_URL}/api/v2/people/${person}` } },
      })
    await attend(events[0], demo.group.member)
    await attend(events[0], demo.group.member)
    await attend(events[1], demo.group.member)
    await attend(events[1], demo.group.organizer)
    expect((await get(path)).body).toMatchObject({ total_events: 2, total_rsvps: 3 })
  })
})

describe('PUT /api/v2/event_campaigns/{id}', () => {
  it('changes the fields that were sent, keeps the others and refreshes modified_date', async () => {
    const { document, path } = await givenCampaign({ description: 'kept', name: 'kept too' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    const { status, body } = await put(path, { title: 'Changed', host_pitch: 'Host!' })
    vi.useRealTimers()
    expect(status).toBe(200)
    expect(body).toEqual({
      ...document,
      title: 'Changed',
      host_pitch: 'Host!',
      modified_date: expect.any(String),
    })
    expect(body.modified_date > body.created_date).toBe(true)
    expect((await get(path)).body).toEqual(body)
  })

  it('clears an optional field that is null or empty, but never title or origin_system', async () => {
    const { path } = await givenCampaign({ description: 'x', name: 'y', host_url: 'https://example.org' })
    const change = { description: null, name: '', host_url: null, title: null, origin_system: ' ' }
    const { body, headers } = await put(path, change)
    for (const field of ['description', 'name', 'host_url']) expect(body).not.toHaveProperty(field)
    expect(body).toMatchObject({ title: 'Spring', origin_system: 'Test' })
    expect(headers['osdi-ignored']).toBe('origin_system, title')
  })

  it('ignores read-only fields and what is invalid', async () => {
    const { path, document } = await givenCampaign({ browser_url: 'https://example.org' })
    const { status, body, headers } = await put(path, {
      total_rsvps: 99,
      featured_image_url: 'https://example.org/x.png',
      'service:hidden': true,
      browser_url: 7,
      title: ['x'],
      identifiers: ['bad', 'acme:c-good-put'],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...document,
      identifiers: [...document.identifiers, 'acme:c-good-put'],
      modified_date: expect.any(String),
    })
    expect(headers['osdi-ignored']?.split(', ').sort()).toEqual([
      'browser_url',
      'featured_image_url',
      'identifiers[0]',
      'service:hidden',
      'title',
      'total_rsvps',
    ])
  })

  it('ignores an identifier that a campaign of any owner holds, and takes the rest', async () => {
    await givenCampaign({ identifiers: ['acme:c-taken'] }, other)
    const mine = await givenCampaign({ identifiers: ['acme:c-mine'] })
    const { path, id } = await givenCampaign()
    const { status, body, headers } = await put(path, {
      identifiers: ['acme:c-taken', 'acme:c-new', 'acme:c-mine', `service:${mine.id}`],
    })
    expect(status).toBe(200)
    expect(body.identifiers).toEqual([`service:${id}`, 'acme:c-new'])
    expect(headers['osdi-ignored']).toBe(`acme:c-taken, acme:c-mine, service:${mine.id}`)
  })

  it('loses neither field nor identifier of changes that race', async () => {
    const { path } = await givenCampaign()
    const fields = ['name', 'description', 'host_pitch', 'host_instructions'] as const
    await Promise.all([
      ...fields.map((field) => put(path, { [field]: `changed ${field}` })),
      ...Array.from({ length: 6 }, (_, i) => put(path, { identifiers: [`acme:c-race-${i}`] })),
    ])
    const { body } = await get(path)
    for (const field of fields) expect(body[field]).toBe(`changed ${field}`)
    expect(body.identifiers.slice(1).sort()).toEqual(Array.from({ length: 6 }, (_, i) => `acme:c-race-${i}`))
  })

  it("answers 404 for an unknown campaign and for another principal's, which it leaves alone", async () => {
    const { path } = await givenCampaign()
    for (const sending of [other, individual]) expect((await put(path, { title: 'Stolen' }, sending)).status).toBe(404)
    expect((await put(`${CAMPAIGNS}/${UNKNOWN_ID}`, { title: 'x' })).status).toBe(404)
    expect((await get(path)).body.title).toBe('Spring')
  })
})

describe('any JSON at all', () => {
  it('is answered with 200 or a 4xx by POST and PUT, never with a fault of ours', async () => {
    const { path } = await givenCampaign()
    const known = fc.constantFrom('title', 'origin_system', 'identifiers', 'host_url', '_links', 'name')
    const body = fc.oneof(fc.dictionary(fc.oneof(known, fc.string()), fc.jsonValue()), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(body, async (json) => {
        const text = JSON.stringify(json)
        for (const { status } of [await post(CAMPAIGNS, text), await put(path, text)])
          expect([200, 400, 409, 413]).toContain(status)
      }),
      { numRuns: sized(30, 1_000) },
    )
  })
})
