import type { AttendanceDraft } from './attendance.js'
import { invalid } from '../runtime/errors.js'
import type { AttendableEvent, OsdiEvent } from '../events/event.js'
import { type Site, native } from '../runtime/site.js'

/**
 * The draft with the guests that its event takes: an event of the API takes none, whatever is sent.
 * @throws OsdiError invalid when a person brings more than the organizer allows
 */
export function withAllowedGuests<Draft extends Pick<AttendanceDraft, 'guests'>>(
  { origin, max_guests = 0 }: AttendableEvent,
  draft: Draft,
  site: Pick<Site, 'nativePrefix'>,
): Omit<Draft, 'guests'> & Pick<AttendanceDraft, 'guests'> {
  const { guests, ...others } = draft
  if (!guests || origin === 'api') return others
  requireFewGuests(guests, max_guests, native(site, 'guests'))
  return draft
}

/**
 * Returns the guests that a change gives a party; undefined, for no change, where the event does not take so many. An
 * event of the API takes none.
 */
export const allowedGuests = (
  { origin, max_guests = 0 }: Pick<AttendableEvent, 'origin' | 'max_guests'>,
  guests: number | undefined,
): number | undefined => (guests === undefined || origin === 'api' || guests > max_guests ? undefined : guests)

/** The most guests that a party may have: those that the organizer allows, and that the event can hold. */
export const mostGuests = ({ max_guests = 0, capacity = Infinity }: Pick<OsdiEvent, 'max_guests' | 'capacity'>) =>
  Math.max(0, Math.min(max_guests, capacity - 1))

/**
 * Reads the number of guests that a person or an organizer has typed.
 * @throws OsdiError invalid when it is not a number, or more than the organizer allows
 */
export function readGuests(
  { origin, max_guests = 0 }: Pick<AttendableEvent, 'origin' | 'max_guests'>,
  typed = '',
): number {
  const digits = typed.trim()
  if (!/^\d{1,4}$/.test(digits))
    throw invalid([
      {
        error_code: 'invalid_guests',
        description: 'guests must be a whole number from 0',
        properties: ['guests'],
      },
    ])
  requireFewGuests(Number(digits), origin === 'api' ? 0 : max_guests, 'guests')
  return Number(digits)
}

/**
 * @param name of the field or the input
 * @throws OsdiError invalid when a person brings more than the organizer allows
 */
export function requireFewGuests(guests: number, most: number, name: string): void {
  if (guests <= most) return
  throw invalid([
    {
      error_code: 'too_many_guests',
      description: most === 0 ? 'This event takes no guests' : `A person may bring at most ${most} guests`,
      properties: [name],
    },
  ])
}
