import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancelEvent, publishEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { ownerStore } from '../../lib/app/access.js'
import { PUBLIC_URL, demo, get, givenInterfaceEvent, post, service, table, violations } from '../support/service.js'

const OWNER = `group:${demo.group.id}` as const
const dependencies = eventDependencies(service)
const CAMPAIGN = demo.event_campaign.id
const FINDER = `/event_campaigns/${CAMPAIGN}/events.json`
const inDays = (days: number) => ({
  start_date: {
    wallClock: `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T18:00:00`,
  },
})
const given = (title: string, location: object, fields: object = {}) =>
  givenInterfaceEvent({ title, location, event_campaign_id: CAMPAIGN, ...inDays(5), ...fields })

interface Answered {
  near?: object
  _embedded: { 'osdi:events': { title: string; location: object; [name: string]: unknown }[] }
  _links: { next?: { href: string } }
  'service:nearest'?: { title: string }
}
const finder = async (query = '', path = FINDER) => {
  const { status, body, headers, text } = await get(`${path}${query}`, { key: null })
  const answered = body as Answered
  return {
    status,
    body: answered,
    headers,
    text,
    events: answered._embedded?.['osdi:events'] ?? [],
    titles: (answered._embedded?.['osdi:events'] ?? []).map(({ title }) => title),
  }
}

beforeAll(async () => {
  await given('Dupont', { postal_code: '20009', locality: 'Washington', region: 'DC' })
  await given('Arlington', { locality: 'Arlington', region: 'VA' }, inDays(3))
  await given('Baltimore', { locality: 'Baltimore', region: 'MD' })
  await given('Chicago', { locality: 'Chicago', region: 'IL' }, { capacity: 1 })
  await given('Online', { locality: 'Washington', region: 'DC' }, { attendance_mode: 'online' })
  await given('Somewhere', {})
  await given('Nowhereville', { locality: 'Nowhereville', region: 'VA' })
  await given('Mixed', { locality: 'Silver Spring', region: 'MD' }, { attendance_mode: 'mixed', ...inDays(9) })
  await given('Hidden', { locality: 'Washington', region: 'DC' }, { hidden: true })
  await given('Draft', { locality: 'Washington', region: 'DC' }, { status: 'tentative' })
  await given('Over', { locality: 'Washington', region: 'DC' }, inDays(-3))
})

