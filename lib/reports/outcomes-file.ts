import type { Outcome } from './what-worked.js'
import { csvRow } from '../csv/row.js'

/** A line of a file about what worked: what it groups by, the name in it, and the outcome. */
export interface OutcomeLine {
  by: string
  name: string
  outcome: Outcome
}

const COLUMNS = ['by', 'name', 'rsvps', 'confirmed', 'attended', 'share_confirmed', 'share_attended']

/** Returns the file of what worked. Shares are parts of the RSVPs, from 0 to 1. */
export const outcomesFile = (lines: readonly OutcomeLine[]): string => [csvRow(COLUMNS), ...lines.map(rowOf)].join('')

function rowOf({ by, name, outcome: { rsvps, confirmed, attended } }: OutcomeLine): string {
  const share = (part: number) => (rsvps === 0 ? '' : String(Math.round((part / rsvps) * 10_000) / 10_000))
  return csvRow([by, name, ...[rsvps, confirmed, attended].map(String), share(confirmed), share(attended)])
}
