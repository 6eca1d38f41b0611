import { type Fault, type OsdiError, invalid } from '../runtime/errors.js'
import { firstDayOfWeek } from '../fields/conventions.js'
import { RRule } from './recurrence.js'

/*
 * Rules of repetition are those of RFC 5545. They are expanded on the wall clock, as if it showed UTC: a canvass at ten
 * stays at ten across summer time. The instants follow from the time zone of each event.
 */

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export const MONTHLY_BY = ['day', 'weekday', 'last-weekday'] as const

export type Weekday = (typeof WEEKDAYS)[number]

/** Returns the days of a week as a country counts them. @param country the United States when undefined */
export function weekOf(country: string | undefined): Weekday[] {
  const first = firstDayOfWeek(country) - 1
  return [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)]
}

/** A rule of repetition; the first date gives what it leaves open. It has either `until` or `count`. */
export interface Repetition {
  frequency: (typeof FREQUENCIES)[number]
  /** Every second week, for example; 1 without it. */
  every?: number | undefined
  /** For weeks; that of the first date without it. */
  weekdays?: Weekday[] | undefined
  /** The country whose weeks they are: every second Sunday and Tuesday is another rule in Norway than in the USA. */
  country?: string | undefined
  /** For months: the day of the month, or the weekday counted from their beginning or their end. */
  monthly_by?: (typeof MONTHLY_BY)[number] | undefined
  /** The last day, `YYYY-MM-DD`, which is included. */
  until?: string | undefined
  /** The number of dates before exceptions are taken away. */
  count?: number | undefined
  /** Days that are left out, `YYYY-MM-DD`. */
  except?: string[] | undefined
}

/** Most dates of a series. */
export const MOST_DATES = 400

/** Most days, weeks or months from one date to the next. */
const MOST_EVERY = 1_000

/**
 * Returns the wall clocks at which the dates of a series start.
 * @param first wall clock of the first date, `YYYY-MM-DDTHH:MM:SS`
 * @throws OsdiError invalid, naming every fault of the rule; also for no date, and for more than 400
 */
export function repeatedStarts(first: string, rule: Repetition): string[] {
  const [fault, ...others] = faultsOf(first, rule)
  if (fault) throw invalid([fault, ...others])
  const starts = expanded(first, rule)
  if (starts.length > MOST_DATES) throw tooMany()
  const left = starts.filter((start) => !rule.except?.includes(start.slice(0, DAY)))
  if (left.length === 0) throw refused('no_dates', 'The rule has no date', ['repeat'])
  return left
}

/** Returns the dates of the rule, and one too many where there are more than a series may have. */
function expanded(first: string, repetition: Repetition) {
  const { frequency, every = 1, weekdays, country, monthly_by, until, count } = repetition
  const rule = new RRule({
    freq: { daily: RRule.DAILY, weekly: RRule.WEEKLY, monthly: RRule.MONTHLY }[frequency],
    dtstart: new Date(`${first}Z`),
    interval: every,
    wkst: ruleDay(firstDayOfWeek(country) - 1),
    ...(weekdays && { byweekday: weekdays.map((day) => ruleDay(WEEKDAYS.indexOf(day))) }),
    ...(frequency === 'monthly' && inMonth(first, monthly_by)),
    ...(until !== undefined && { until: new Date(`${until}T23:59:59Z`) }),
    ...(count !== undefined && { count }),
  })
  return rule.all((_, i) => i <= MOST_DATES).map((date) => date.toISOString().slice(0, SECOND))
}

const ruleDay = (day: number) =>
  [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA, RRule.SU][day] as typeof RRule.MO

function inMonth(first: string, by: Repetition['monthly_by'] = 'day') {
  if (by === 'day') return { bymonthday: dayOf(first) }
  const week = by === 'weekday' ? Math.ceil(dayOf(first) / 7) : -1
  return { byweekday: ruleDay(weekdayOf(first)).nth(week) }
}