describe('the finder of a campaign', () => {
  it('lists what is near first, by distance, then what has no place', async () => {
    const { status, titles, events, body, headers } = await finder('?near=20009')
    expect(status).toBe(200)
    expect(titles).toEqual(
      ['Dupont', 'Arlington', 'Mixed', 'Online', 'Somewhere', 'Nowhereville'].sort(byGiven(titles)),
    )
    expect(titles.slice(0, 3)).toEqual(['Dupont', 'Arlington', 'Mixed'])
    expect(titles.slice(3).sort()).toEqual(['Nowhereville', 'Online', 'Somewhere'])
    expect(body).toMatchObject({ near: { name: 'Washington, DC 20009' }, within: 25, unit: 'mi' })
    expect(events[0]).toMatchObject({ 'service:distance': 0, 'service:state': 'to_come' })
    expect(events[3]).not.toHaveProperty('service:distance')
    expect(events[0]).not.toHaveProperty('description')
    expect(events[0]?.['identifiers']).toEqual([expect.stringMatching(/^turnout:|^[a-z]+:/)])
    expect(events[0]?.location).toMatchObject({ location: { latitude: expect.closeTo(38.9, 0) } })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
    })
  })

  it('lists the soonest first without a place, by the instant', async () => {
    const { titles, body } = await finder()
    expect(titles[0]).toBe('Arlington')
    expect(titles).toHaveLength(8)
    expect(titles.at(-1)).toBe('Mixed')
    expect(body).not.toHaveProperty('near')
    expect(body).not.toHaveProperty('within')
  })

  it.each([
    ['?near=Washington&within=100', ['Dupont', 'Arlington', 'Mixed', 'Baltimore']],
    ['?near=washington,%20d.c.&within=60&unit=km', ['Dupont', 'Arlington', 'Mixed', 'Baltimore']],
    ['?near=Baltimore,MD&mode=in_person&within=5', ['Baltimore']],
    ['?near=Washington&mode=online', ['Mixed', 'Online']],
    ['?bbox=-88,41,-87,42', ['Chicago']],
    ['?bbox=170,41,-87,42', ['Chicago']],
    ['?location=Chicago', ['Chicago']],
  ])('finds by %s', async (query, wanted) => {
    const { titles } = await finder(query)
    expect(
      titles
        .filter((title) => !['Somewhere', 'Nowhereville'].includes(title))
        .filter((title) => title !== 'Online' || wanted.includes('Online')),
    ).toEqual(wanted)
  })

  it('finds by days on the clock of the event', async () => {
    const day = (days: number) => inDays(days).start_date.wallClock.slice(0, 10)
    expect((await finder(`?until=${day(4)}`)).titles).toEqual(['Arlington'])
    expect((await finder(`?from=${day(6)}`)).titles).toEqual(['Mixed'])
    expect((await finder(`?from=${day(6)}&until=${day(5)}`)).titles).toEqual([])
  })

  it('offers days as links, which keep the place, and has no fields of dates', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-05-07T12:00:00Z') })
    const { text } = await get(`/groups/${demo.group.id}?near=80202`, { key: null })
    const sunday = await get(`/groups/${demo.group.id}?from=2031-05-07&until=2031-05-13`, { key: null })
    vi.useRealTimers()
    expect(text).not.toContain('type="date"')
    expect(text).toMatch(/href="[^"]*\?near=80202&amp;from=2031-05-10&amp;until=2031-05-11#found">This weekend</)
    expect(text).toMatch(/aria-current="true">Any day</)
    expect(sunday.text).toMatch(/aria-current="true">Next 7 days</)
    expect(sunday.text).toContain('<input type="hidden" name="from" value="2031-05-07"/>')
  })

  it('offers the days of the clock of the first event, not of UTC', async () => {
    const { id } = await givenInterfaceEvent({
      title: 'Honolulu',
      location: { locality: 'Honolulu', region: 'HI' },
      timezone_identifier: 'Pacific/Honolulu',
      start_date: { wallClock: '2031-05-08T18:00:00' },
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-05-08T06:00:00Z') })
    const { text } = await get(`/groups/${demo.group.id}?near=Honolulu,+HI`, { key: null })
    vi.useRealTimers()
    expect(text).toContain(id)
    expect(text).toMatch(/from=2031-05-07&amp;until=2031-05-13#found">Next 7 days</)
  })

  it('opens the calendar in calendar apps, and shows its address for others', async () => {
    const { text } = await get(`/event_campaigns/${CAMPAIGN}?mode=online`, { key: null })
    const address = `${PUBLIC_URL}/event_campaigns/${CAMPAIGN}/calendar.ics?mode=online`
    expect(text).toContain(`href="${address.replace('https:', 'webcal:')}"`)
    expect(text).toContain(`<input id="calendar" value="${address}" readonly=""`)
  })

  it('names the nearest where none is within reach', async () => {
    const { body, titles } = await finder('?near=Denver,%20CO')
    expect(body['service:nearest']).toMatchObject({
      title: 'Chicago',
      'service:distance': expect.closeTo(918, -2),
    })
    expect(titles).not.toContain('Chicago')
    expect((await finder('?near=20009')).body).not.toHaveProperty('service:nearest')
  })

  it('tells how full an event is, and leaves full ones out', async () => {
    const [chicago] = (await finder('?near=Chicago,IL')).events
    expect(chicago).toMatchObject({ title: 'Chicago', 'service:places_left': 1, 'service:state': 'to_come' })
    const event = await given('Chicago small', { locality: 'Chicago', region: 'IL' }, { capacity: 1 })
    const answer = await post(`${event.path}/attendances`, {
      person: { email_addresses: [{ address: 'a@example.org' }] },
    })
    expect(answer.status).toBe(200)
    await aSecondLater()
    const { events } = await finder('?near=Chicago,IL&mode=in_person')
    expect(events.find(({ title }) => title === 'Chicago small')).toMatchObject({
      'service:places_left': 0,
      'service:state': 'full',
    })
    expect((await finder('?near=Chicago,IL&full=exclude')).titles).not.toContain('Chicago small')
    await cancelEvent(OWNER, event.id, dependencies)
  })

  it('gives every event once, page by page, whatever the size of pages', async () => {
    for (const query of ['?near=20009&within=500', '?', '?bbox=-180,-90,180,90']) {
      const all = (await finder(`${query}&limit=100`)).titles
      for (const limit of [1, 2, 3]) {
        const found: string[] = []
        let next: string | undefined = `${FINDER}${query}&limit=${limit}`
        while (next) {
          const { titles, body } = await finder('', next)
          expect(titles.length).toBeGreaterThan(0)
          found.push(...titles)
          next = body._links.next?.href.slice(PUBLIC_URL.length)
        }
        expect(found).toEqual(all)
      }
    }
  })

  it.each([
    ['?near=Springfield,%20Nevada', 'unknown_place', 'near'],
    ['?near=00000', 'unknown_place', 'near'],
    ['?within=0', 'invalid_parameter', 'within'],
    ['?within=501', 'invalid_parameter', 'within'],
    ['?within=abc', 'invalid_parameter', 'within'],
    ['?unit=furlong', 'invalid_parameter', 'unit'],
    ['?bbox=1,2,3', 'invalid_parameter', 'bbox'],
    ['?bbox=1,20,3,10', 'invalid_parameter', 'bbox'],
    ['?near=20009&bbox=1,2,3,4', 'invalid_parameter', 'bbox'],
    ['?from=2026-02-30', 'invalid_parameter', 'from'],
    ['?mode=mixed', 'invalid_parameter', 'mode'],
    ['?full=include', 'invalid_parameter', 'full'],
    ['?limit=101', 'invalid_parameter', 'limit'],
    ['?limit=1.5', 'invalid_parameter', 'limit'],
    ['?after=x', 'invalid_parameter', 'after'],
  ])('refuses %s with %s', async (query, code, name) => {
    const { status, text, headers } = await finder(query)
    expect(status).toBe(400)
    expect(headers['access-control-allow-origin']).toBe('*')
    const described = JSON.parse(text)['osdi:error'].resource_status[0].error_descriptions[0]
    expect(described.error_code).toBe(code)
    expect(described.properties).toContain(name)
    const page = await get(`/event_campaigns/${CAMPAIGN}${query}`, { key: null })
    expect(page.status).toBe(400)
  })

  it('refuses the cursor of another query', async () => {
    const { body } = await finder('?near=20009&limit=1')
    const after = new URL(body._links.next?.href as string).searchParams.get('after') as string
    expect((await finder(`?near=20010&limit=1&after=${after}`)).status).toBe(400)
    expect((await finder(`?near=20009&limit=2&after=${after}`)).status).toBe(200)
  })

  it('takes an empty parameter as an absent one', async () => {
    expect((await finder('?near=&within=&bbox=&from=&limit=&after=')).titles).toEqual((await finder()).titles)
  })

  it('is unknown with the campaign', async () => {
    for (const path of ['/event_campaigns/x', '/groups/00000000-0000-4000-8000-000000000000'])
      for (const end of ['', '/events.json', '/events.geojson', '/calendar.ics'])
        expect((await get(`${path}${end}`, { key: null })).status).toBe(404)
  })

  it('has the same events as GeoJSON, without a geometry where there is no place', async () => {
    const { status, text, headers } = await get(`/event_campaigns/${CAMPAIGN}/events.geojson?near=20009&limit=1`, {
      key: null,
    })
    const { type, features } = JSON.parse(text)
    expect([status, type, headers['content-type']]).toEqual([200, 'FeatureCollection', 'application/geo+json'])
    expect(features.map(({ properties }: { properties: { title: string } }) => properties.title)).toEqual(
      (await finder('?near=20009')).titles,
    )
    expect(features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: [expect.closeTo(-77, 0), expect.closeTo(38.9, 0)] },
      properties: { state: 'to_come', url: expect.stringContaining(PUBLIC_URL) },
    })
    expect(
      features.find(({ properties }: { properties: { title: string } }) => properties.title === 'Somewhere').geometry,
    ).toBeNull()
  })

  it('has the same events as a calendar', async () => {
    const { text } = await get(`/event_campaigns/${CAMPAIGN}/calendar.ics?near=Baltimore,MD&within=1`, {
      key: null,
    })
    expect([...text.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title).sort()).toEqual([
      'Baltimore',
      'Nowhereville',
      'Online',
      'Somewhere',
    ])
  })

  it('follows an event that moves, is hidden, canceled or published', async () => {
    const event = await given('Moving', { locality: 'Boise', region: 'ID' }, { status: 'tentative' })
    const near = async (town: string) => (await finder(`?near=${town}&mode=in_person`)).titles.includes('Moving')
    expect(await near('Boise')).toBe(false)
    await publishEvent(OWNER, event.id, dependencies)
    await aSecondLater()
    expect(await near('Boise')).toBe(true)
    await updateInterfaceEvent(OWNER, event.id, { location: { locality: 'Spokane', region: 'WA' } }, dependencies)
    await aSecondLater()
    expect([await near('Boise'), await near('Spokane')]).toEqual([false, true])
    await updateInterfaceEvent(OWNER, event.id, { hidden: true }, dependencies)
    await aSecondLater()
    expect(await near('Spokane')).toBe(false)
    await updateInterfaceEvent(OWNER, event.id, { hidden: false }, dependencies)
    await cancelEvent(OWNER, event.id, dependencies)
    await aSecondLater()
    expect(await near('Spokane')).toBe(false)
    expect((await get(`/event_campaigns/${CAMPAIGN}/calendar.ics?near=Spokane`, { key: null })).text).toContain(
      'STATUS:CANCELLED',
    )
  })

  it('shows the town alone of an event whose address is for guests', async () => {
    await given(
      'At home',
      {
        venue: 'Ana’s kitchen',
        address_lines: ['1 Secret St'],
        locality: 'Austin',
        region: 'TX',
        postal_code: '78704',
      },
      { address_shown: 'guests' },
    )
    const { text, events } = await finder('?near=78704&mode=in_person')
    expect(text).not.toMatch(/Secret|kitchen|postal_code/)
    expect(events[0]?.location).toEqual({
      locality: 'Austin',
      region: 'TX',
      country: 'US',
      language: 'en',
      location: { latitude: expect.closeTo(30.2, 0), longitude: expect.anything(), accuracy: 'Approximate' },
    })
  })

  it('writes lists that the audit finds right', async () => {
    expect(await violations()).toEqual([])
  })
})

