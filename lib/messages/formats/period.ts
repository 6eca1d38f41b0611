import { dateOf, formatsOf } from './formats.js'

/** Returns a period between wall clocks at the venue, as they stand there; the widget writes them alike. */
export function period(lang: string, start: string, end?: string): string {
  const formats = formatsOf(lang)
  const from = formats.dayAndClock(dateOf(start))
  if (!end || end <= start) return from
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${from} – ${formats[isSameDay ? 'clock' : 'dayAndClock'](dateOf(end))}`
}
