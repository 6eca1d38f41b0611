import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Formats, dateOf, formatsOf } from '../../../../lib/messages/formats/formats.js'
import { formatsOfRuntime } from '../../../../lib/messages/formats/runtime.js'

const LANGUAGES = ['en', 'en-US', 'es', 'es-ES']

/** Each day of a leap year, each at another time; all hours and halves of days are among them. */
const moments = Array.from(
  { length: 366 },
  (_, day) => new Date(Date.UTC(2028, 0, 1 + day, (day * 7) % 24, (day * 11) % 60)),
)

const later = (at: Date, days: number, minutes: number) =>
  new Date(at.getTime() + days * 86_400_000 + minutes * 60_000)

describe.each(LANGUAGES)('the formats of %s', (lang) => {
  const [own, known] = [formatsOf(lang), formatsOfRuntime(lang)]

  it.each(['clock', 'month', 'dayOfMonth', 'date', 'day', 'dayAndClock', 'short'] as const)(
    'write %s as the runtime does',
    (name) => {
      expect(moments.map(own[name])).toEqual(moments.map(known[name]))
    },
  )

  it.each([1, 30, 90, 600])('write periods of %i minutes on one day as the runtime does', (minutes) => {
    const periods = moments
      .map((from) => [from, later(from, 0, minutes)] as const)
      .filter(([from, until]) => from.getUTCDate() === until.getUTCDate())
    const write = ({ clocks, shortPeriod }: Formats) =>
      periods.flatMap(([from, until]) => [clocks(from, until), shortPeriod(from, until)])
    expect(write(own)).toEqual(write(known))
  })

  it.each([1, 20, 40, 400])('write periods of %i days as the runtime does', (days) => {
    const write = ({ dates }: Formats) => moments.map((first) => dates(first, later(first, days, 0)))
    expect(write(own)).toEqual(write(known))
  })

  it('write numbers as the runtime does, and have its categories', () => {
    const numbers = [0, 1, 2, 21, 100, 999, 1_000, 9_999, 10_000, 123_456, 1_000_000, 2_000_000, 12_345_678]
    const write = ({ number, category }: Formats) => [
      ...[...numbers, 0.1, 1.5, 1_234.5, 12_345.6].map(number),
      ...numbers.map(category),
    ]
    expect(write(own)).toEqual(write(known))
  })
})

describe('a page in English or Spanish', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each(LANGUAGES)('writes days, clocks and numbers in %s without an object of Intl', (lang) => {
    const made = (['DateTimeFormat', 'NumberFormat', 'PluralRules'] as const).map((name) =>
      vi.spyOn(Intl, name),
    )
    const { zone, ...formats } = formatsOf(lang)
    const [one, other] = moments as [Date, Date]
    for (const format of Object.values(formats) as ((...args: unknown[]) => string)[])
      format(...(format === formats.number || format === formats.category ? [1_234] : [one, other]))
    expect(zone?.('Mountain', true)).toBeDefined()
    expect(made.map(({ mock }) => mock.calls)).toEqual([[], [], []])
  })
})

describe('the formats of any other language', () => {
  it('are those of the runtime, also of a country that writes otherwise', () => {
    const at = dateOf('2040-05-04T18:30:00')
    expect(formatsOf('en-GB').short(at)).toBe('Fri 4 May, 18:30')
    expect(formatsOf('es-MX').number(1_000)).toBe('1,000')
    expect(formatsOf('ar').clock(at)).toBe('6:30 م')
  })
})
