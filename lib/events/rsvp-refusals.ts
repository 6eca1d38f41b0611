import { OsdiError } from '../runtime/errors.js'
import type { AttendableEvent } from './event.js'

/**
 * Requires that people can attend an event.
 * @throws OsdiError conflict for a canceled event, also for a person who attends it already; for a tentative one
 */
export function requireConfirmed(event: Pick<AttendableEvent, 'status'>): void {
  const refusal = refusalOf(event)
  if (refusal) throw refusal
}

/** Returns the error for an RSVP to an event that is canceled, or not published yet. */
export const refusalOf = ({ status }: Pick<AttendableEvent, 'status'>): OsdiError | undefined =>
  status === 'cancelled' ? eventCanceled() : status === 'tentative' ? eventTentative() : undefined

const eventCanceled = () =>
  new OsdiError('conflict', 'This event is canceled', [
    {
      error_code: 'event_cancelled',
      description: 'The organizers have canceled this event',
      properties: ['status'],
    },
  ])

/** Returns the error for an RSVP by a form or a link to an event that is over. A key still records it. */
export const eventOver = () =>
  new OsdiError('conflict', 'This event is over', [
    { error_code: 'event_over', description: 'This event is over', properties: ['end_date'] },
  ])

const eventTentative = () =>
  new OsdiError('conflict', 'This event is not published yet', [
    {
      error_code: 'event_tentative',
      description: 'People can attend this event after the organizers have published it',
      properties: ['status'],
    },
  ])
