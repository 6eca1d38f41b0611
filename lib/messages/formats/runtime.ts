import type { Formats } from './formats.js'

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const
const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const
const SHORT = { weekday: 'short', month: 'short', day: 'numeric', ...CLOCK } as const

/** Formats that the runtime knows: those of any language. */
export function formatsOfRuntime(lang: string): Formats {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang, { ...parts, timeZone: 'UTC' })
  const one = (parts: Intl.DateTimeFormatOptions) => (at: Date) => format(parts).format(at)
  const range = (parts: Intl.DateTimeFormatOptions) => (from: Date, until: Date) =>
    format(parts).formatRange(from, until)
  return {
    number: (value) => new Intl.NumberFormat(lang).format(value),
    category: (count) => new Intl.PluralRules(lang).select(count),
    ...{ clock: one(CLOCK), clocks: range(CLOCK) },
    ...{ month: one({ month: 'short' }), dayOfMonth: one({ day: 'numeric' }) },
    ...{ date: one({ dateStyle: 'long' }), dates: range({ dateStyle: 'long' }) },
    ...{ day: one(DAY), dayAndClock: one({ ...DAY, ...CLOCK }) },
    ...{ short: one(SHORT), shortPeriod: range(SHORT) },
  }
}
