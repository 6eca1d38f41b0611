import type { Formats } from './formats.js'
import { DASH, grouped, minutesOf, nameIn, sharedBy } from './parts.js'

const MONTHS = 'January February March April May June July August September October November December'
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'

const monthOf = (at: Date) => nameIn(MONTHS, at.getUTCMonth())
const weekdayOf = (at: Date) => nameIn(WEEKDAYS, at.getUTCDay())
const shortened = (name: string) => name.slice(0, 3)

const halfOf = (at: Date) => (at.getUTCHours() < 12 ? 'AM' : 'PM')
const hourOf = (at: Date) => `${at.getUTCHours() % 12 || 12}:${minutesOf(at)}`
const clock = (at: Date) => `${hourOf(at)} ${halfOf(at)}`
/** In a period, the space does not break. */
const unbroken = (at: Date) => clock(at).replace(' ', '\u202f')
const clocks = (from: Date, until: Date) =>
  (halfOf(from) === halfOf(until) ? hourOf(from) : unbroken(from)) + DASH + unbroken(until)

const monthAndDay = (at: Date) => `${monthOf(at)} ${at.getUTCDate()}`
const date = (at: Date) => `${monthAndDay(at)}, ${at.getUTCFullYear()}`
const day = (at: Date) => `${weekdayOf(at)}, ${date(at)}`
const shortDay = (at: Date) => `${shortened(weekdayOf(at))}, ${shortened(monthOf(at))} ${at.getUTCDate()}`

/** The formats of the United States. */
export const english: Formats = {
  number: (value) => grouped(value, ',', '.', 4),
  category: (count) => (count === 1 ? 'one' : 'other'),
  ...{ clock, clocks, date, day },
  month: (at) => shortened(monthOf(at)),
  dayOfMonth: (at) => String(at.getUTCDate()),
  dates(first, last) {
    const shared = sharedBy(first, last)
    if (shared === 'nothing') return date(first) + DASH + date(last)
    const end = shared === 'month' ? String(last.getUTCDate()) : monthAndDay(last)
    return `${monthAndDay(first)}${DASH}${end}, ${last.getUTCFullYear()}`
  },
  dayAndClock: (at) => `${day(at)} at ${clock(at)}`,
  short: (at) => `${shortDay(at)}, ${clock(at)}`,
  shortPeriod: (from, until) => `${shortDay(from)}, ${clocks(from, until)}`,
  zone: (region, isSummer) => `${region} ${isSummer ? 'Daylight' : 'Standard'} Time`,
}
