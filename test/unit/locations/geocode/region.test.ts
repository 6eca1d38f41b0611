import { describe, expect, it } from 'vitest'
import { regionCode } from '../../../../lib/locations/geocode/region.js'

describe('a region', () => {
  it.each([
    ['CA', 'US', 'CA'],
    [' ca ', 'US', 'CA'],
    ['US-CA', 'US', 'CA'],
    ['us-ca', 'CA', 'CA'],
    ['N.Y.', 'US', 'NY'],
    ['CALIFORNIA', 'US', 'CA'],
    ['district of columbia', 'US', 'DC'],
    ['Québec', 'CA', 'QC'],
    ['Newfoundland and Labrador', 'CA', 'NL'],
    ['de-by', 'DE', 'BY'],
  ])('written as %j in %s is %s', (region, country, code) => {
    expect(regionCode(region, country)).toBe(code)
  })

  it.each([
    ['Bayern', 'DE'],
    ['California', 'DE'],
    ['Calif', 'US'],
    ['FR-75', 'FR'],
    ['GB-ENG', 'GB'],
    ['Île-de-France', 'FR'],
    ['7', 'JP'],
  ])('that is no code and no name stays as it is: %j in %s', (region, country) => {
    expect(regionCode(region, country)).toBe(region)
  })
})
