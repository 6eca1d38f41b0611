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

/** The name of a time zone, in summer or in winter. */
export function nameOfZone(lang: string, timeZone: string, at: string): string {
  const parts = new Intl.DateTimeFormat(lang, { timeZone, timeZoneName: 'long' }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
