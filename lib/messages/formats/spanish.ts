import type { Formats } from './formats.js'
import { DASH, grouped, minutesOf, nameIn, sharedBy } from './parts.js'

const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'
const SHORT_MONTHS = 'ene feb mar abr may jun jul ago sept oct nov dic'
const WEEKDAYS = 'domingo lunes martes miércoles jueves viernes sábado'

const weekdayOf = (at: Date) => nameIn(WEEKDAYS, at.getUTCDay())
const month = (at: Date) => nameIn(SHORT_MONTHS, at.getUTCMonth())

const clock = (at: Date) => `${at.getUTCHours()}:${minutesOf(at)}`
const clocks = (from: Date, until: Date) => `${clock(from)}–${clock(until)}`

const dayAndMonth = (at: Date) => `${at.getUTCDate()} de ${nameIn(MONTHS, at.getUTCMonth())}`
const date = (at: Date) => `${dayAndMonth(at)} de ${at.getUTCFullYear()}`
const day = (at: Date) => `${weekdayOf(at)}, ${date(at)}`
const shortDay = (at: Date) => `${weekdayOf(at).slice(0, 3)}, ${at.getUTCDate()} ${month(at)}`

const REGIONS = {
  Newfoundland: 'de Terranova',
  Atlantic: 'del Atlántico',
  Eastern: 'oriental',
  Central: 'central',
  Mountain: 'de las Montañas Rocosas',
  Pacific: 'del Pacífico',
  Alaska: 'de Alaska',
  'Hawaii-Aleutian': 'de Hawái-Aleutianas',
}

/** The formats of Spain. */
export const spanish: Formats = {
  number: (value) => grouped(value, '.', ',', 5),
  category: (count) => (count === 1 ? 'one' : count > 0 && count % 1_000_000 === 0 ? 'many' : 'other'),
  ...{ clock, clocks, month, date, day },
  dayOfMonth: (at) => String(at.getUTCDate()),
  dates(first, last) {
    const shared = sharedBy(first, last)
    if (shared === 'month') return `${first.getUTCDate()}–${date(last)}`
    return (shared === 'year' ? dayAndMonth(first) : date(first)) + DASH + date(last)
  },
  dayAndClock: (at) => `${day(at)}, ${clock(at)}`,
  short: (at) => `${shortDay(at)}, ${clock(at)}`,
  shortPeriod: (from, until) => `${shortDay(from)}, ${clocks(from, until)}`,
  zone: (region, isSummer) => `hora ${isSummer ? 'de verano' : 'estándar'} ${REGIONS[region]}`,
}
