import { describe, expect, it } from 'vitest'
import { readEnvironment, readGeocoding, readLocalSettings } from '../../../lib/runtime/environment.js'

describe('the environment of a deployed function', () => {
  it('names everything that is missing', () => {
    expect(() => readEnvironment({})).toThrow('Missing in the environment: TABLE_NAME, PUBLIC_URL')
    expect(() => readEnvironment({ TABLE_NAME: 't' })).toThrow('PUBLIC_URL')
  })

  it('takes the base of links without a slash at its end, and `service` for the prefix', () => {
    const environment = readEnvironment({ TABLE_NAME: 't', PUBLIC_URL: 'https://e.org/' })
    expect(environment).toMatchObject({ publicUrl: 'https://e.org', nativePrefix: 'service' })
  })

  it.each([
    'garbage',
    'ftp://e.org',
    'https://e.org?x=1',
    'https://e.org/#x',
    'https://e.org//',
    'https://',
    'https://a b',
  ])('refuses %j as the base of links', (PUBLIC_URL) => {
    const sentence = `PUBLIC_URL must be an http or https address without a query, not "${PUBLIC_URL}".`
    expect(() => readEnvironment({ TABLE_NAME: 't', PUBLIC_URL })).toThrow(sentence)
    expect(() => readLocalSettings({ PUBLIC_URL })).toThrow(sentence)
  })

  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://e.org/events/', 'https://e.org/events'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('takes %j as the base of links', (PUBLIC_URL, publicUrl) => {
    expect(readEnvironment({ TABLE_NAME: 't', PUBLIC_URL })).toMatchObject({ publicUrl })
    expect(readLocalSettings({ PUBLIC_URL })).toMatchObject({ publicUrl })
  })

  it.each(['osdi', 'a b', '1x', 'a:b'])('refuses the native prefix %j', (NATIVE_PREFIX) => {
    expect(() => readEnvironment({ TABLE_NAME: 't', PUBLIC_URL: 'https://e.org', NATIVE_PREFIX })).toThrow(
      'NATIVE_PREFIX',
    )
  })
})

describe('the end of version 1', () => {
  const read = (VERSION_1_ENDS: string) =>
    readEnvironment({ TABLE_NAME: 't', PUBLIC_URL: 'https://e.org', VERSION_1_ENDS }).version1Ends

  it('is a day, or not set', () => {
    expect([read(''), read('2027-12-31')]).toEqual([undefined, new Date('2027-12-31')])
    for (const day of ['2027-02-30', 'soon', '2027-12-31T10:00']) expect(() => read(day)).toThrow('must be a day')
  })
})

describe('the limits of visitors', () => {
  const read = (more: object) => readEnvironment({ TABLE_NAME: 't', PUBLIC_URL: 'https://e.org', ...more })
  const hash = 'a'.repeat(64)

  it('are generous until the owner sets others', () => {
    expect(read({}).calmRates).toEqual({ rsvps_per_network: 120, rsvps_per_event: 3_000 })
    const set = { RSVPS_PER_NETWORK: '600', RSVPS_PER_EVENT: '9000' }
    expect(read(set).calmRates).toEqual({ rsvps_per_network: 600, rsvps_per_event: 9_000 })
    expect(() => read({ RSVPS_PER_EVENT: '0' })).toThrow('RSVPS_PER_EVENT must be a whole number above 0')
  })

  it('take the address from a CDN that has a secret, and never repeat what is no hash of one', () => {
    expect(read({}).cdn).toBeUndefined()
    const cdn = { CDN_ADDRESS_HEADER: 'CF-Connecting-IP', CDN_SECRET_HASH: hash }
    expect(read(cdn).cdn).toEqual({ addressHeader: 'cf-connecting-ip', secretHash: hash })
    for (const half of [{ CDN_ADDRESS_HEADER: 'a' }, { CDN_SECRET_HASH: hash }])
      expect(() => read(half)).toThrow('CDN_ADDRESS_HEADER needs CDN_SECRET_HASH')
    expect(() => read({ ...cdn, CDN_SECRET_HASH: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })
})

describe('the geocoder of the environment', () => {
  it('is the embedded one, with the table of the layer, unless the owner says otherwise', () => {
    expect(readGeocoding({})).toEqual({
      geocoder: 'embedded',
      geocoderEndpoint: undefined,
      locationTable: '/opt/locations.tsv',
    })
    expect(readGeocoding({ GEOCODER: 'amazon-location' })).toMatchObject({ geocoder: 'amazon-location' })
  })

  it('is refused when there is none of that name', () => {
    expect(() => readGeocoding({ GEOCODER: 'atlas' })).toThrow('GEOCODER must be embedded or amazon-location')
  })
})

describe('the settings of the local commands', () => {
  it('have defaults for everything', () => {
    expect(readLocalSettings({})).toMatchObject({ port: 3000, dataDir: '.data', nativePrefix: 'service' })
  })

  it('know the other names under which requests may come', () => {
    expect(readLocalSettings({}).allowedHosts).toEqual([])
    expect(readLocalSettings({ ALLOWED_HOSTS: 'Turnout.test, [fd00::1] ,' }).allowedHosts).toEqual([
      'turnout.test',
      '[fd00::1]',
    ])
  })

  it.each(['*', 'https://turnout.test', 'turnout.test:80', 'a b'])('refuse the host %j', (ALLOWED_HOSTS) => {
    expect(() => readLocalSettings({ ALLOWED_HOSTS })).toThrow('ALLOWED_HOSTS must be names')
  })

  it.each(['x', '-1', '65536', '1.5'])('refuse the port %j', (PORT) => {
    expect(() => readLocalSettings({ PORT })).toThrow('PORT')
  })

  it.each(['localhost:8000', 'dynamodb', 'ftp://localhost'])('refuse the DynamoDB %j', (DYNAMODB_ENDPOINT) => {
    expect(() => readLocalSettings({ DYNAMODB_ENDPOINT })).toThrow('DYNAMODB_ENDPOINT must be an http or https address')
  })
})
