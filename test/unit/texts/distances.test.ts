import { expect, it } from 'vitest'
import { unitIn, usualReach } from '../../../lib/locations/reach.js'
import { inDistance } from '../../../lib/texts/distances.js'

it('measures in miles where roads are measured in miles, and in kilometers elsewhere', () => {
  expect(['US', 'GB', 'PR', undefined].map(unitIn)).toEqual(['mi', 'mi', 'mi', 'mi'])
  expect(['NO', 'CA', 'MX', 'IE', 'AU'].map(unitIn)).toEqual(['km', 'km', 'km', 'km', 'km'])
  expect(usualReach('NO')).toEqual({ within: 40, unit: 'km' })
})

it.each([
  ['en', '5.3 mi', '1,500 km'],
  ['es', '5,3 mi', '1500 km'],
  ['nb', '5,3 miles', '1500 km'],
  ['ar', '5.3 ميل', '1,500 كم'],
])('writes a distance as %s does', (language, miles, kilometers) => {
  expect(inDistance(5.3, 'mi', language)).toBe(miles)
  expect(inDistance(0.4, 'km', language)).toMatch(/^<1 /)
  expect(inDistance(1500, 'km', language).replace(/\s(?=\d)/, '')).toBe(kilometers)
})
