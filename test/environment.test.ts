import { describe, expect, it } from 'vitest'
import { readEnvironment, readGeocoding, readLocalSettings } from '../lib/environment.js'

describe('the environment of a deployed function', () => {
  it('names everything that is missing', () => {
    expect(() => readEnvironment({})).toThrow('Missing in the environment: TABLE_NAME, PUBLIC_URL')
    expect(() => readEnvironment({ TABLE_NAME: 't' })).toThrow('PUBLIC_URL')
  })

  it('takes the base of links without a slash at its end, and `service` for the prefix', () => {
    const environment = readEnvironment({ TABLE_NAME: 't', PUBLIC_URL: 'https://e.org/' })
    expect(environment).toMatchObject({ publicUrl: 'https://e.org', nativePrefix: 'service' })
  })

  it.each(['osdi', 'a b', '1x', 'a:b'])('refuses the native prefix %j', (NATIVE_PREFIX) => {
    expect(() => readEnvironment({ TABLE_NAME: 't', PUBLIC_URL: 'https://e.org', NATIVE_PREFIX })).toThrow(
      'NATIVE_PREFIX',
    )
  })
})

describe('the geocoder of the environment', () => {
  it('is the embedded one, with the table of the layer, unless the owner says otherwise', () => {
    expect(readGeocoding({})).toEqual({
      geocoder: 'embedded',
      geocoderEndpoint: undefined,
      placesFile: '/opt/places.tsv',
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

  it.each(['x', '-1', '65536', '1.5'])('refuse the port %j', (PORT) => {
    expect(() => readLocalSettings({ PORT })).toThrow('PORT')
  })
})
