import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { amazonLocation } from '../../../lib/locations/geocode/amazon-location.js'
import { embedded } from '../../../lib/locations/geocode/embedded.js'
import { openLocationTable } from '../../../lib/locations/geocode/location-table.js'

/*
 * Amazon Location, as far as it speaks HTTP: POST /v2/geocode, JSON both ways. What it was asked is kept, what it
 * answers is the test's.
 */
let asked: { path: string | undefined; authorization: string | undefined; body: any }[] = []
let answer: (response: ServerResponse) => void
const server = createServer((request: IncomingMessage, response) => {
  let text = ''
  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    asked.push({ path: request.url, authorization: request.headers.authorization, body: JSON.parse(text) })
    answer(response)
  })
})
server.listen(0)
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

const otherwise = embedded(openLocationTable(await ensureLocationTable()))
/** Longer than any answer takes on a busy machine. */
const TIME_LIMIT_MS = 240_000

const geocode = amazonLocation(otherwise, {
  endpoint: `http://localhost:${(server.address() as AddressInfo).port}`,
  timeLimitMs: TIME_LIMIT_MS,
})

const json =
  (status: number, body: object, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const building = {
  PlaceId: 'x',
  PlaceType: 'PointAddress',
  Title: '350 5th Ave, New York, NY 10118, United States',
  Address: {
    Country: { Code2: 'US', Code3: 'USA', Name: 'United States' },
    Region: { Code: 'NY', Name: 'New York' },
    Locality: 'New York',
    PostalCode: '10118',
  },
  Position: [-73.98569, 40.74844],
  TimeZone: { Name: 'America/New_York', Offset: '-05:00', OffsetSeconds: -18000 },
}
const found = (...items: object[]) => json(200, { ResultItems: items }, { 'x-amz-geo-pricing-bucket': 'Stored' })

const address = { venue: 'Roof', address_lines: ['350 5th Ave'], postal_code: '10118', locality: 'new york' }

describe('Amazon Location', () => {
  it('is asked for an address within its country, for a result that may be kept, with a signature', async () => {
    answer = found(building)
    await geocode({ ...address, country: 'US' })
    expect(asked).toEqual([
      {
        path: expect.stringMatching(/^\/v2\/geocode/),
        authorization: expect.stringContaining('/geo-places/aws4_request'),
        body: {
          QueryText: '350 5th Ave, new york, 10118',
          Filter: { IncludeCountries: ['US'] },
          AdditionalFeatures: ['TimeZone'],
          Language: 'en',
          MaxResults: 1,
          IntendedUse: 'Storage',
        },
      },
    ])
  })

  it('places a street address that it found on the rooftop, with its time zone', async () => {
    answer = found(building)
    expect(await geocode(address)).toEqual({
      location: {
        venue: 'Roof',
        address_lines: ['350 5th Ave'],
        locality: 'New York',
        region: 'NY',
        postal_code: '10118',
        country: 'US',
        language: 'en',
        location: { latitude: 40.74844, longitude: -73.98569, accuracy: 'Rooftop' },
      },
      timezone: 'America/New_York',
    })
  })

  it.each(['InterpolatedAddress', 'Street', 'PostalCode', 'Locality'])(
    'places a result of the kind %s approximately',
    async (PlaceType) => {
      answer = found({ ...building, PlaceType })
      expect((await geocode(address)).location.location.accuracy).toBe('Approximate')
    },
  )

  it('places approximately where no street address was asked for', async () => {
    answer = found(building)
    expect((await geocode({ postal_code: '10118' })).location.location.accuracy).toBe('Approximate')
  })

  it('keeps the country of version 2, decides on it for version 1, and takes no region of three letters', async () => {
    const { Address } = building
    const elsewhere = { ...Address, Country: { Code2: 'CA' }, Region: { Code: 'ENG' } }
    answer = found({ ...building, Address: elsewhere })
    expect((await geocode({ ...address, country: 'GB' })).location).toMatchObject({
      country: 'GB',
      region: '',
    })
    const v1 = { ...address, postal_code: 'K1A 0B1', country_from_postal_code: true }
    expect((await geocode(v1)).location.country).toBe('CA')
    expect(asked.at(-1)?.body.Filter).toEqual({ IncludeCountries: ['CA'] })
  })

  it('is not asked for a country alone, nor for nothing', async () => {
    answer = found(building)
    expect(await geocode({ country: 'NP' })).toMatchObject({ timezone: 'Asia/Kathmandu' })
    expect((await geocode({ venue: 'Hall' })).location.location).toMatchObject({
      latitude: 38,
      longitude: -97,
    })
    expect(asked).toEqual([])
  })

  it.each([
    ['finds nothing', found()],
    ['answers without a point', found({ PlaceId: 'x' })],
    ['refuses', json(403, { message: 'no' }, { 'x-amzn-errortype': 'AccessDeniedException' })],
    ['is throttled', json(429, { message: 'slower' }, { 'x-amzn-errortype': 'ThrottlingException' })],
    ['fails', json(500, {}, { 'x-amzn-errortype': 'InternalServerException' })],
    ['answers nonsense', (response: ServerResponse) => void response.writeHead(200).end('<html>')],
    ['hangs up', (response: ServerResponse) => void response.destroy()],
  ])('gives way to the embedded data, once and for all, when it %s', async (_, behavior) => {
    const warn = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    answer = behavior
    expect(await geocode(address)).toEqual(await otherwise(address))
    expect(asked).toHaveLength(1)
    warn.mockRestore()
  })

  it('gives way to the embedded data, once and for all, when it takes too long', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    answer = () => limit.abort(new DOMException('The time is over', 'TimeoutError'))
    expect(await geocode(address)).toEqual(await otherwise(address))
    expect(asked).toHaveLength(1)
    expect(timeout.mock.calls).toEqual([[TIME_LIMIT_MS]])
  })
})
