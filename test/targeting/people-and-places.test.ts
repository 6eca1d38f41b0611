import { beforeAll, describe, expect, it } from 'vitest'
import { UNKNOWN_ID, demo, get, givenInterfaceEvent, post, put } from '../support/service.js'
import { has } from '../support/rooms.js'

const QUERIES = '/api/v2/targeting/queries'

interface Someone {
  town?: { locality?: string; region?: string; postal_code?: string; country?: string }
  tags?: string[]
}

/** Denver and Aurora are 8 miles apart, Boulder is 24 miles from Denver, Chicago is far away. */
const PEOPLE: Record<string, Someone> = {
  Ana: { town: { locality: 'Denver', region: 'CO' }, tags: ['Volunteer'] },
  Ben: { town: { postal_code: '80012' }, tags: ['Volunteer', 'Driver'] },
  Cleo: { town: { locality: 'Boulder', region: 'CO' }, tags: ['Volunteer'] },
  Dan: { town: { locality: 'Chicago', region: 'IL' }, tags: ['Volunteer'] },
  Eve: { town: { locality: 'Denver', region: 'CO' } },
  // The geocoder falls back to the point of the state, which is not where Finn lives.
  Finn: { town: { locality: 'Nowhere Like This', region: 'CO' }, tags: ['Volunteer'] },
  Gus: { tags: ['Volunteer'] },
}

let ids: Record<string, string>
let tags: Record<string, string>
let rally: { id: string; path: string }
let canvass: { id: string; path: string }

const pathOf = (url: string) => new URL(url).pathname

async function come(event: { path: string }, name: string, attended: boolean) {
  const { body } = await post(`${event.path}/attendances`, {
    person: { email_addresses: [{ address: emailOf(name) }] },
  })
  await put(pathOf(body._links.self.href), { 'service:attended': attended })
}

const emailOf = (name: string) => `${name.toLowerCase()}@places.example`

beforeAll(async () => {
  tags = {}
  for (const name of ['Volunteer', 'Driver']) {
    const { body } = await post('/api/v2/tags', { name })
    tags[name] = body._links.self.href as string
  }
  ids = {}
  for (const [given_name, { town, tags: has = [] }] of Object.entries(PEOPLE)) {
    const { body } = await post('/api/v2/people', {
      person: {
        given_name,
        email_addresses: [{ address: emailOf(given_name), status: 'subscribed' }],
        ...(town && { postal_addresses: [{ country: 'US', ...town }] }),
      },
    })
    const self = body._links.self.href as string
    ids[given_name] = self
    for (const tag of has)
      await post(`${pathOf(tags[tag] as string)}/taggings`, { _links: { 'osdi:person': { href: self } } })
  }
  const location = { locality: 'Denver', region: 'CO', country: 'US' }
  rally = await givenInterfaceEvent({ title: 'Rally of places', location })
  canvass = await givenInterfaceEvent({ title: 'Canvass of places' })
  for (const name of ['Ana', 'Ben']) await come(rally, name, true)
  await come(canvass, 'Ana', true)
  await come(canvass, 'Eve', false)
})

const asked = (fields: object) => post(QUERIES, { title: 'Places', ...fields })
async function peopleOf(path: string) {
  const { body } = await get(`${path}/people`)
  return body._embedded['osdi:people'].map((person: any) => person.given_name as string).sort() as string[]
}
async function found(fields: object) {
  const { status, body } = await asked(fields)
  expect({ status, error: body['osdi:error'] }).toEqual({ status: 200, error: undefined })
  return peopleOf(pathOf(body._links.self.href))
}
const faults = (body: any) =>
  body['osdi:error'].resource_status[0].error_descriptions.map(
    ({ error_code, properties }: any) => `${error_code} ${properties.join()}`,
  ) as string[]

const NEAR = { location: 'Denver, CO', within: 10 }

describe('a query for people by tag', () => {
  it('finds people with one of the tags, named by name, id or address, whether they came to an event or not', async () => {
    const all = ['Ana', 'Ben', 'Cleo', 'Dan', 'Finn', 'Gus']
    expect(await found({ tags: ['Volunteer'] })).toEqual(all)
    expect(await found({ tags: [tags['Driver']] })).toEqual(['Ben'])
    expect(await found({ tags: [(tags['Driver'] as string).split('/').at(-1)] })).toEqual(['Ben'])
    expect(await found({ tags: ['Driver', 'Volunteer'] })).toEqual(all)
  })

  it('finds those of them who act on its events', async () => {
    expect(await found({ tags: ['Volunteer'], include: [canvass.id] })).toEqual(['Ana'])
    expect(await found({ include: [canvass.id] })).toEqual(['Ana', 'Eve'])
  })

  it('shows the names of its tags, and forgets them by null', async () => {
    const { body } = await asked({ tags: [tags['Driver']], include: [canvass.id] })
    expect(body.tags).toEqual(['Driver'])
    const path = pathOf(body._links.self.href)
    expect(await peopleOf(path)).toEqual([])
    expect((await put(path, { tags: null })).body).not.toHaveProperty('tags')
    expect(await peopleOf(path)).toEqual(['Ana', 'Eve'])
  })
})

