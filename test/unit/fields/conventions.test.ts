import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '../../../lib/fields/country.js'
import { firstDayOfWeek, hasDecimalComma, isDayFirst } from '../../../lib/fields/conventions.js'

describe('the conventions of a country', () => {
  it.each([
    ['US', { week: 7, comma: false, dayFirst: false }],
    [undefined, { week: 7, comma: false, dayFirst: false }],
    ['CA', { week: 7, comma: false, dayFirst: false }],
    ['GB', { week: 1, comma: false, dayFirst: true }],
    ['NO', { week: 1, comma: true, dayFirst: true }],
    ['DE', { week: 1, comma: true, dayFirst: true }],
    ['FR', { week: 1, comma: true, dayFirst: true }],
    ['BR', { week: 7, comma: true, dayFirst: true }],
    ['EG', { week: 6, comma: false, dayFirst: true }],
    ['IN', { week: 7, comma: false, dayFirst: true }],
  ])('of %s are those of CLDR', (country, { week, comma, dayFirst }) => {
    expect([firstDayOfWeek(country), hasDecimalComma(country), isDayFirst(country)]).toEqual([week, comma, dayFirst])
  })

  it('are known of every country, and those of the United States hold for a word that is none', () => {
    for (const country of COUNTRIES) expect([1, 5, 6, 7]).toContain(firstDayOfWeek(country))
    expect(firstDayOfWeek('Norway')).toBe(7)
  })
})
