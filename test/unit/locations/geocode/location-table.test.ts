import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { ensureLocationTable } from '../../../../infra/package/location-table.js'
import { cityKey, postalKey } from '../../../../lib/locations/geocode/location-key.js'
import { openLocationTable } from '../../../../lib/locations/geocode/location-table.js'

const file = await ensureLocationTable()
const find = openLocationTable(file)

describe('the table of locations', () => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')

  it('gives every thousandth line by its key, the first and the last', () => {
    for (const line of [...lines.filter((_, i) => i % 1000 === 0), lines.at(-1) as string]) {
      const [key = '', locality, region, latitude, longitude, timezone] = line.split('\t')
      expect(find(key)).toEqual({
        locality,
        region,
        timezone,
        latitude: Number(latitude),
        longitude: Number(longitude),
      })
    }
  })

  it.each(['', 'a', 'zzz', 'p:US:', 'p:US:2000', 'c:US:springfield', 'n:ZZ', 'c:US:springfield:IL:', '\u{10ffff}'])(
    'has nothing under %j',
    (key) => expect(find(key)).toBeUndefined(),
  )

  it('has points on Earth and zones that the runtime knows', () => {
    const zones = new Set<string>()
    const isOnEarth = (line: string) => {
      const [, , , latitude, longitude] = line.split('\t')
      return Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
    }
    expect(lines.filter((line) => !isOnEarth(line))).toEqual([])
    for (const line of lines) {
      const timezone = line.split('\t')[5]
      if (timezone) zones.add(timezone)
    }
    for (const timeZone of zones) expect(new Intl.DateTimeFormat('en', { timeZone })).toBeDefined()
    expect(zones.size).toBeGreaterThan(300)
  })

  it('takes no part of a city for the town of its name in the state', () => {
    expect(find(cityKey('US', 'Chatham', 'IL'))).toMatchObject({ latitude: 39.6762, longitude: -89.7045 })
    expect(find(cityKey('US', 'Brooklyn', 'NY'))).toMatchObject({ locality: 'Brooklyn' })
  })

  it('does not exist where it does not: the first look-up says so', () => {
    const missing = openLocationTable('/nowhere/locations.tsv')
    expect(() => missing('n:US')).toThrow('/nowhere/locations.tsv')
  })
})

describe('a key', () => {
  it.each([
    ['US', '20009', 'p:US:20009'],
    ['US', ' 20009-1234 ', 'p:US:20009'],
    ['CA', 'k1a0b1', 'p:CA:K1A'],
    ['CA', 'K1A', 'p:CA:K1A'],
    ['US', 'K1A', undefined],
    ['CA', '20009', undefined],
    ['US', '2000', undefined],
    ['GB', 'SW1A 1AA', undefined],
  ])('of a postal code in %s, %j, is %s', (country, code, key) => {
    expect(postalKey(country, code)).toBe(key)
  })

  it.each([
    ["St. John's", 'Saint Johns'],
    ['Mt Vernon', 'MOUNT VERNON'],
    ['São  Paulo', 'sao paulo'],
    ['Winston-Salem', 'winston salem'],
    ['Ålesund', 'Alesund'],
    ['Łódź', 'Lodz'],
  ])('of a city is the same for %s and %s', (one, other) => {
    expect(cityKey('US', one)).toBe(cityKey('US', other))
  })
})
