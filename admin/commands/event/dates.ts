import { check, pipe, string, transform } from 'valibot'
import { FREQUENCIES, MONTHLY_BY, WEEKDAYS, type Weekday } from '../../../lib/series/repetition.js'
import type { SeriesDates } from '../../../lib/series/plan-series.js'
import { UsageError } from '../../errors.js'
import { type Values, oneOf, optional, positiveInteger } from '../../options.js'

const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A day, as `2027-05-29`. */
export const day = pipe(string(), check(isDay, 'must be a day, such as 2027-05-29'))

const days = pipe(
  string(),
  transform((text) => text.split(',').map((each) => each.trim())),
  check((each) => each.every(isDay), 'must be days, such as 2027-05-29,2027-06-05'),
)

const weekdays = pipe(
  string(),
  transform((text) => text.split(',').map((each) => each.trim().toLowerCase())),
  check(
    (each) => each.every((name) => (WEEKDAYS as readonly string[]).includes(name)),
    `must be some of ${WEEKDAYS.join(',')}`,
  ),
  transform((each) => [...new Set(each)] as Weekday[]),
)

const shifts = pipe(
  string(),
  check((text) => /^\d{1,4}x\d{1,4}$/.test(text), 'must be a number and minutes, such as 6x120'),
  transform((text) => {
    const [number, minutes] = text.split('x').map(Number) as [number, number]
    return { number, minutes }
  }),
)

/** The options that make a series. */
export const dates = {
  repeat: optional('--repeat <frequency>', 'daily, weekly or monthly, from the start date on', oneOf(FREQUENCIES)),
  every: optional('--every <number>', 'only every second day, week or month, for example', positiveInteger()),
  weekdays: optional('--weekdays <days>', 'of weeks: mo,we', weekdays),
  monthly_by: optional(
    '--monthly-by <what>',
    'of months: day (the 14th), weekday (the second Tuesday) or last-weekday',
    oneOf(MONTHLY_BY),
  ),
  until: optional('--until <day>', 'the last day, which is included', day),
  count: optional('--count <number>', 'how many dates, before exceptions are taken away', positiveInteger()),
  except: optional('--except <days>', 'days that are left out: 2027-05-29,2027-06-05', days),
  shifts: optional('--shifts <n>x<minutes>', 'shifts that follow one another from the start date on: 6x120', shifts),
}

/**
 * Returns the dates of a series in options; undefined for a single event.
 * @param country whose weeks they are
 * @throws UsageError for options that contradict each other
 */
export function seriesDatesIn(values: Values<typeof dates>, country: string | undefined): SeriesDates | undefined {
  const { repeat: frequency, shifts, every, weekdays, monthly_by, until, count, except } = values
  const rule = { every, weekdays, monthly_by, until, count, except }
  const isRuled = Object.values(rule).some((value) => value !== undefined)
  if (shifts && (frequency || isRuled)) throw new UsageError('Give either --repeat or --shifts.')
  if (shifts) return { shifts }
  if (frequency) return { repeat: { frequency, ...rule, ...(weekdays && { country }) } }
  if (isRuled) throw new UsageError('--every, --weekdays, --monthly-by, --until, --count and --except need --repeat.')
  return undefined
}