describe('a query for people near a place', () => {
  it('finds people within a distance of a town, a postal code or a point, by postal code or town', async () => {
    expect(await found({ near: NEAR })).toEqual(['Ana', 'Ben', 'Eve'])
    expect(await found({ near: { location: '80202', within: 5 } })).toEqual(['Ana', 'Eve'])
    expect(await found({ near: { ...NEAR, within: 30 } })).toEqual(['Ana', 'Ben', 'Cleo', 'Eve'])
    expect(await found({ near: { ...NEAR, within: 30, unit: 'km' } })).toEqual(['Ana', 'Ben', 'Eve'])
    expect(await found({ near: { latitude: 41.88, longitude: -87.63, within: 20 } })).toEqual(['Dan'])
  })

  it('finds no one whose town is unknown, though their state is not', async () => {
    expect(await found({ near: { ...NEAR, within: 3000 } })).toEqual(['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'])
  })

  it('takes an event for the place, wherever it is when the query runs', async () => {
    const { body } = await asked({ near: { event: rally.id, within: 10 } })
    const path = pathOf(body._links.self.href)
    expect(body.near).toEqual({ event: `service:${rally.id}`, within: 10, unit: 'mi' })
    expect(await peopleOf(path)).toEqual(['Ana', 'Ben', 'Eve'])
    await put(rally.path, { location: { locality: 'Chicago', region: 'IL', country: 'US' } })
    await post(`${path}/results`, undefined)
    expect(await peopleOf(path)).toEqual(['Dan'])
    await put(rally.path, { location: { locality: 'Denver', region: 'CO', country: 'US' } })
  })

  it('joins tags, place and habits: volunteers near Denver who came at most once', async () => {
    const fields = { tags: ['Volunteer'], near: NEAR }
    expect(await found(fields)).toEqual(['Ana', 'Ben'])
    expect(await found({ ...fields, attended_at_most: 1 })).toEqual(['Ben'])
    expect(await found({ ...fields, attended_at_most: 2 })).toEqual(['Ana', 'Ben'])
    expect(await found({ ...fields, attended_at_most: 0 })).toEqual([])
    expect(await found({ tags: ['Volunteer'], attended_at_most: 0 })).toEqual(['Cleo', 'Dan', 'Finn', 'Gus'])
    expect(await found({ near: NEAR, rsvps_at_least: 1, attended_at_most: 0 })).toEqual(['Eve'])
    expect(await found({ tags: ['Volunteer'], status: ['attended'] })).toEqual(['Ana', 'Ben'])
  })

  it('counts people without an attendance of its events where none is asked for', async () => {
    const fields = { tags: ['Volunteer'], near: NEAR, include: [canvass.id] }
    expect(await found({ ...fields, rsvps_at_least: 0, attended_at_most: 0 })).toEqual(['Ben'])
    expect(await found({ near: NEAR, include: [canvass.id], rsvps_at_least: 0, attended_at_most: 0 })).toEqual([
      'Ben',
      'Eve',
    ])
    expect(await found({ tags: ['Volunteer'], near: NEAR, exclude: [canvass.id] })).toEqual(['Ben'])
  })

  it('is the same after a GET is PUT', async () => {
    const { body } = await asked({ tags: ['Volunteer'], near: NEAR, attended_at_most: 1 })
    expect(body).toMatchObject({
      near: { location: 'Denver, CO', within: 10, unit: 'mi', latitude: expect.any(Number) },
    })
    const path = pathOf(body._links.self.href)
    const { status, body: after } = await put(path, body)
    expect(status).toBe(200)
    expect(after).toMatchObject({ near: body.near, tags: body.tags, result_date: body.result_date })
  })
})

