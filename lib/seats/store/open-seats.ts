import type { OsdiEvent } from '../../events/event.js'
import { openSeats } from '../../events/capacity.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { bucketsOf, takenInAll } from './seats.js'
import { firstWaiting } from './waiting-list.js'

/**
 * Reads the seats that a new party may take. The waiting list is read only where the seats are closed and some are
 * free: then a party may wait that is larger than what is left.
 * @returns undefined for an event without a capacity
 */
export async function readOpenSeats(
  table: Table,
  event: Pick<OsdiEvent, 'id' | 'capacity' | 'past_capacity'>,
): Promise<number | undefined> {
  if (event.capacity === undefined) return undefined
  const keys = [keyOf.placesState(event.id), ...bucketsOf(event)]
  const [state, ...buckets] = await getMany(table, keys, { consistent: true })
  const taken = takenInAll(buckets)
  const mayBeAwaited = state?.['is_open'] === false && taken < event.capacity
  const isAwaited = mayBeAwaited && (await firstWaiting(table, event, 1)).length > 0
  return openSeats(event, { taken, isAwaited })
}
