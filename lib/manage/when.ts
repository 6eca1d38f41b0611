import type { OsdiEvent } from '../domain/events/event.js'

/** Writes when an event starts, by the wall clock at its venue. */
export const describeStart = (
  { start_date }: Pick<OsdiEvent, 'start_date'>,
  lang: string,
): string | undefined =>
  start_date &&
  new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${start_date}Z`),
  )
