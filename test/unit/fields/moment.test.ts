import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMoment } from '../../../lib/fields/moment.js'
import { wallClockAt } from '../../../lib/events/zoned.js'

const format = (text: string) => {
  const moment = readMoment(text)
  return moment && ('wallClock' in moment ? moment.wallClock : wallClockAt(moment.instant, undefined))
}

describe('a time as callers write it', () => {
  it.each([
    ['2026-03-22', '2026-03-22T00:00:00'],
    ['2026-03-22T17:45', '2026-03-22T17:45:00'],
    ['2026-03-22 17:45:30', '2026-03-22T17:45:30'],
    ['2026-03-22T17:45:30Z', '2026-03-22T17:45:30'],
    ['2026-03-22t17:45:30z', '2026-03-22T17:45:30'],
    ['2026-03-22T17:45:30.123Z', '2026-03-22T17:45:30'],
    ['2026-03-22 17:45:30.123456', '2026-03-22T17:45:30'],
    ['2024-02-29', '2024-02-29T00:00:00'],
  ])('keeps the digits of %s', (text, expected) => {
    expect(format(text)).toBe(expected)
  })

  it.each([
    ['2026-03-22T17:45:00-05:00', '2026-03-22T22:45:00'],
    ['2026-03-22 17:45:00.5+0530', '2026-03-22T12:15:00'],
    ['2026-12-31T23:30:00-14:00', '2027-01-01T13:30:00'],
    ['2026-03-22T17:45:00+00:00', '2026-03-22T17:45:00'],
  ])('takes the offset of %s for an instant, which is shown in UTC without a time zone', (text, expected) => {
    expect(readMoment(text)).toHaveProperty('instant')
    expect(format(text)).toBe(expected)
  })

  it.each([
    '',
    'now',
    '2026',
    '2026-3-22',
    '2026-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-01-32',
    '2026-01-01T24:00',
    '2026-01-01T12:60',
    '2026-01-01T12:00:60',
    '2026-01-01T12',
    '2026-01-01Z',
    '2026-01-01T12:00+15:00',
    '2026-01-01T12:00+05:60',
    '2026-01-01T12:00+5',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+14:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
  ])('refuses %j', (text) => {
    expect(readMoment(text)).toBeUndefined()
  })

  it('reads back every wall clock that it shows', () => {
    const dates = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, (date) => {
        const wallClock = date.toISOString().slice(0, 19)
        expect(format(`${wallClock}Z`)).toBe(wallClock)
      }),
    )
  })
})