describe('the page of a campaign', () => {
  it('has a search, a list and a map of links, and asks no other host', async () => {
    const { text, headers } = await get(`/event_campaigns/${CAMPAIGN}?near=Washington`, { key: null })
    expect(text).toContain('Events within 25 mi of Washington, DC')
    expect(text).toMatch(/<svg class="map whole-map"/)
    expect(text).toMatch(/aria-label="\d+ events? around /)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const bbox = /bbox=([^"]*)"/.exec(text)?.[1] as string
    expect((await finder(`?bbox=${bbox}`)).titles.length).toBeGreaterThan(0)
  })

  it('leads from the search to what it has found or to what is wrong, and calls a told place by no number', async () => {
    const page = async (near: string) =>
      (await get(`/event_campaigns/${CAMPAIGN}?near=${encodeURIComponent(near)}`, { key: null })).text
    const found = await page('38.9, -77.04')
    expect(found).toContain('<h2 id="found">Events within 25 mi of your location</h2>')
    expect(found).toMatch(/<form class="seek" method="get" action="[^"]*#found"/)
    expect(await page('Nowhere at all')).toMatch(/<form class="seek" id="found"/)
  })

  it('says what is wrong, and keeps what was typed', async () => {
    const { status, text } = await get(`/event_campaigns/${CAMPAIGN}?near=Xyzzyville&from=2026-01-01`, {
      key: null,
    })
    expect(status).toBe(400)
    expect(text).toContain('value="Xyzzyville"')
    expect(text).toContain('We don’t know this place')
  })
})

