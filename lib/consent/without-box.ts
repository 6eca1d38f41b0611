import type { Attendance } from '../attendances/attendance.js'
import type { Person } from '../people/person.js'

/** People on the mailing list of an owner: how many, and how many of them an RSVP subscribed without a box. */
export interface WithoutBox {
  /** The place in the list of people at which to go on; absent at its end. */
  next?: number
  subscribed: number
  without_box: number
  /** Those of them who have been asked by this walk; nobody is asked twice. */
  asked: number
}

/** Whether the mailing list has a person of whom no proof of consent is kept. */
export const isWithoutProof = ({ email_addresses: [email], opt_ins = [] }: Person): boolean =>
  email?.status === 'subscribed' && opt_ins.length === 0

/** A request that makes a person and its RSVP takes no longer: each of the two is dated when it is made. */
const ONE_REQUEST_MS = 30_000

/**
 * Whether a person without a proof was subscribed by an RSVP without a box: the form that made the person showed terms,
 * and no box was ticked. A key or an import subscribes by itself, and shows none.
 */
export const cameWithoutBox = ({ created_date }: Person, attendances: readonly Attendance[]): boolean =>
  attendances.some(({ consent, created_date: date }) => {
    const later = Date.parse(date) - Date.parse(created_date)
    return consent !== undefined && !consent.opt_in && later >= 0 && later < ONE_REQUEST_MS
  })
