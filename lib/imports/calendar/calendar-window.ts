import type { Window } from './plan-dates.js'

const YEAR_MS = 366 * 24 * 60 * 60_000

/** Returns the time that an import takes dates of: a year from now, or the days of a command. */
export function calendarWindow(
  now: Date,
  { since, until }: { since?: string | undefined; until?: string | undefined } = {},
): Window {
  const from = since === undefined ? now : new Date(`${since}T00:00:00Z`)
  return {
    from,
    until: until === undefined ? new Date(now.getTime() + YEAR_MS) : new Date(`${until}T00:00:00Z`),
  }
}
