import { describe, expect, it } from 'vitest'
import { shortClock, yearUnlessPlain } from '../../../lib/texts/period.js'
import { describeTime } from '../../../lib/manage/formats.js'

describe('the time of an event in a line', () => {
  const timed = (start: string, end?: string) =>
    describeTime({ start_date: `2031-05-03T${start}`, ...(end && { end_date: `2031-05-03T${end}` }) }, 'en-US')
      // Node writes narrow and thin spaces within times.
      ?.replaceAll(/\s/gu, ' ')

  it('has no minutes at full hours', () => {
    expect(timed('18:00:00')).toBe('Sat, May 3, 2031, 6 PM')
    expect(timed('18:00:00', '20:00:00')).toBe('Sat, May 3, 2031, 6 – 8 PM')
    expect(timed('18:30:00', '20:00:00')).toBe('Sat, May 3, 2031, 6:30 – 8:00 PM')
  })

  it('keeps the minutes where nothing else says that it is a time', () => {
    expect(shortClock('es-ES', '2031-05-03T18:00:00')).toHaveProperty('minute')
    expect(shortClock('nb', '2031-05-03T18:00:00')).toHaveProperty('minute')
    expect(shortClock('es-MX', '2031-05-03T18:00:00')).not.toHaveProperty('minute')
  })

  it('has its year unless it is the current one or the day comes within twelve months', () => {
    const now = new Date('2026-11-29T12:00:00Z')
    const isYearSaid = (day: string) => 'year' in yearUnlessPlain(new Date(`${day}T18:00:00Z`), now)
    expect(['2026-01-08', '2026-12-05', '2027-11-28'].map(isYearSaid)).toEqual([false, false, false])
    expect(['2025-12-31', '2027-12-01'].map(isYearSaid)).toEqual([true, true])
  })
})
