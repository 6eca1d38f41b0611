import { invalid } from '../runtime/errors.js'
import * as library from 'rrule'

/** Node reads the package as a CommonJS module, whose exports are its default; the bundler reads its ES module. */
export const { RRule } = (Reflect.get(library, 'default') ?? library) as typeof library

/*
 * Rules of repetition of calendars of others, as RFC 5545 writes them. Like our own, they are expanded on the wall
 * clock. No rule makes the expansion long: one that steps from day to day has no condition that may never hold, and the
 * dates of others are looked for near the year 9999, where the library stops.
 */

/** Conditions that a rule by days or weeks may lack a date for, so that looking for one takes long. */
const RARE = ['BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS']

const FORM = /^[A-Z]+=[A-Z0-9,+-]+(;[A-Z-]+=[A-Z0-9,+-]+)*$/

/** Before this year, a rule has too many dates to look at. */
const FIRST_YEAR = 1900

/**
 * Returns the wall clocks within some days at which a rule repeats a first one, the first one included.
 * @param first `YYYY-MM-DDTHH:MM:SS`
 * @param rule the value of RRULE; UNTIL is on the same clock
 * @param most more dates than these are not looked for
 * @throws OsdiError invalid for a rule that is none, and for one that is finer than a day
 */
export function recurrences(
  first: string,
  rule: string,
  { from, until, most }: { from: string; until: string; most: number },
): string[] {
  const parts = partsOf(first, rule)
  if (Number(first.slice(0, 4)) < FIRST_YEAR) throw refused(`A rule cannot begin before ${FIRST_YEAR}`)
  const { until: own, tzid: _none, ...options } = RRule.parseString(parts)
  const years = Math.floor((LAST_YEAR - Number(until.slice(0, 4))) / CYCLE) * CYCLE
  const last = later(`${until}Z`, years)
  const end = own && later(own.toISOString(), years)
  const bounded = new RRule({
    ...options,
    dtstart: later(`${first}Z`, years),
    until: end && end < last ? end : last,
  })
  const found = bounded.between(later(`${from}Z`, years), last, true, (_, i) => i < most)
  return found.map((date) => later(date.toISOString(), -years).toISOString().slice(0, CLOCK))
}

/** The library looks for dates up to this year. */
const LAST_YEAR = 9_999

/** The calendar repeats itself, weekdays included, after this many years. */
const CYCLE = 400

const CLOCK = 'YYYY-MM-DDTHH:MM:SS'.length

function later(date: string, years: number): Date {
  const moved = new Date(date)
  moved.setUTCFullYear(moved.getUTCFullYear() + years)
  return moved
}

/** Whether the positions that a rule by weeks takes are those of its weekdays, so that each week has them. */
const isInWeek = (parts: ReadonlyMap<string, string>) =>
  parts.get('FREQ') === 'WEEKLY' &&
  (parts.get('BYSETPOS') ?? '')
    .split(',')
    .every((at) => Math.abs(Number(at)) <= (parts.get('BYDAY') ?? '').split(',').filter(Boolean).length)

function partsOf(first: string, rule: string): string {
  const written = rule.toUpperCase().replace(/;$/, '')
  const parts = new Map(written.split(';').map((part) => part.split('=') as [string, string]))
  const whole = (name: string) => parts.get(name) === undefined || /^[1-9]\d{0,5}$/.test(parts.get(name) ?? '')
  if (!FORM.test(written) || !whole('INTERVAL') || !whole('COUNT')) throw refused('The rule of repetition is none')
  const frequency = parts.get('FREQ') ?? ''
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency))
    throw refused('The rule does not repeat by days, weeks, months or years')
  // Every day that is one of some days of the month: looked for by months, this ends soon.
  if (frequency === 'DAILY' && parts.has('BYMONTHDAY') && (parts.get('INTERVAL') ?? '1') === '1')
    parts.set('FREQ', 'MONTHLY')
  const isByDays = ['DAILY', 'WEEKLY'].includes(parts.get('FREQ') ?? '')
  const rare = RARE.find((name) => isByDays && parts.has(name) && !(name === 'BYSETPOS' && isInWeek(parts)))
  if (rare) throw refused(`A rule by days or weeks cannot have ${rare}`)
  // Some programs repeat the time of the first date in its rule.
  for (const [i, name] of ['BYHOUR', 'BYMINUTE', 'BYSECOND'].entries())
    if (Number(parts.get(name) ?? NaN) === Number(first.slice(11 + 3 * i, 13 + 3 * i))) parts.delete(name)
    else if (parts.has(name)) throw refused(`A rule cannot have ${name}`)
  return [...parts].map(([name, value]) => `${name}=${value}`).join(';')
}

const refused = (description: string) =>
  invalid([{ error_code: 'contradicting_repetition', description, properties: ['RRULE'] }])