describe('distances', () => {
  const PAGE = `/event_campaigns/${CAMPAIGN}`
  const inCountry = (country: string | null) => ownerStore(table).changeSettings(OWNER, { country })
  afterAll(() => inCountry(null))

  it.each([
    ['NO', 40, 'km'],
    ['GB', 25, 'mi'],
  ])('are in the unit of the country of the group: %s', async (country, within, unit) => {
    await inCountry(country)
    expect((await finder('?near=38.91,-77.04')).body).toMatchObject({ within, unit })
    const { text } = await get(`${PAGE}?near=38.91,-77.04`, { key: null })
    expect(text).toContain(`Events within ${within} ${unit} of`)
    expect(text).toContain(`<small>${unit}</small>`)
  })

  it('are in the unit that is asked for, wherever the group is', async () => {
    await inCountry('NO')
    expect((await finder('?near=38.91,-77.04&unit=mi')).body).toMatchObject({ within: 25, unit: 'mi' })
    expect((await finder('?near=38.91,-77.04&within=5')).body).toMatchObject({ within: 5, unit: 'km' })
  })
})

/** Popular searches are read once a second. */
const aSecondLater = () => new Promise((done) => setTimeout(done, 1_050))
const byGiven = (order: string[]) => (one: string, other: string) => order.indexOf(one) - order.indexOf(other)

describe('an address that is for guests', () => {
  it('is on no surface without a key, and whole for a key of the owner', async () => {
    const { id, path } = await given(
      'Kitchen table',
      {
        venue: 'Ana’s kitchen',
        address_lines: ['1 Secret St'],
        locality: 'Reno',
        region: 'NV',
        postal_code: '89501',
      },
      { address_shown: 'guests' },
    )
    for (const address of [
      `/events/${id}`,
      `/events/${id}/frame`,
      `/events/${id}/calendar.ics`,
      `/embed/events/${id}`,
      `/embed/event_campaigns/${CAMPAIGN}`,
      `/event_campaigns/${CAMPAIGN}`,
      `/groups/${demo.group.id}`,
      `/event_campaigns/${CAMPAIGN}/events.geojson`,
      `/event_campaigns/${CAMPAIGN}/calendar.ics`,
    ]) {
      const { status, text } = await get(address, { key: null })
      expect([address, status]).toEqual([address, 200])
      expect([address, /Secret|kitchen|89501/.exec(text)?.[0]]).toEqual([address, undefined])
    }
    expect((await get(path)).body.location).toMatchObject({ venue: 'Ana’s kitchen', postal_code: '89501' })
  })
})
