import { NO_TOTALS, type Totals } from './event-fields.js'

/** The counts of attendances besides their number. */
export type Counts = Omit<Totals, 'accepted'>

/**
 * The totals of an event.
 * @param length number of its attendances of any status. In a rush, a cancellation may be counted before its attendance
 */
export const totalsOf = (length: number, counts: Partial<Counts>): Totals => ({
  ...NO_TOTALS,
  ...counts,
  accepted: Math.max(0, length - (counts.declined ?? 0) - (counts.waitlisted ?? 0)),
})
