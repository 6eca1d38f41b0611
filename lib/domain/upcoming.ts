import type { OsdiEvent } from './event.js'

type Dated = Pick<OsdiEvent, 'start_date' | 'end_date'>

/** The wall clock at a venue lags behind UTC by at most this much. */
const WESTERNMOST_MS = 12 * 60 * 60 * 1000

/**
 * The events to come, soonest first, and after them those without a date. When all are over, all of them as
 * they came.
 */
export function upcomingOrAll<Event extends Dated>(events: Event[], now: Date): Event[] {
  const open = events.filter((event) => !isOver(event, now))
  const dated = open.filter(({ start_date }) => start_date !== undefined)
  const undated = open.filter(({ start_date }) => start_date === undefined)
  const upcoming = [
    ...dated.sort((one, other) => (one.start_date as string).localeCompare(other.start_date as string)),
    ...undated,
  ]
  return upcoming.length > 0 ? upcoming : events
}

/** Over everywhere on Earth: an event says what its venue's clock shows, not where that clock hangs. */
function isOver({ start_date, end_date }: Dated, now: Date): boolean {
  const last = [start_date, end_date]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)
  return last !== undefined && Date.parse(`${last}Z`) + WESTERNMOST_MS < now.getTime()
}
