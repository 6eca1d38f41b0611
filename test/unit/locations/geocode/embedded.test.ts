import { describe, expect, it } from 'vitest'
import { ensureLocationTable } from '../../../../infra/package/location-table.js'
import { embedded } from '../../../../lib/locations/geocode/embedded.js'
import { openLocationTable } from '../../../../lib/locations/geocode/location-table.js'

const geocode = embedded(openLocationTable(await ensureLocationTable()))

describe('an address whose city is not known', () => {
  it.each([
    ['US', 'OH', 'Ohio', 41, -84.8, 38.4, -80.5, 'America/New_York'],
    ['US', 'Ohio', 'Ohio', 41, -84.8, 38.4, -80.5, 'America/New_York'],
    ['CA', 'BC', 'British Columbia', 60, -139, 48, -114, undefined],
  ])('in %s, %s is in %s', async (country, region, _name, north, west, south, east, timezone) => {
    const found = await geocode({ country, region, locality: 'Nowhereville' })
    const { latitude, longitude } = found.location.location
    expect(latitude).toBeGreaterThan(south)
    expect(latitude).toBeLessThan(north + 1)
    expect(longitude).toBeGreaterThan(west)
    expect(longitude).toBeLessThan(east)
    expect(found.location.locality).toBe('Nowhereville')
    expect(found.timezone).toBe(timezone)
  })

  it('has no time zone in a state with two', async () => {
    const { location, timezone } = await geocode({ country: 'US', region: 'TN', locality: 'Nowhereville' })
    expect(location.region).toBe('TN')
    expect(timezone).toBeUndefined()
  })

  it.each([
    // One town at its border seems to lie over it.
    ['CA', 'California', 'America/Los_Angeles'],
    ['IL', 'Illinois', 'America/Chicago'],
    ['GA', 'Georgia', 'America/New_York'],
    ['NM', 'New Mexico', 'America/Denver'],
    ['OK', 'Oklahoma', 'America/Chicago'],
    // Two clocks.
    ['TX', 'Texas', undefined],
    ['FL', 'Florida', undefined],
    ['ID', 'Idaho', undefined],
    ['OH', 'us-oh', 'America/New_York'],
  ])('is in its state %s where the region "%s" stands alone', async (region, named, timezone) => {
    const found = await geocode({ country: 'US', region: named })
    expect(found.location).toMatchObject({ region, location: { accuracy: 'Approximate' } })
    expect(found.location.location).not.toMatchObject({ latitude: 38, longitude: -97 })
    expect(found.location).not.toHaveProperty('locality')
    expect(found.timezone).toBe(timezone)
  })

  it('is at the point of its country where the region is not known', async () => {
    const { location } = await geocode({ country: 'US', region: 'Atlantis', locality: 'Nowhereville' })
    expect(location.location).toMatchObject({ latitude: 38, longitude: -97 })
  })
})
