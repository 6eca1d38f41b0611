import type { OsdiEvent } from '../../events/event.js'
import { promotes } from '../promotion.js'
import { planOf } from '../seat-plan.js'
import { inParallel } from '../../table/in-parallel.js'
import { getBeside, getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyIn, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, transact } from '../../table/transaction.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'
import { adoptAttendances } from './adopt-attendances.js'
import { advancing, closeBuckets, closeSeats, dueSettlement, openBuckets, readSeatState } from './seat-state.js'
import { type CauseOfPromotion, type OwnAttendance, PROMOTED_AT_ONCE, promote } from './promote.js'
import { bucketsOf, takenIn, takenInAll } from './seats.js'
import { firstWaiting } from './waiting-list.js'

/** Records that are removed at the same time. */
const AT_ONCE = 45

/** Events with a waiting list that this process found full within the last second. */
const fullEvents = ttlCachePerTable<true>(1_000)

/** Whether a settlement of this process found within the last second that a list has to wait for seats. */
export const wasFull = (table: Table, event: string): boolean => fullEvents(table).get(event) ?? false

/**
 * Settles the seats of an event, if they are closed: promotes the first people on the waiting list as long as there
 * is room, and opens the seats again where no one is on it and no one can join it. Safe to run concurrently, to
 * repeat, and to interrupt at any step; docs/decisions/0023 has the steps and why they are.
 * @param causeOf tells people of their promotion
 * @param most records that are removed; all by default
 * @param own the attendance of the request that settles the seats: where it does not have to wait, its person
 *   gets the normal confirmation
 * @throws OsdiError busy
 */
export async function settle(
  table: Table,
  id: string,
  causeOf: CauseOfPromotion,
  most?: number,
  own?: OwnAttendance,
): Promise<void> {
  const due = await getBeside(table, keyOf.dueSettlement(id, ''), most)
  let outcome: Outcome
  do outcome = await retryOnConflict(() => settleOnce(table, id, due.length > 0, { causeOf, own }))
  while (outcome === 'more')
  // Those that were left since have work of their own.
  await inParallel(due, AT_ONCE, (item) => deleteItem(table, keyIn(item)))
}

/** The result of an attempt; undefined where another process was faster. */
type Outcome = 'settled' | 'more'

async function settleOnce(
  table: Table,
  id: string,
  isDue: boolean,
  telling: { causeOf: CauseOfPromotion; own: OwnAttendance | undefined },
): Promise<Outcome | undefined> {
  const state = await readSeatState(table, id)
  if (!state || (state.is_open && !isDue)) return 'settled'
  const item = await getOne(table, keyOf.event(id))
  if (!item) return 'settled'
  const event = valueOf<OsdiEvent>(item)
  const keys = bucketsOf(event)
  if (state.is_open) {
    await openBuckets(table, keys, state)
    const [waiting] = await firstWaiting(table, event, 1)
    if (!waiting) return 'settled'
    await closeSeats(table, id)
    return 'more'
  }
  const buckets = await closeBuckets(table, keys, state)
  if (state.adopts) return adoptAttendances(table, event, state)
  // Nothing takes seats of closed buckets but a settlement, which advances the step.
  const room = (event.capacity ?? Infinity) - takenInAll(buckets)
  // People who join the list of a full event change nothing for others, and need not read it.
  if (room <= 0 && event.waitlist) {
    fullEvents(table).set(id, true)
    return 'settled'
  }
  fullEvents(table).delete(id)
  const first = await firstWaiting(table, event, PROMOTED_AT_ONCE)
  if (first.length > 0 && room > 0 && promotes(event, new Date())) {
    const promoted = await promote(table, id, { state, first, room, ...telling })
    if (promoted !== 'none') return promoted
  }
  if (first.length > 0 || event.waitlist || room < 0) return 'settled'
  const quotas = planOf(buckets.map(takenIn), event.capacity)
  const opened = { version: state.version + 1, is_open: true, quotas }
  // Another settlement may have read the closed seats before, and remove the records that it has found.
  const record = `opening ${opened.version}`
  const outcome = await transact(table, [advancing(table, id, state, opened), dueSettlement(table, id, record)])
  if (outcome !== 'written') return undefined
  await openBuckets(table, keys, { ...state, ...opened })
  await deleteItem(table, keyOf.dueSettlement(id, record))
  return 'settled'
}
