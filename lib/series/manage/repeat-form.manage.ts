import { type Fault, OsdiError, invalid } from '../../runtime/errors.js'
import type { SeriesDates } from '../plan-series.js'
import { FREQUENCIES, MONTHLY_BY, type Repetition, WEEKDAYS, type Weekday } from '../repetition.js'

/** The choice of an event that takes place once. */
export const NOT_REPEATED = 'once'

/** The ways to make a series of an event. */
export const REPEATS = [...FREQUENCIES, 'shifts'] as const

/** The field that chooses a weekday. */
export const weekdayField = (day: Weekday) => `weekday_${day}` as const

/** The field that leaves out a day; all dates are shown before any is made. */
export const skipField = (start: string) => `skip_${start.slice(0, 10)}`

/** The days that a form leaves out. */
export const skippedIn = (values: Record<string, string>): string[] =>
  Object.keys(values).flatMap((name) => /^skip_(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1] ?? [])

/** The fields of the form that make a series. */
export const REPEAT_FIELDS = [
  'repeat',
  'count',
  'until',
  'every',
  'weekdays',
  'monthly_by',
  'shift_number',
  'shift_minutes',
] as const

/**
 * Returns the dates of a series in a form; undefined for a single event.
 * @throws OsdiError invalid, naming every field that cannot be read
 */
export function seriesDatesIn(values: Record<string, string>): SeriesDates | undefined {
  const repeat = REPEATS.find((each) => each === values['repeat'])
  if (repeat === undefined) return undefined
  const faults: Fault[] = []
  const number = (name: string) => wholeIn(values[name]?.trim() ?? '', name, faults)
  if (repeat === 'shifts') {
    const shifts = { number: number('shift_number') ?? 0, minutes: number('shift_minutes') ?? 0 }
    throwIfAny(faults)
    return { shifts }
  }
  const weekdays = repeat === 'weekly' ? WEEKDAYS.filter((day) => values[weekdayField(day)] === 'on') : []
  const monthly_by = MONTHLY_BY.find((each) => repeat === 'monthly' && each === values['monthly_by'])
  const except = skippedIn(values)
  const country = values['location.country']
  const [until, every, count] = [values['until']?.trim(), number('every'), number('count')]
  if (until && !isDay(until)) faults.push(fault('until', 'Enter a day, such as 2027-05-29'))
  throwIfAny(faults)
  const rule: Repetition = {
    frequency: repeat,
    ...(every !== undefined && { every }),
    ...(weekdays.length > 0 && { weekdays, ...(country && { country }) }),
    ...(monthly_by && { monthly_by }),
    ...(until && { until }),
    ...(count !== undefined && { count }),
    ...(except.length > 0 && { except }),
  }
  return { repeat: rule }
}

/** Names the faults of the dates of a series by the fields of the form. */
export function withFieldsOfForm(error: unknown): unknown {
  if (!(error instanceof OsdiError) || error.faults.length === 0) return error
  const [first, ...others] = error.faults.map(({ properties, ...each }) => ({
    ...each,
    properties: properties.map((name) => FIELDS[name] ?? name),
  }))
  return first ? invalid([first, ...others]) : error
}

const FIELDS: Record<string, string> = { start_date: 'day', end_date: 'end_time', shifts: 'shift_number' }

function wholeIn(text: string, name: string, faults: Fault[]): number | undefined {
  if (text === '') return undefined
  if (!/^\d{1,6}$/.test(text)) faults.push(fault(name, 'Enter a whole number'))
  return Number(text)
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const fault = (name: string, description: string): Fault => ({
  error_code: 'malformed',
  description,
  properties: [name],
})

function throwIfAny([first, ...others]: Fault[]): void {
  if (first) throw invalid([first, ...others])
}
