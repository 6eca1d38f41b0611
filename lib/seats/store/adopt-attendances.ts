import { setTimeout as sleep } from 'node:timers/promises'
import type { OsdiEvent } from '../../events/event.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { oldestPending } from '../../collections/sequencer/oldest-pending.js'
import { getMany, getOne } from '../../table/reads.js'
import type { TransactItem } from '../../table/conflicts.js'
import type { Item, Key, Table } from '../../table/table.js'
import { transact } from '../../table/transaction.js'
import { type SeatState, advancing } from './seat-state.js'
import { addTaken, bucketsOf, takenInAll } from './seats.js'
import { countTotalsOf, countedIn, uncountedChanges } from '../../events/store/totals.js'

/**
 * The time for which a process may remember an event of a contended list, and a request go on with it, in milliseconds.
 */
const REMEMBERED_MS = 1_500

/**
 * Takes the seats of the attendances of an event that had no capacity when they came. They are as many as the length of
 * the event counts once none is pending; its transaction fails if the length counts others by then.
 *
 * A cancellation gives seats back that were not taken, and is counted at once or by a record. So the closed buckets are
 * read after the length and before a last look for records. Where there is none, the length counts the cancellations
 * that the buckets show, and no others.
 * @returns 'more' as the seats are still to be opened; undefined while attendances or their changes are pending
 */
export async function adoptAttendances(table: Table, event: OsdiEvent, state: SeatState): Promise<'more' | undefined> {
  const { id } = event
  const list = lists.attendancesOf(id)
  const remembered = (state.adopts_since ?? 0) + REMEMBERED_MS - Date.now()
  if (remembered > 0 && (await lengthOf(table, list)) > 0) await sleep(Math.min(remembered, REMEMBERED_MS))
  await countTotalsOf(table, id)
  const length = await getOne(table, list.length)
  const buckets = await getMany(table, bucketsOf(event), { consistent: true })
  const [pending, uncounted] = await Promise.all([oldestPending(table, list), uncountedChanges(table, id)])
  if (pending !== undefined || uncounted.length > 0) return undefined
  const { totals } = countedIn(length)
  const outcome = await transact(table, [
    advancing(table, id, state, { adopts: false }),
    addTaken(table, id, 0, totals.accepted + totals.guests - takenInAll(buckets)),
    asRead(table, list.length, length),
  ])
  return outcome === 'written' ? 'more' : undefined
}

const COUNTS = ['length', 'declined', 'waitlisted', 'requested', 'attended', 'guests']

/** Holds while a length counts what it counted when it was read. */
const asRead = (table: Table, key: Key, length: Item | undefined): TransactItem => {
  const known = COUNTS.filter((name) => length?.[name] !== undefined)
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: key,
      ConditionExpression: COUNTS.map((name) =>
        known.includes(name) ? `#${name} = :${name}` : `attribute_not_exists(#${name})`,
      ).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(COUNTS.map((name) => [`#${name}`, name])),
      ...(known.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(known.map((name) => [`:${name}`, length?.[name]])),
      }),
    },
  }
}
