import { type OsdiError, invalid } from '../runtime/errors.js'
import type { EventDraft, OsdiEvent } from './event.js'
import type { Moment } from '../fields/moment.js'

/*
 * An event cannot end before it starts where people enter it: in forms, commands and files. A caller of the API keeps
 * what its own service holds.
 */

type Times = Pick<OsdiEvent, 'start_date' | 'end_date' | 'start_date_utc' | 'end_date_utc'>

/**
 * Returns the event, unless it ends before it starts.
 * @param before the event before a change, whose times may stay
 * @throws OsdiError invalid
 */
export function requireOrderOfTimes<Event extends Times>(event: Event, before?: Times): Event {
  const { start_date_utc: start, end_date_utc: end } = event
  const isChanged = before?.start_date_utc !== start || before?.end_date_utc !== end
  if (isChanged && start !== undefined && end !== undefined && end < start) throw endsBeforeStart()
  return event
}

/** Requires the same of a row of a file, before an event is made of it. @throws OsdiError invalid */
export function requireOrderOfMoments({ start_date, end_date }: Pick<EventDraft, 'start_date' | 'end_date'>) {
  if (!start_date || !end_date) return
  const isSameClock = 'wallClock' in start_date === 'wallClock' in end_date
  if (isSameClock && textOf(end_date) < textOf(start_date)) throw endsBeforeStart()
}

const textOf = (moment: Moment) => ('wallClock' in moment ? moment.wallClock : moment.instant)

const endsBeforeStart = (): OsdiError =>
  invalid([
    {
      error_code: 'ends_before_start',
      description: 'end_date must not be before start_date',
      properties: ['end_date'],
    },
  ])
