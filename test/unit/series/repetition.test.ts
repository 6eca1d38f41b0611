import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OsdiError } from '../../../lib/runtime/errors.js'
import { MONTHLY_BY, type Repetition, WEEKDAYS, repeatedStarts, weekOf } from '../../../lib/series/repetition.js'

const days = (first: string, rule: Repetition) => repeatedStarts(first, rule).map((start) => start.slice(0, 10))

const faultsOf = (first: string, rule: Repetition) => {
  try {
    repeatedStarts(first, rule)
    return []
  } catch (error) {
    return (error as OsdiError).faults.map(({ description }) => description)
  }
}

/** Expands a rule day by day, without the library. */
function expandedByHand(first: string, rule: Repetition): string[] {
  const { frequency, every = 1, weekdays, country, monthly_by = 'day', until, count } = rule
  const start = new Date(`${first.slice(0, 10)}T00:00:00Z`)
  const weekdayOf = (date: Date) => (date.getUTCDay() + 6) % 7
  const begins = { US: 6, NO: 0, EG: 5, MV: 4 }[country ?? 'US'] ?? 0
  const weekOf = (date: Date) => Math.floor((date.getTime() / 86_400_000 - ((weekdayOf(date) - begins + 7) % 7)) / 7)
  const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
  const lastDayOf = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const nthOf = (date: Date) => Math.ceil(date.getUTCDate() / 7)
  const isDue = (date: Date) => {
    if (frequency === 'daily') return Math.round((date.getTime() - start.getTime()) / 86_400_000) % every === 0
    if (frequency === 'weekly')
      return (
        Math.round(weekOf(date) - weekOf(start)) % every === 0 &&
        (weekdays ? weekdays.includes(WEEKDAYS[weekdayOf(date)] as never) : weekdayOf(date) === weekdayOf(start))
      )
    if ((monthOf(date) - monthOf(start)) % every !== 0) return false
    if (monthly_by === 'day') return date.getUTCDate() === start.getUTCDate()
    if (weekdayOf(date) !== weekdayOf(start)) return false
    return monthly_by === 'weekday' ? nthOf(date) === nthOf(start) : date.getUTCDate() + 7 > lastDayOf(date)
  }
  const found: string[] = []
  for (const date = new Date(start); found.length < (count ?? Infinity); date.setUTCDate(date.getUTCDate() + 1)) {
    const day = date.toISOString().slice(0, 10)
    if (until !== undefined && day > until) break
    if (date.getUTCFullYear() > 2100) break
    if (isDue(date)) found.push(`${day}${first.slice(10)}`)
  }
  return found.filter((start) => !rule.except?.includes(start.slice(0, 10)))
}

const day = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 86_400_000, max: Date.UTC(2030, 11, 31) / 86_400_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10))

describe('a rule of repetition', () => {
  it('has the dates that an independent expansion finds', () => {
    const rules = fc.record({
      first: fc.tuple(day, fc.constantFrom('T00:00:00', 'T02:30:00', 'T23:59:00')).map((parts) => parts.join('')),
      frequency: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
      every: fc.integer({ min: 1, max: 5 }),
      weekdays: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }), { nil: undefined }),
      country: fc.constantFrom(undefined, 'US', 'NO', 'EG', 'MV'),
      monthly_by: fc.constantFrom(...MONTHLY_BY),
      end: fc.oneof(
        fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
        fc.record({ days: fc.integer({ min: 0, max: 370 }) }),
      ),
      except: fc.array(day, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(rules, ({ first, frequency, every, weekdays, country, monthly_by, end, except }) => {
        const until =
          'days' in end
            ? new Date(Date.parse(`${first.slice(0, 10)}T00:00:00Z`) + end.days * 86_400_000).toISOString().slice(0, 10)
            : undefined
        const own = WEEKDAYS[(new Date(`${first}Z`).getUTCDay() + 6) % 7] as (typeof WEEKDAYS)[number]
        const rule: Repetition = {
          frequency,
          every,
          country,
          except,
          ...(frequency === 'weekly' && weekdays && { weekdays: [...new Set([...weekdays, own])] }),
          ...(frequency === 'monthly' && { monthly_by }),
          ...('count' in end ? { count: end.count } : { until }),
        }
        const faults = faultsOf(first, rule)
        if (monthly_by === 'last-weekday' && faults.length > 0) return
        const expected = expandedByHand(first, rule)
        expect(expected.length === 0 ? faults : repeatedStarts(first, rule)).toEqual(
          expected.length === 0 ? ['The rule has no date'] : expected,
        )
      }),
    )
  })

  it('counts first and takes exceptions away then', () => {
    expect(days('2027-05-01T10:00:00', { frequency: 'weekly', count: 4, except: ['2027-05-08'] })).toEqual([
      '2027-05-01',
      '2027-05-15',
      '2027-05-22',
    ])
  })

  it.each([
    ['US', 'su', '2027-05-02 2027-05-04 2027-05-16 2027-05-18'],
    ['CA', 'su', '2027-05-02 2027-05-04 2027-05-16 2027-05-18'],
    ['BR', 'su', '2027-05-02 2027-05-04 2027-05-16 2027-05-18'],
    ['NO', 'mo', '2027-05-02 2027-05-11 2027-05-16 2027-05-25'],
    ['DE', 'mo', '2027-05-02 2027-05-11 2027-05-16 2027-05-25'],
    ['FR', 'mo', '2027-05-02 2027-05-11 2027-05-16 2027-05-25'],
    ['EG', 'sa', '2027-05-02 2027-05-04 2027-05-16 2027-05-18'],
    ['MV', 'fr', '2027-05-02 2027-05-04 2027-05-16 2027-05-18'],
    ['Norway', 'su', '2027-05-02 2027-05-04 2027-05-16 2027-05-18'],
  ])('has every second Sunday and Tuesday by the weeks of %s, which begin on %s', (country, begins, expected) => {
    const rule: Repetition = { frequency: 'weekly', every: 2, weekdays: ['tu', 'su'], country, count: 4 }
    expect(weekOf(country)[0]).toBe(begins)
    expect(days('2027-05-02T10:00:00', rule)).toEqual(expected.split(' '))
  })

  it('leaves out a month without the day', () => {
    expect(days('2027-01-31T10:00:00', { frequency: 'monthly', count: 3 })).toEqual([
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ])
  })

  it('includes the last day', () => {
    expect(days('2027-05-01T23:30:00', { frequency: 'daily', until: '2027-05-03' })).toHaveLength(3)
  })

  it('takes 400 dates and refuses 401', () => {
    expect(days('2027-01-01T10:00:00', { frequency: 'daily', count: 400 })).toHaveLength(400)
    expect(faultsOf('2027-01-01T10:00:00', { frequency: 'daily', until: '2029-01-01' })).toEqual([
      'A series has at most 400 dates',
    ])
  })

  it('names every fault', () => {
    expect(
      faultsOf('2027-05-03T10:00:00', {
        frequency: 'weekly',
        weekdays: ['tu'],
        until: '2027-05-01',
        count: 500,
      }),
    ).toEqual([
      'Give exactly one of until and count',
      'until must not be before start_date',
      'count must be a whole number from 1 to 400',
      'start_date is not on one of the weekdays',
    ])
  })

  it('refuses a rule that leaves no date', () => {
    expect(faultsOf('2027-05-01T10:00:00', { frequency: 'daily', count: 1, except: ['2027-05-01'] })).toEqual([
      'The rule has no date',
    ])
  })
})
