import { isSettled } from '../../events/capacity.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { settleAfterwards } from './find-seats.js'
import { seatsChange } from './seat-state.js'
import type { CauseOfPromotion } from './promote.js'

/**
 * Seats are settled where an event has other limits, or may have left something to be settled.
 * @param causeOf as settle
 */
export const seatsOfEvent = (causeOf: CauseOfPromotion): EventReaction => ({
  withChange: seatsChange,
  afterChange: (table, _before, after) => (isSettled(after) ? settleAfterwards(table, after.id, causeOf) : undefined),
})
