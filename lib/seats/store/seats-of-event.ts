import { isSettled } from '../../events/admission.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { settleAfterwards } from './find-seats.js'
import { placesChange } from './places.js'

/** Seats are settled where an event has other limits, or may have left something to be settled. */
export const seatsOfEvent: EventReaction = {
  withChange: placesChange,
  afterChange: (table, _before, after) => (isSettled(after) ? settleAfterwards(table, after.id) : undefined),
}
