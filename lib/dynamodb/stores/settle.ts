import { type Attendance, withStatus } from '../../domain/attendance.js'
import type { OsdiEvent } from '../../domain/event.js'
import { type Counts, changeOfCounts } from '../../domain/totals.js'
import { inParallel } from '../in-parallel.js'
import { isContended } from '../lists/contention.js'
import { lists } from '../lists/numbered-list.js'
import { getBeside, getMany, getOne } from '../reads.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { changeOf } from '../search/changes.js'
import { type Table, keyIn, keyOf, valueOf } from '../table.js'
import { deleteItem, transact } from '../transaction.js'
import { revise } from '../update.js'
import { adoptAttendances } from './adopt-attendances.js'
import {
  type Places,
  advancing,
  closeBuckets,
  closePlaces,
  openBuckets,
  planOf,
  readPlaces,
} from './places.js'
import { addTaken, bucketsOf, takenIn, takenInAll } from './seats.js'
import { addToTotals, deferToTotals, sumOf } from './totals.js'
import { type Entry, firstWaiting, leaveWaitingList } from './waiting-list.js'

/** People who are promoted by one transaction: two items each, of a hundred (DynamoDB limit). */
const AT_ONCE = 45

/**
 * Settles the places of an event, if they are closed: promotes the first people on the waiting list as long as there
 * is room, and opens the places again where no one is on it and no one can join it. Safe to run concurrently, to
 * repeat, and to interrupt at any step; docs/decisions/0041 has the steps and why they are.
 * @throws OsdiError busy
 */
export async function settle(table: Table, id: string): Promise<void> {
  const due = await getBeside(table, keyOf.dueSettlement(id, ''))
  let outcome: Outcome
  do outcome = await retryOnConflict(() => settleOnce(table, id, due.length > 0))
  while (outcome === 'more')
  // Those that were left since have work of their own.
  await inParallel(due, AT_ONCE, (item) => deleteItem(table, keyIn(item)))
}

/** What an attempt came to; undefined where another process was faster. */
type Outcome = 'settled' | 'more'

async function settleOnce(table: Table, id: string, isDue: boolean): Promise<Outcome | undefined> {
  const state = await readPlaces(table, id)
  if (!state || (state.is_open && !isDue)) return 'settled'
  const item = await getOne(table, keyOf.event(id))
  if (!item) return 'settled'
  const event = valueOf<OsdiEvent>(item)
  const keys = bucketsOf(event)
  if (state.is_open) {
    await openBuckets(table, keys, state)
    const [waiting] = await firstWaiting(table, id, 1)
    if (!waiting) return 'settled'
    await closePlaces(table, id)
    return 'more'
  }
  const buckets = await closeBuckets(table, keys, state)
  if (state.adopts) return adoptAttendances(table, event, state, takenInAll(buckets))
  // Nothing takes seats of closed buckets but a settlement, which advances the step.
  const room = (event.capacity ?? Infinity) - takenInAll(buckets)
  const first = await firstWaiting(table, id, AT_ONCE)
  const promoted = event.status === 'cancelled' ? [] : thatFit(first, room)
  if (promoted.length > 0) return promote(table, id, state, promoted)
  if (first.length > 0 || event.waitlist || room < 0) return 'settled'
  const quotas = planOf(buckets.map(takenIn), event.capacity)
  const opened = { version: state.version + 1, is_open: true, quotas }
  const outcome = await transact(table, [advancing(table, id, state, opened)])
  if (outcome !== 'written') return undefined
  await openBuckets(table, keys, { ...state, ...opened })
  return 'settled'
}

/** The first of the list that there is room for, in order: who does not fit is not passed over. */
function thatFit(first: Entry[], room: number): Entry[] {
  let left = room
  const end = first.findIndex(({ seats }) => (left -= seats) < 0)
  return end === -1 ? first : first.slice(0, end)
}

/** Promotes the first of the waiting list in one transaction. */
async function promote(
  table: Table,
  event: string,
  state: Places,
  entries: Entry[],
): Promise<Outcome | undefined> {
  const list = lists.attendancesOf(event)
  const keys = entries.map(({ person }) => keyOf.attendance(person, event))
  const items = await getMany(table, keys, { consistent: true })
  const attendances = items.map((item) => valueOf<Attendance>(item ?? {}))
  const now = new Date()
  const after = attendances.map((each) => withStatus(each, 'accepted', now))
  const counts = sumOf(after.map((each, i): Partial<Counts> => changeOfCounts(attendances[i], each)))
  const seats = entries.reduce((sum, each) => sum + each.seats, 0)
  const outcome = await transact(table, [
    advancing(table, event, state),
    addTaken(table, event, 0, seats),
    ...(isContended(table, list) ? deferToTotals : addToTotals)(table, event, counts),
    ...attendances.flatMap((each, i) => {
      const fresh = after[i] as Attendance
      const { update } = revise(keys[i] as (typeof keys)[number], each, {
        ...fresh,
        ...changeOf(list, fresh),
      })
      return [{ Update: { ...update, TableName: table.name } }, leaveWaitingList(table, each)]
    }),
  ])
  return outcome === 'written' ? 'more' : undefined
}
