import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ensureLocationTable } from '../../../../infra/package/location-table.js'
import { openLocationScan, openLocationTable } from '../../../../lib/locations/geocode/location-table.js'
import { suggestLocationsIn } from '../../../../lib/locations/geocode/suggest-locations.js'
import { readLineIn } from '../../../../lib/locations/geocode/read-line.js'

const partsOf = readLineIn(openLocationTable(await ensureLocationTable()))
const suggest = suggestLocationsIn(openLocationScan(await ensureLocationTable()))

it.each([
  ['the largest towns that begin so', ['san', 'US'], 'San Antonio, TX'],
  ['towns of the own state first', ['spr', 'US', 'IL'], 'Springfield, IL'],
  [
    'the town behind a venue and a street',
    ['Union Hall, 120 Main Street, Springf', 'US', 'IL'],
    'Union Hall, 120 Main Street, Springfield, IL',
  ],
  ['the state of a town, by its name', ['Hall, Springfield, Illi', 'US'], 'Hall, Springfield, IL'],
  ['a postal code, with its town', ['Hall, 6270', 'US'], 'Hall, Springfield, IL 62701'],
  ['a postal code of the town before it', ['Hall, Springfield, IL 6270', 'US'], 'Hall, Springfield, IL 62701'],
  ['names without their accents', ['montreal, q', 'CA'], 'Montréal, QC'],
  ['the country behind a town without a state', ['berl', 'DE'], 'Berlin, Germany'],
] as const)('an address is completed by %s', (_, [line, country, region], first) => {
  expect(suggest(line, country, region)[0]).toBe(first)
})

it.each([
  ['two letters', 'sp'],
  ['no town', 'Qqqqq'],
  ['an address longer than any', 'x'.repeat(301)],
  ['nothing', ''],
  ['separators', ', , ,'],
  ['what the table uses itself', 'c:US:spring\t1\nfield'],
])('nothing is suggested for %s', (_, line) => {
  expect(suggest(line, 'US')).toEqual([])
})

it('whatever is typed, few lines are suggested, and each keeps the venue before the last comma', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('San', 'spring', '627', 'new y', 'é'), (venue, last) => {
      const before = venue
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
      const lines = suggest([...before, last].join(', '), 'US')
      expect(lines.length).toBeLessThanOrEqual(6)
      for (const line of lines) expect(line.startsWith(before.slice(0, -1).join(', '))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

it('the form reads a suggested line as a venue and a town', () => {
  expect(partsOf('Union Hall, 120 Main Street, Springfield, IL 62701')).toEqual({
    venue: 'Union Hall',
    address_lines: '120 Main Street',
    locality: 'Springfield',
    region: 'IL',
    postal_code: '62701',
  })
  expect(partsOf('Springfield, IL')).toEqual({ locality: 'Springfield', region: 'IL' })
  expect(partsOf('Library, Berlin, Germany')).toEqual({ venue: 'Library', locality: 'Berlin', country: 'DE' })
  expect(partsOf('120 Main Street, Springfield IL 62701')).toEqual({
    address_lines: '120 Main Street',
    locality: 'Springfield',
    region: 'IL',
    postal_code: '62701',
  })
  expect(partsOf('Union Hall')).toEqual({ venue: 'Union Hall' })
  expect(partsOf('Union Hall, Atlanta, Georgia')).not.toHaveProperty('country')
})