const [DAY, SECOND] = ['YYYY-MM-DD'.length, 'YYYY-MM-DDTHH:MM:SS'.length]

const dayOf = (date: string) => Number(date.slice(8, DAY))

/** The weekday of a date, 0 for Monday. */
const weekdayOf = (date: string) => (new Date(`${date.slice(0, DAY)}T00:00:00Z`).getUTCDay() + 6) % 7

function faultsOf(first: string, rule: Repetition): Fault[] {
  const { frequency, every = 1, weekdays, monthly_by, until, count } = rule
  const faults: [boolean, string, string, string[]][] = [
    [
      (until === undefined) === (count === undefined),
      'contradicting_repetition',
      'Give exactly one of until and count',
      ['until', 'count'],
    ],
    [
      until !== undefined && until < first.slice(0, DAY),
      'until_before_start',
      'until must not be before start_date',
      ['until'],
    ],
    [
      count !== undefined && (!Number.isSafeInteger(count) || count < 1 || count > MOST_DATES),
      'too_many_dates',
      `count must be a whole number from 1 to ${MOST_DATES}`,
      ['count'],
    ],
    [
      !Number.isSafeInteger(every) || every < 1 || every > MOST_EVERY,
      'contradicting_repetition',
      `every must be a whole number from 1 to ${MOST_EVERY}`,
      ['every'],
    ],
    [
      weekdays !== undefined && frequency !== 'weekly',
      'contradicting_repetition',
      'weekdays belong to weekly',
      ['weekdays'],
    ],
    [
      frequency === 'weekly' && weekdays !== undefined && !weekdays.includes(WEEKDAYS[weekdayOf(first)] as Weekday),
      'contradicting_repetition',
      'start_date is not on one of the weekdays',
      ['weekdays', 'start_date'],
    ],
    [
      monthly_by !== undefined && frequency !== 'monthly',
      'contradicting_repetition',
      'monthly_by belongs to monthly',
      ['monthly_by'],
    ],
    [
      monthly_by === 'last-weekday' && !isInLastWeek(first),
      'contradicting_repetition',
      'start_date is not on its last weekday of the month',
      ['monthly_by', 'start_date'],
    ],
  ]
  return faults.flatMap(([isFault, error_code, description, properties]) =>
    isFault ? [{ error_code, description, properties }] : [],
  )
}

/** Whether no such weekday of the month follows. */
function isInLastWeek(date: string): boolean {
  const next = new Date(`${date.slice(0, DAY)}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 7)
  return next.getUTCMonth() + 1 !== Number(date.slice(5, 7))
}

const tooMany = () => refused('too_many_dates', `A series has at most ${MOST_DATES} dates`, ['repeat'])

const refused = (error_code: string, description: string, properties: string[]): OsdiError =>
  invalid([{ error_code, description, properties }])

/** Shifts of equal length that follow one another. */
export interface Shifts {
  number: number
  minutes: number
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/**
 * Returns the instants at which shifts start and end: each begins when the one before ends, also where the clock is set
 * in between.
 * @param first instant at which the first one starts
 * @throws OsdiError invalid for shifts that take more than a day
 */
export function shiftTimes(first: string, { number, minutes }: Shifts): { start: string; end: string }[] {
  const isWhole = Number.isSafeInteger(number) && Number.isSafeInteger(minutes) && number > 0 && minutes > 0
  if (!isWhole || number * minutes > DAY_MINUTES) throw tooLong()
  const from = Date.parse(first)
  return Array.from({ length: number }, (_, i) => ({
    start: new Date(from + i * minutes * MINUTE_MS).toISOString(),
    end: new Date(from + (i + 1) * minutes * MINUTE_MS).toISOString(),
  }))
}

const tooLong = () =>
  invalid([
    {
      error_code: 'too_many_shifts',
      description: 'Shifts must have whole numbers from 1 and take at most a day together',
      properties: ['shifts'],
    },
  ])
