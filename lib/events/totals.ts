import { NO_TOTALS, type Totals } from './event-fields.js'

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
