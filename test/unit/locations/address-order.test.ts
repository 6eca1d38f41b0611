import { formatAddress } from 'localized-address-format'
import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '../../../lib/fields/country.js'
import { inOneLine } from '../../../lib/locations/location.js'

describe('an address in one line', () => {
  it('has the code, the town and the region in the order of its country, as libaddressinput has them', () => {
    for (const country of COUNTRIES) {
      const lines = formatAddress({
        postalCountry: country,
        addressLines: ['Street'],
        administrativeArea: 'Region',
        locality: 'Town',
        postalCode: '123',
      }).join(' ')
      if (!/123\W*Town/.test(lines)) continue
      const line = inOneLine({ country, region: 'Region', locality: 'Town', postal_code: '123' })
      expect([country, line]).toEqual([country, lines.includes('Region') ? '123 Town Region' : '123 Town'])
    }
  })

  it.each([
    ['US', 'Hall, 1 Street, Springfield, IL 62701', 'IL', 'Springfield', '62701'],
    ['CA', 'Hall, 1 Street, Toronto, ON M5H 2N2', 'ON', 'Toronto', 'M5H 2N2'],
    ['AU', 'Hall, 1 Street, Sydney, NSW 2000', 'NSW', 'Sydney', '2000'],
    ['GB', 'Hall, 1 Street, London, SW1A 2AA', '', 'London', 'SW1A 2AA'],
    ['CH', 'Hall, 1 Street, 8001 Zürich', 'ZH', 'Zürich', '8001'],
    ['IT', 'Hall, 1 Street, 00186 Roma RM', 'RM', 'Roma', '00186'],
  ])('in %s is %s', (country, line, region, locality, postal_code) => {
    const address = { venue: 'Hall', address_lines: ['1 Street'], region, locality, postal_code, country }
    expect(inOneLine(address)).toBe(line)
  })
})
