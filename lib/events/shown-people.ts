import { type Totals, peopleComing } from './totals.js'

/** Numbers are shown in steps of so many people, from the first step on: a single RSVP is seldom seen in them. */
const STEP = 10

/** Returns how many people come, as visitors may read it: rounded down; undefined while they are few. */
export function shownPeople(totals: Pick<Totals, 'accepted' | 'guests'>): number | undefined {
  const rounded = Math.floor(peopleComing(totals) / STEP) * STEP
  return rounded >= STEP ? rounded : undefined
}