describe.runIf(has('finding'))('a query for events that are found when it runs', () => {
  it('counts events of a campaign that were made later, and keeps the address of the campaign', async () => {
    const campaign = `/api/v2/event_campaigns/${demo.event_campaign.id}`
    const { body } = await asked({ include: [campaign], rsvps_at_least: 1 })
    expect(body.include).toEqual([expect.stringContaining(campaign)])
    const path = pathOf(body._links.self.href)
    const before = await peopleOf(path)
    const later = await givenInterfaceEvent({ title: 'Later', event_campaign_id: demo.event_campaign.id })
    await come(later, 'Gus', false)
    expect(await peopleOf(path)).toEqual(before)
    await post(`${path}/results`, undefined)
    expect(await peopleOf(path)).toEqual([...before, 'Gus'].sort())
    const [gus] = (await get(`${path}/people`)).body._embedded['osdi:people'].filter(
      (person: any) => person.given_name === 'Gus',
    )
    expect(gus['service:events']).toEqual([`service:${later.id}`])
    expect((await get(`${path}/people.csv`)).text).toContain('"Later"')
    // Its own document is a change that changes nothing.
    const read = (await get(path)).body
    expect((await put(path, read)).body).toMatchObject({
      include: body.include,
      result_date: read.result_date,
    })
  })

  it('finds events by words, place, campaign, month and state, also those made later', async () => {
    const { body } = await asked({ include_search: { find: 'sunflower' } })
    const path = pathOf(body._links.self.href)
    expect(body).toMatchObject({ include: [], include_search: { find: 'sunflower' } })
    expect(await peopleOf(path)).toEqual([])
    const later = await givenInterfaceEvent({ title: 'Sunflower walk' })
    await come(later, 'Dan', false)
    await post(`${path}/results`, undefined)
    expect(await peopleOf(path)).toEqual(['Dan'])
    expect(await found({ include_search: { find: 'sunflower', view: 'cancelled' } })).toEqual([])
    expect(await found({ include_search: { location: 'denver', find: 'of places' } })).toEqual(['Ana', 'Ben'])
    expect(
      await found({
        include_search: { campaign: `/api/v2/event_campaigns/${demo.event_campaign.id}`, find: 'later' },
      }),
    ).toEqual(['Gus'])
    expect(await found({ include_search: { find: 'sunflower' }, include: [canvass.id] })).toEqual(['Ana', 'Dan', 'Eve'])
    expect(await found({ include_search: { find: 'sunflower', month: '1999-01' } })).toEqual([])
  })

  it('needs no event to stand for yet, and finds no one then', async () => {
    const { body: campaign } = await post('/api/v2/event_campaigns', {
      title: 'Empty',
      origin_system: 'Test',
      identifiers: ['test:empty-campaign'],
    })
    const include = [campaign._links.self.href]
    expect(await found({ include })).toEqual([])
    expect(await found({ include, match: 'every' })).toEqual([])
  })
})

describe('a query that cannot be asked', () => {
  it.each([
    ['an unknown tag', { tags: ['Volunteer', 'Unknown', UNKNOWN_ID] }, ['unknown_tag tags[1]', 'unknown_tag tags[2]']],
    ['a town that there is not', { near: { location: 'Atlantis, CO', within: 5 } }, ['unknown_place near.location']],
    ['an unknown event', { near: { event: UNKNOWN_ID, within: 5 } }, ['unknown_event near.event']],
    ['a search for nothing', { include_search: {} }, ['malformed include_search']],
    ['a search by a field that there is not', { include_search: { titel: 'x' } }, ['malformed include_search.titel']],
    ['a distance of nothing', { near: { ...NEAR, within: 0 } }, ['malformed near.within']],
    ['half of a point', { near: { latitude: 3, within: 1 } }, ['malformed near']],
    ['no location at all', { near: { within: 1 } }, ['malformed near']],
    ['a location and an event', { near: { ...NEAR, event: UNKNOWN_ID } }, ['malformed near']],
    ['a point outside of the world', { near: { latitude: 91, longitude: 0, within: 1 } }, ['malformed near.latitude']],
    ['no RSVP to its events alone', { include: ['RALLY'], rsvps_at_least: 0 }, ['empty_selection rsvps_at_least']],
    [
      'absence, answers and every event of none',
      { tags: ['Volunteer'], status: ['absent'], match: 'every' },
      ['no_events match', 'no_events status'],
    ],
  ])('for %s is refused by name', async (_, fields, expected) => {
    const { include } = fields as { include?: string[] }
    const { status, body } = await asked({ ...fields, ...(include && { include: [rally.id] }) })
    expect(status).toBe(400)
    expect(faults(body)).toEqual(expected)
  })

  it.runIf(has('finding'))('for an unknown campaign is refused by name', async () => {
    const { status, body } = await asked({ include_search: { campaign: UNKNOWN_ID } })
    expect([status, faults(body)]).toEqual([400, ['unknown_campaign include_search.campaign']])
  })

  it("does not tell another owner's tag, campaign or event from none", async () => {
    const key = demo.other_group.key
    for (const fields of [
      { tags: [tags['Volunteer']] },
      { tags: ['Volunteer'] },
      { include_search: { campaign: demo.event_campaign.id } },
      { include: [`/api/v2/event_campaigns/${demo.event_campaign.id}`] },
      { near: { event: rally.id, within: 5 } },
    ])
      expect((await post(QUERIES, { title: 'Theirs', ...fields }, { key })).status).toBe(400)
  })

  it('is a change that changes nothing', async () => {
    const { body } = await asked({ tags: ['Volunteer'], near: NEAR })
    const path = pathOf(body._links.self.href)
    const before = (await get(path)).body
    for (const change of [
      { near: { within: 3 } },
      { tags: ['Unknown'] },
      { tags: null, near: null },
      { include_search: 3 },
    ])
      expect((await put(path, change)).status).toBe(400)
    expect((await get(path)).body).toEqual(before)
  })
})
