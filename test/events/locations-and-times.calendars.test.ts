import { describe, expect, it } from 'vitest'
import { readEntry } from '../support/clients/calendar.js'
import { anEvent, get, givenEvent, idOf, post, put } from '../support/service.js'

/**
 * An address, the wall clock that a caller sends, and what has to come of it: the time zone, the instant, and what
 * geocoding writes over.
 */
type Row = [address: object, wallClock: string, timezone: string, instant: string, written?: object]

const zip = (postal_code: string) => ({ postal_code })
const city = (locality: string, country: string, region?: string) => ({
  locality,
  country,
  ...(region && { region }),
})

const SUMMER = '2026-07-04T12:00'
const WINTER = '2026-01-15T12:00'

const rows: Row[] = [
  // The zones of the United States, in summer and in winter.
  [zip('10001'), SUMMER, 'America/New_York', '2026-07-04T16:00:00Z', { locality: 'New York', region: 'NY' }],
  [zip('10001'), WINTER, 'America/New_York', '2026-01-15T17:00:00Z'],
  [zip('20009'), SUMMER, 'America/New_York', '2026-07-04T16:00:00Z', { locality: 'Washington', region: 'DC' }],
  [zip('33101'), WINTER, 'America/New_York', '2026-01-15T17:00:00Z', { locality: 'Miami', region: 'FL' }],
  [zip('48226'), SUMMER, 'America/Detroit', '2026-07-04T16:00:00Z', { locality: 'Detroit', region: 'MI' }],
  [zip('46204'), SUMMER, 'America/Indiana/Indianapolis', '2026-07-04T16:00:00Z', { region: 'IN' }],
  [zip('40202'), WINTER, 'America/Kentucky/Louisville', '2026-01-15T17:00:00Z', { region: 'KY' }],
  [zip('60601'), SUMMER, 'America/Chicago', '2026-07-04T17:00:00Z', { locality: 'Chicago', region: 'IL' }],
  [zip('60601'), WINTER, 'America/Chicago', '2026-01-15T18:00:00Z'],
  [zip('77002'), SUMMER, 'America/Chicago', '2026-07-04T17:00:00Z', { locality: 'Houston', region: 'TX' }],
  [zip('79901'), SUMMER, 'America/Denver', '2026-07-04T18:00:00Z', { locality: 'El Paso', region: 'TX' }],
  [zip('80202'), SUMMER, 'America/Denver', '2026-07-04T18:00:00Z', { locality: 'Denver', region: 'CO' }],
  [zip('80202-1234'), WINTER, 'America/Denver', '2026-01-15T19:00:00Z'],
  [zip('83702'), WINTER, 'America/Boise', '2026-01-15T19:00:00Z', { locality: 'Boise', region: 'ID' }],
  [zip('85001'), SUMMER, 'America/Phoenix', '2026-07-04T19:00:00Z', { locality: 'Phoenix', region: 'AZ' }],
  [zip('85001'), WINTER, 'America/Phoenix', '2026-01-15T19:00:00Z'],
  [zip('90012'), SUMMER, 'America/Los_Angeles', '2026-07-04T19:00:00Z', { region: 'CA' }],
  [zip('98101'), WINTER, 'America/Los_Angeles', '2026-01-15T20:00:00Z', { locality: 'Seattle', region: 'WA' }],
  [zip('99501'), SUMMER, 'America/Anchorage', '2026-07-04T20:00:00Z', { locality: 'Anchorage', region: 'AK' }],
  [zip('99546'), WINTER, 'America/Adak', '2026-01-15T22:00:00Z', { locality: 'Adak', region: 'AK' }],
  [zip('96720'), SUMMER, 'Pacific/Honolulu', '2026-07-04T22:00:00Z', { locality: 'Hilo', region: 'HI' }],
  [zip('96813'), WINTER, 'Pacific/Honolulu', '2026-01-15T22:00:00Z', { locality: 'Honolulu', region: 'HI' }],
  [zip('00901'), SUMMER, 'America/Puerto_Rico', '2026-07-04T16:00:00Z', { locality: 'San Juan', region: 'PR' }],
  [zip('96910'), SUMMER, 'Pacific/Guam', '2026-07-04T02:00:00Z', { region: 'GU' }],
  [city('Springfield', 'US', 'IL'), SUMMER, 'America/Chicago', '2026-07-04T17:00:00Z', { region: 'IL' }],
  [city('Springfield', 'US', 'MA'), SUMMER, 'America/New_York', '2026-07-04T16:00:00Z', { region: 'MA' }],
  [city('Portland', 'US', 'ME'), SUMMER, 'America/New_York', '2026-07-04T16:00:00Z', { region: 'ME' }],
  [city('Portland', 'US'), SUMMER, 'America/Los_Angeles', '2026-07-04T19:00:00Z', { region: 'OR' }],
  [city('Paris', 'US', 'ID'), SUMMER, 'America/Boise', '2026-07-04T18:00:00Z', { region: 'ID' }],
  [
    city('st. louis', 'US', 'mo'),
    SUMMER,
    'America/Chicago',
    '2026-07-04T17:00:00Z',
    { locality: 'St. Louis', region: 'MO' },
  ],
  // Canada.
  [{ ...zip('K1A 0B1'), country: 'CA' }, SUMMER, 'America/Toronto', '2026-07-04T16:00:00Z', { region: 'ON' }],
  [{ ...zip('m5v3l9'), country: 'CA' }, WINTER, 'America/Toronto', '2026-01-15T17:00:00Z', { locality: 'Toronto' }],
  [{ ...zip('A1C 5S7'), country: 'CA' }, SUMMER, 'America/St_Johns', '2026-07-04T14:30:00Z', { region: 'NL' }],
  [{ ...zip('B3H'), country: 'CA' }, SUMMER, 'America/Halifax', '2026-07-04T15:00:00Z', { region: 'NS' }],
  [{ ...zip('S4P 3Y2'), country: 'CA' }, SUMMER, 'America/Regina', '2026-07-04T18:00:00Z', { region: 'SK' }],
  [{ ...zip('R3C'), country: 'CA' }, SUMMER, 'America/Winnipeg', '2026-07-04T17:00:00Z', { region: 'MB' }],
  [{ ...zip('T2P'), country: 'CA' }, WINTER, 'America/Edmonton', '2026-01-15T19:00:00Z', { region: 'AB' }],
  [city("St. John's", 'CA'), WINTER, 'America/St_Johns', '2026-01-15T15:30:00Z', { region: 'NL' }],
  [city('Montreal', 'CA'), WINTER, 'America/Toronto', '2026-01-15T17:00:00Z', { locality: 'Montréal' }],
  // The dependencies.
  [city('London', 'GB'), SUMMER, 'Europe/London', '2026-07-04T11:00:00Z'],
  [city('London', 'GB'), WINTER, 'Europe/London', '2026-01-15T12:00:00Z'],
  [city('Berlin', 'DE'), WINTER, 'Europe/Berlin', '2026-01-15T11:00:00Z'],
  [city('zurich', 'CH'), SUMMER, 'Europe/Zurich', '2026-07-04T10:00:00Z', { locality: 'Zürich', region: 'ZH' }],
  [city('Las Palmas de Gran Canaria', 'ES'), SUMMER, 'Atlantic/Canary', '2026-07-04T11:00:00Z'],
  [city('Reykjavik', 'IS'), SUMMER, 'Atlantic/Reykjavik', '2026-07-04T12:00:00Z', { locality: 'Reykjavík' }],
  [city('Delhi', 'IN'), SUMMER, 'Asia/Kolkata', '2026-07-04T06:30:00Z'],
  [city('Kathmandu', 'NP'), SUMMER, 'Asia/Kathmandu', '2026-07-04T06:15:00Z'],
  [city('Tehran', 'IR'), SUMMER, 'Asia/Tehran', '2026-07-04T08:30:00Z'],
  [city('Tokyo', 'JP'), SUMMER, 'Asia/Tokyo', '2026-07-04T03:00:00Z'],
  [city('Adelaide', 'AU'), WINTER, 'Australia/Adelaide', '2026-01-15T01:30:00Z'],
  [city('Brisbane', 'AU'), WINTER, 'Australia/Brisbane', '2026-01-15T02:00:00Z'],
  [city('Sao Paulo', 'BR'), SUMMER, 'America/Sao_Paulo', '2026-07-04T15:00:00Z', { locality: 'São Paulo' }],
  [{ country: 'NP' }, SUMMER, 'Asia/Kathmandu', '2026-07-04T06:15:00Z'],
  [
    { country: 'GB', locality: 'No such place', postal_code: 'SW1A 1AA' },
    SUMMER,
    'Europe/London',
    '2026-07-04T11:00:00Z',
  ],
  // Both sides of the date line.
  [city('Auckland', 'NZ'), WINTER, 'Pacific/Auckland', '2026-01-14T23:00:00Z'],
  [city('Apia', 'WS'), SUMMER, 'Pacific/Apia', '2026-07-03T23:00:00Z'],
  [city('Pago Pago', 'AS'), SUMMER, 'Pacific/Pago_Pago', '2026-07-04T23:00:00Z'],
  [city("Nuku'alofa", 'TO'), SUMMER, 'Pacific/Tongatapu', '2026-07-03T23:00:00Z', { locality: 'Nuku‘alofa' }],
  // Clocks that change.
  [zip('10001'), '2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59:00Z'],
  [zip('10001'), '2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  [zip('10001'), '2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00Z'],
  [zip('10001'), '2026-11-01T00:59', 'America/New_York', '2026-11-01T04:59:00Z'],
  [zip('10001'), '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
  [zip('10001'), '2026-11-01T02:00', 'America/New_York', '2026-11-01T07:00:00Z'],
  [city('London', 'GB'), '2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00Z'],
  [city('London', 'GB'), '2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00Z'],
  [city('Sydney', 'AU'), '2026-10-04T02:30', 'Australia/Sydney', '2026-10-03T16:30:00Z'],
]

const shownAt = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleString('sv', { timeZone }).replace(' ', 'T') + 'Z'

describe('a place and a time', () => {
  it.each(rows)('%j at %s is in %s, at %s', async (location, start_date, timezone, instant, written = {}) => {
    const { path, id, ...event } = await givenEvent({
      location,
      start_date,
      end_date: instant.replace('Z', '+00:00'),
    })
    expect(event).toMatchObject({
      start_date: `${start_date}:00Z`,
      timezone_identifier: timezone,
      'service:start_date_utc': instant,
      // An instant stays that instant, and shows the wall clock of its zone.
      end_date: shownAt(instant, timezone),
      'service:end_date_utc': instant,
      location: {
        country: 'US',
        ...location,
        ...written,
        language: 'en',
        location: { accuracy: 'Approximate' },
      },
    })
    expect((await get(path)).body).toEqual(event)
    const v1 = (await get(`/api/v1/events/${id}`)).body
    expect(v1).toMatchObject({ start: event.start_date, location: event.location })
    for (const version of ['v1', 'v2']) {
      const calendar = await get(`/api/${version}/events/${id}/calendar.ics`)
      expect(readEntry(calendar.text)).toMatchObject({ uid: id, start: instant })
    }

    // Read and sent back, in both versions: nothing changes.
    await put(path, event)
    await put(`/api/v1/events/${id}`, v1)
    expect((await get(path)).body).toEqual({ ...event, modified_date: expect.any(String) })
  })

  it('is in Lord Howe, which moves its clocks by half an hour, when a caller says so', async () => {
    const timezone_identifier = 'Australia/Lord_Howe'
    const summer = await givenEvent({ timezone_identifier, start_date: WINTER })
    expect(summer['service:start_date_utc']).toBe('2026-01-15T01:00:00Z')
    expect(readEntry((await get(`${summer.path}/calendar.ics`)).text).start).toBe('2026-01-15T01:00:00Z')
    const { path } = await givenEvent({ timezone_identifier, start_date: SUMMER })
    expect((await get(path)).body['service:start_date_utc']).toBe('2026-07-04T01:30:00Z')
    // 02:00 becomes 02:30 on 4 October, and 02:00 becomes 01:30 on 5 April.
    const gap = await put(path, { start_date: '2026-10-04T02:15' })
    expect(gap.body['service:start_date_utc']).toBe('2026-10-03T15:45:00Z')
    const twice = await put(path, { start_date: '2026-04-05T01:45' })
    expect(twice.body['service:start_date_utc']).toBe('2026-04-04T14:45:00Z')
  })

  it('come in the order of their instants when the clocks show the same', async () => {
    const instants: string[] = []
    for (const code of ['10001', '60601', '96720'])
      instants.push((await givenEvent({ location: zip(code), start_date: SUMMER }))['service:start_date_utc'])
    expect(instants).toEqual([...instants].sort())
    expect(new Set(instants).size).toBe(3)
  })
})

describe('geocoding', () => {
  it('writes over what does not go with the postal code', async () => {
    const { location } = await givenEvent({
      location: { postal_code: '20009', locality: 'Springfield', region: 'Illinois' },
    })
    expect(location).toEqual({
      locality: 'Washington',
      region: 'DC',
      postal_code: '20009',
      country: 'US',
      language: 'en',
      location: { latitude: 38.9202, longitude: -77.0375, accuracy: 'Approximate' },
    })
  })

  it('leaves what it cannot find as it was sent, never at a capital, without a time zone in a wide country', async () => {
    const sent = { venue: 'Hall', locality: 'Nowhere at all', region: 'ZZ', postal_code: '00000' }
    const event = await givenEvent({ location: sent })
    expect(event.location).toEqual({
      ...sent,
      country: 'US',
      language: 'en',
      location: { latitude: 38, longitude: -97, accuracy: 'Approximate' },
    })
    expect(event).not.toHaveProperty('timezone_identifier')
    const { location } = await givenEvent({ location: { locality: 'Nowhere at all', country: 'FR' } })
    expect(location).toMatchObject({ locality: 'Nowhere at all', region: '', country: 'FR' })
    expect(location.location).toMatchObject({ latitude: 38, longitude: -97 })
  })

  it('keeps the two letters of a region, and finds a city by them', async () => {
    for (const region of ['OR', 'or', 'US-OR', 'Oregon']) {
      const { location } = await givenEvent({ location: { locality: 'Springfield', region } })
      expect([region, location.region, location.location.longitude]).toEqual([region, 'OR', expect.closeTo(-123, 0)])
    }
    const { location, path } = await givenEvent({ location: { venue: 'Hall', region: 'california' } })
    expect(location.region).toBe('CA')
    expect((await put(path, { location: { region: 'US-NV' } })).body.location.region).toBe('NV')
  })

  it('takes the country that is sent in version 2, and decides on it in version 1', async () => {
    const sent = { postal_code: '20009', country: 'DE' }
    const v2 = await givenEvent({ location: sent })
    expect(v2.location).toMatchObject({ country: 'DE', postal_code: '20009' })
    expect(v2.timezone_identifier).toBe('Europe/Berlin')
    const inV1 = async (location: object) =>
      (await post('/api/v1/events', { summary: 'x', originating_system: 'y', location })).body.location
    expect(await inV1(sent)).toMatchObject({ country: 'US', locality: 'Washington', region: 'DC' })
    expect(await inV1({ postal_code: 'K1A 0B1', country: 'US' })).toMatchObject({
      country: 'CA',
      region: 'ON',
    })
    expect(await inV1({ postal_code: 'SW1A 1AA', country: 'GB' })).toMatchObject({ country: 'GB' })
    expect(await inV1({ postal_code: 'unknown' })).toMatchObject({ country: 'US', region: '' })
    // Version 1 may read it and send it back; it decides when it is told something new.
    const path = `/api/v1/events/${v2.id}`
    const back = await put(path, (await get(path)).body)
    expect(back.body.location).toEqual(v2.location)
  })

  it('follows a change of the place, key by key, keeps the wall clock and moves the instant', async () => {
    const { path, id } = await givenEvent({ location: zip('10001'), start_date: SUMMER })
    const moved = await put(path, { location: { postal_code: '96720', venue: 'Hall' } })
    expect(moved.body).toMatchObject({
      location: { venue: 'Hall', locality: 'Hilo', region: 'HI', location: { latitude: 19.7025 } },
      start_date: `${SUMMER}:00Z`,
      timezone_identifier: 'Pacific/Honolulu',
      'service:start_date_utc': '2026-07-04T22:00:00Z',
    })
    await put(`/api/v1/events/${id}`, { location: { postal_code: '60601' } })
    expect((await get(path)).body).toMatchObject({
      location: { venue: 'Hall', locality: 'Chicago' },
      'service:start_date_utc': '2026-07-04T17:00:00Z',
    })
    const nowhere = await put(path, { location: null })
    expect(nowhere.body).not.toHaveProperty('timezone_identifier')
    expect(nowhere.body).toMatchObject({
      location: { region: '', country: 'US', location: { latitude: 38, longitude: -97 } },
      'service:start_date_utc': `${SUMMER}:00Z`,
    })
  })

  it('takes another city although the region of the one before stands beside it', async () => {
    const { path } = await givenEvent({ location: { locality: 'Springfield', region: 'IL' } })
    const { body } = await put(path, { location: { locality: 'Denver' } })
    expect(body.location).toMatchObject({ locality: 'Denver', region: 'CO' })
  })

  it('gives way to a time zone that was sent, until that is cleared', async () => {
    const { path, ...event } = await givenEvent({
      location: zip('10001'),
      timezone_identifier: 'Europe/London',
      start_date: SUMMER,
    })
    expect(event['service:start_date_utc']).toBe('2026-07-04T11:00:00Z')
    const moved = await put(path, { location: zip('96720') })
    expect(moved.body).toMatchObject({ timezone_identifier: 'Europe/London', location: { locality: 'Hilo' } })
    expect((await put(path, { timezone_identifier: null })).body).toMatchObject({
      timezone_identifier: 'Pacific/Honolulu',
      'service:start_date_utc': '2026-07-04T22:00:00Z',
    })
  })

  it('moves the time zone along when a whole document comes back with another place', async () => {
    const { path, id: _id, ...document } = await givenEvent({ location: zip('10001'), start_date: SUMMER })
    const { body } = await put(path, { ...document, location: zip('96720') })
    expect(body.timezone_identifier).toBe('Pacific/Honolulu')
  })

  it('finds where people live, through signup, helper and change', async () => {
    const person = (postal_code: string) => ({
      person: { email_addresses: [{ address: 'geo@example.org' }], postal_addresses: [{ postal_code }] },
    })
    const added = await post('/api/v2/people', person('96720'))
    expect(added.body.postal_addresses[0]).toMatchObject({ locality: 'Hilo', region: 'HI', country: 'US' })
    const { path } = await givenEvent()
    await post(`${path}/attendances`, person('60601'))
    const address = `/api/v2/people/${idOf(added)}`
    expect((await get(address)).body.postal_addresses[0]).toMatchObject({ locality: 'Chicago', region: 'IL' })
    const changed = await put(address, { postal_addresses: [{ postal_code: 'H2Y', country: 'CA' }] })
    expect(changed.body.postal_addresses[0]).toMatchObject({
      locality: 'Montréal',
      region: 'QC',
      country: 'CA',
    })
    expect((await put(address, changed.body)).body).toEqual(changed.body)
  })

  it('gives no location data exactly the default of the specification', async () => {
    for (const location of [undefined, null, {}, { locality: ' ' }]) {
      const { body } = await post('/api/v2/events', anEvent({ location }))
      expect(body.location).toEqual({
        region: '',
        country: 'US',
        language: 'en',
        location: { latitude: 38, longitude: -97, accuracy: 'Approximate' },
      })
    }
  })
})
