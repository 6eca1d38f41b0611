const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const CLOCK = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const

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
