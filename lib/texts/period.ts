const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const CLOCK = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const

/**
 * The parts of a time in a line of a list: a full hour has no minutes where a word such as PM says that it is a time.
 * @param wallClocks the start, and the end beside it
 */
export function shortClock(lang: string, ...wallClocks: string[]): Intl.DateTimeFormatOptions {
  const { hour12 } = new Intl.DateTimeFormat(lang, { hour: 'numeric' }).resolvedOptions()
  const isFullHour = wallClocks.every((each) => each.slice(14, 16) === '00')
  return { hour: 'numeric', ...(!(hour12 && isFullHour) && { minute: '2-digit' }) }
}

const YEAR_MS = 365 * 86_400_000

/** The year of a date, unless it is plain: the date is in the current year, or within twelve months. */
export function yearUnlessPlain(date: Date, now = new Date()): Intl.DateTimeFormatOptions {
  const ahead = date.getTime() - now.getTime()
  const isPlain = date.getUTCFullYear() === now.getUTCFullYear() || (ahead > 0 && ahead < YEAR_MS)
  return isPlain ? {} : { year: 'numeric' }
}

/** Wall clocks at the venue, as they stand there; the widget writes them alike. */
export function period(lang: string, start: string, end?: string): string {
  const format = (at: string, parts: Intl.DateTimeFormatOptions) => new Date(`${at}Z`).toLocaleString(lang, parts)
  const from = format(start, { ...DAY, ...CLOCK })
  if (!end || end <= start) return from
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${from} – ${format(end, isSameDay ? CLOCK : { ...DAY, ...CLOCK })}`
}

/** Returns the day of several wall clocks, if all are on it, such as `2026-05-04`: then each needs its time alone. */
export function commonDay(starts: readonly string[]): string | undefined {
  const [day, another] = new Set(starts.map((start) => start.slice(0, 10)))
  return starts.length > 1 && another === undefined ? day : undefined
}

/** Writes a day, such as `2026-05-04`. */
export const nameOfDay = (lang: string, day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00Z`).toLocaleString(lang, DAY)

/** Writes the time of a wall clock, and until when, if another one is on the same day. */
export function clocks(lang: string, start: string, end?: string): string {
  const format = new Intl.DateTimeFormat(lang, CLOCK)
  const at = (clock: string) => new Date(`${clock}Z`)
  return end && end > start && end.slice(0, 10) === start.slice(0, 10)
    ? format.formatRange(at(start), at(end))
    : format.format(at(start))
}

/** The name of a time zone, in summer or in winter. */
export function nameOfZone(lang: string, timeZone: string, at: string): string {
  const parts = new Intl.DateTimeFormat(lang, { timeZone, timeZoneName: 'long' }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
