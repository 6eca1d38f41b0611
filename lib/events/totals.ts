/** Number of attendances of an event in each state. Guests are those of the accepted ones. */
export interface Totals {
  accepted: number
  declined: number
  waitlisted: number
  /** People who have asked to come, and wait for an answer. */
  requested: number
  attended: number
  /** Guests who came with the people who were there. */
  attended_guests: number
  guests: number
  confirmed: number
}

/** The totals before the first attendance. */
export const NO_TOTALS: Totals = {
  accepted: 0,
  declined: 0,
  waitlisted: 0,
  requested: 0,
  attended: 0,
  attended_guests: 0,
  guests: 0,
  confirmed: 0,
}

/** People who come, with the guests that they bring: the one count that pages, files and mails show. */
export const peopleComing = ({ accepted, guests }: Pick<Totals, 'accepted' | 'guests'>): number => accepted + guests

/** People who were checked in, with their guests. */
export const peopleCame = ({ attended, attended_guests }: Pick<Totals, 'attended' | 'attended_guests'>): number =>
  attended + attended_guests

/** The counts of attendances besides their number. */
export type Counts = Omit<Totals, 'accepted'>

/**
 * The totals of an event.
 * @param length number of its attendances of any status. In a rush, a cancellation may be counted before its attendance
 */
export const totalsOf = (length: number, counts: Partial<Counts>): Totals => ({
  ...NO_TOTALS,
  ...counts,
  accepted: Math.max(0, length - (counts.declined ?? 0) - (counts.waitlisted ?? 0) - (counts.requested ?? 0)),
})
