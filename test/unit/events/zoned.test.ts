import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { isTimeZone, spelledTimeZone } from '../../../lib/fields/time-zone.js'
import { instantOf, wallClockAt } from '../../../lib/events/zoned.js'

describe('the instant of a wall clock', () => {
  it.each([
    ['2026-07-01T12:00:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
    ['2026-12-01T12:00:00', 'America/New_York', '2026-12-01T17:00:00.000Z'],
    ['2026-07-01T12:00:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z'],
    ['2026-07-01T12:00:00', undefined, '2026-07-01T12:00:00.000Z'],
  ])('is, for %s in %s, %s', (wallClock, zone, instant) => {
    expect(instantOf(wallClock, zone)).toBe(instant)
    expect(wallClockAt(instant, zone)).toBe(wallClock)
  })

  it('is the first one in the hour that comes twice', () => {
    expect(instantOf('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
    expect(wallClockAt('2026-11-01T06:30:00.000Z', 'America/New_York')).toBe('2026-11-01T01:30:00')
  })

  it('is counted on from before the gap in the hour that does not exist', () => {
    const instant = instantOf('2026-03-08T02:30:00', 'America/New_York')
    expect(instant).toBe('2026-03-08T07:30:00.000Z')
    expect(wallClockAt(instant, 'America/New_York')).toBe('2026-03-08T03:30:00')
  })

  it('continues with the old offset in a day that does not exist, and is right on both sides of it', () => {
    expect(instantOf('2011-12-29T23:00:00', 'Pacific/Apia')).toBe('2011-12-30T09:00:00.000Z')
    expect(instantOf('2011-12-30T12:00:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z')
    expect(instantOf('2011-12-31T01:00:00', 'Pacific/Apia')).toBe('2011-12-30T11:00:00.000Z')
  })

  it('agrees with Temporal in every zone, since offsets have been whole minutes', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const times = fc.integer({
      min: Date.parse('1973-01-01') / 60_000,
      max: Date.parse('2037-12-01') / 60_000,
    })
    fc.assert(
      fc.property(zones, times, (zone, minutes) => {
        const digits = new Date(minutes * 60_000).toISOString()
        const wallClock = digits.slice(0, 19)
        const zoned = Temporal.PlainDateTime.from(wallClock).toZonedDateTime(zone)
        expect(Date.parse(instantOf(wallClock, zone))).toBe(zoned.epochMilliseconds)
        const expected = Temporal.Instant.from(digits).toZonedDateTimeISO(zone).toPlainDateTime()
        expect(wallClockAt(digits, zone)).toBe(expected.toString({ smallestUnit: 'second' }))
      }),
      { numRuns: 500 },
    )
  })

  it('has four digits of the year also where the offset would lead beyond', () => {
    expect(instantOf('9999-12-31T23:30:00', 'America/New_York')).toBe('9999-12-31T23:30:00.000Z')
    expect(wallClockAt('9999-12-31T23:30:00.000Z', 'Asia/Tokyo')).toBe('9999-12-31T23:30:00')
    expect(instantOf('0000-01-01T00:00:00', 'Asia/Tokyo')).toMatch(/^0000-/)
  })
})

describe('the name of a time zone', () => {
  it.each(['America/New_York', 'Asia/Calcutta', 'Asia/Kolkata', 'UTC', 'Etc/GMT+5', 'america/new_york'])(
    'may be %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each(['', 'Mars/Olympus', '+02:00', '-0500', 'America/New York', 'Eastern Time', ' UTC'])(
    'may not be %j',
    (name) => expect(isTimeZone(name)).toBe(false),
  )

  it('is spelled as in the database, and stays the one that was sent', () => {
    expect(spelledTimeZone('america/new_york')).toBe('America/New_York')
    expect(spelledTimeZone('Asia/Kolkata')).toBe('Asia/Kolkata')
  })
})
