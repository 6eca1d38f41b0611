import { recurrences } from '../../series/recurrence.js'
import type { Moment } from '../../fields/moment.js'
import { instantOf, wallClockAt } from '../../events/zoned.js'
import { type ParsedEvent, dateName, isOlder, moved } from './parsed-event.js'
import type { CalendarEntry } from './read-calendar.js'

/** The time that an import takes dates of: those that end after `from`, and of a repetition begin before `until`. */
export interface Window {
  from: Date
  until: Date
}

/** A date of an event of a calendar. */
export interface PlannedDate {
  /** Its name among the dates of its event; empty for the first one. */
  name: string
  /** Further names: those that it gets, and those under which it may be here. */
  alias?: string
  sought?: string[]
  event: ParsedEvent
  start: Moment
  end: Moment | undefined
  zone: string | undefined
  isCanceled: boolean
  /** When it starts, as exactly as is known without its venue. */
  instant: string
}

export interface Plan {
  dates: PlannedDate[]
  /** Whether all of its dates within the time are there. */
  isComplete: boolean
  losses: ParsedEvent['losses']
}

/** Most dates of a series. */
const MOST_DATES = 400

const DAY_S = 86_400

/** Returns the dates of an event within a time. @throws OsdiError invalid for a rule that cannot be kept */
export function planDates({ first, overrides, alone }: CalendarEntry, window: Window): Plan {
  if (alone) {
    const date = dateOf(first, first.start.clock, dateName(alone.clock))
    return { dates: endsAfter(date, window.from) ? [date] : [], isComplete: false, losses: [] }
  }
  const { clocks, isComplete, losses } = clocksOf(first, window)
  const all = new Map<string, PlannedDate>()
  for (const clock of clocks) {
    const override = overrides.get(clock)
    const event = override ?? first
    const start = override ? override.start.clock : clock
    const name = dateName(clock)
    const date = dateOf(event, start, clock === first.start.clock ? '' : name)
    all.set(clock, date.name === '' ? { ...date, ...(isRepeated(first) ? { alias: name } : { sought: [name] }) } : date)
  }
  for (const [clock, override] of overrides)
    // A date may be left out after it was changed.
    if (!all.has(clock) && !(isLeftOut(first, clock) && isOlder(override, first)))
      all.set(clock, dateOf(override, override.start.clock, dateName(clock)))
  const dates = [...all.values()]
    .filter((date) => endsAfter(date, window.from))
    .filter(({ event, instant }) => event === first || instant < window.until.toISOString())
    .sort((one, other) => (one.instant < other.instant ? -1 : 1))
    .slice(0, MOST_DATES)
  return { dates, isComplete, losses }
}

const isRepeated = ({ rule, added }: ParsedEvent) => rule !== undefined || added.length > 0

const isLeftOut = ({ except }: ParsedEvent, clock: string) => except.has(clock) || except.has(clock.slice(0, 10))

function clocksOf(first: ParsedEvent, { from, until }: Window) {
  const { start, rule, added } = first
  const losses: Plan['losses'] = []
  if (!isRepeated(first)) return { clocks: [start.clock], isComplete: true, losses }
  const length = lengthOf(first)
  // A clock is at most 14 hours from UTC.
  const days = { from: clockAt(from, -length - DAY_S), until: clockAt(until, DAY_S) }
  const repeated = rule ? recurrences(start.clock, rule, { ...days, most: MOST_DATES + 1 }) : []
  const further = [start.clock, ...added].filter((clock) => clock >= days.from && clock <= days.until)
  const clocks = [...new Set([...repeated, ...further])].filter((clock) => !isLeftOut(first, clock)).sort()
  const isComplete = repeated.length <= MOST_DATES
  const isEndless = rule !== undefined && !/(UNTIL|COUNT)=/i.test(rule)
  if (!isComplete) losses.push({ field: 'RRULE', why: `Its first ${MOST_DATES} dates are here.` })
  else if (isEndless)
    losses.push({
      field: 'RRULE',
      why: 'It has no end: later dates come with a later import.',
    })
  return { clocks, isComplete, losses }
}

const clockAt = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1_000).toISOString().slice(0, 19)

const secondsBetween = (start: string, end: string) => (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 1_000

/** Returns the length of an event in seconds: 0 if its end precedes its start. */
const lengthOf = ({ start, end, lasts }: ParsedEvent, otherwise = 0) =>
  Math.max(0, lasts ?? (end === undefined ? otherwise : secondsBetween(start.clock, end)))

function dateOf(event: ParsedEvent, clock: string, name: string): PlannedDate {
  const { start, end, lasts } = event
  const zone = start.isUtc ? 'UTC' : start.zone
  const momentOf = (at: string): Moment => (start.isUtc ? { instant: instantOf(at, 'UTC') } : { wallClock: at })
  const instant = instantOf(clock, zone)
  const endClock =
    lasts === undefined
      ? end && moved(clock, secondsBetween(start.clock, end))
      : wallClockAt(new Date(Date.parse(instant) + lasts * 1_000).toISOString(), zone)
  return {
    name,
    event,
    zone: start.zone,
    instant,
    start: momentOf(clock),
    end: endClock === undefined ? undefined : momentOf(endClock),
    isCanceled: event.status === 'CANCELLED',
  }
}

/** Whether a date is not over at a time. Without an end it lasts some hours. */
const endsAfter = ({ instant, event }: PlannedDate, from: Date) =>
  Date.parse(instant) + lengthOf(event, DAY_S / 4) * 1_000 > from.getTime()
