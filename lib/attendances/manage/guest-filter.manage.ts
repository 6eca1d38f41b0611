import { type Attendance, isComing, isConfirmed, isRequested, standingOf } from '../attendance.js'
import type { Totals } from '../../events/totals.js'
import { OsdiError } from '../../runtime/errors.js'
import type { Clause } from '../../fields/filter.js'
import type { Page } from '../../fields/page.js'

/** The filters of a guest list. */
const FILTERS = {
  coming: isComing,
  confirmed: isConfirmed,
  unconfirmed: (guest) => isComing(guest) && !isConfirmed(guest),
  waiting: (guest) => standingOf(guest) === 'tentative',
  requested: isRequested,
  cancelled: ({ status }) => status === 'declined',
  here: ({ attended }) => attended === true,
  absent: (guest) => isComing(guest) && guest.attended !== true,
} satisfies Record<string, (guest: Attendance) => boolean>
export type GuestFilter = keyof typeof FILTERS

/** Returns how many guests a filter takes, as far as the event counts them. */
export const countsOf = ({ accepted, confirmed, waitlisted, requested, declined, attended }: Totals) => ({
  coming: accepted,
  confirmed,
  unconfirmed: accepted - confirmed,
  waiting: waitlisted,
  requested,
  cancelled: declined,
  here: attended,
})

/** Reads the filter of a request; undefined for all guests. */
export const readGuestFilter = (text = ''): GuestFilter | undefined =>
  Object.hasOwn(FILTERS, text) ? (text as GuestFilter) : undefined

/** Whether a guest is one of those that a filter takes. */
export const isTaken = (guest: Attendance, filter: GuestFilter | undefined): boolean =>
  filter === undefined || FILTERS[filter](guest)

/** Returns the filter for the store of attendances. */
export const clausesOf = (filter: GuestFilter | undefined): Clause<Attendance>[] =>
  filter === undefined ? [] : [{ field: 'status', operator: 'eq', literal: { text: filter }, holds: FILTERS[filter] }]

/** Returns a page of guests; undefined where the event has more guests than a filter can look through. */
export async function unlessTooMany<Member>(list: Promise<Page<Member>>): Promise<Page<Member> | undefined> {
  try {
    return await list
  } catch (error) {
    if (error instanceof OsdiError && error.faults[0]?.error_code === 'filter_too_wide') return undefined
    throw error
  }
}
