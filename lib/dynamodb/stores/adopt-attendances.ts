import { setTimeout as sleep } from 'node:timers/promises'
import type { OsdiEvent } from '../../domain/event.js'
import { lengthOf, lists } from '../lists/numbered-list.js'
import { oldestPending } from '../lists/oldest-pending.js'
import { getOne } from '../reads.js'
import type { TransactItem } from '../conflicts.js'
import type { Item, Key, Table } from '../table.js'
import { transact } from '../transaction.js'
import { type Places, advancing } from './places.js'
import { addTaken } from './seats.js'
import { countTotalsOf, countedIn } from './totals.js'

/** How long a process may remember an event of a contended list, and a request go on with it, in milliseconds. */
const REMEMBERED_MS = 1_500

/**
 * Takes the seats of the attendances of an event that had no capacity when they came. They are as many as the length of
 * the event counts once none is pending; its transaction fails if the length counts others by then.
 * @param taken seats that are taken already; fewer than none where attendances were cancelled since
 * @returns 'more' as the seats are still to be opened; undefined while attendances are pending
 */
export async function adoptAttendances(
  table: Table,
  { id }: OsdiEvent,
  state: Places,
  taken: number,
): Promise<'more' | undefined> {
  const list = lists.attendancesOf(id)
  const remembered = (state.adopts_since ?? 0) + REMEMBERED_MS - Date.now()
  if (remembered > 0 && (await lengthOf(table, list)) > 0) await sleep(Math.min(remembered, REMEMBERED_MS))
  await countTotalsOf(table, id)
  const length = await getOne(table, list.length)
  if ((await oldestPending(table, list)) !== undefined) return undefined
  const { totals } = countedIn(length)
  const outcome = await transact(table, [
    advancing(table, id, state, { adopts: false }),
    addTaken(table, id, 0, totals.accepted + totals.guests - taken),
    asRead(table, list.length, length),
  ])
  return outcome === 'written' ? 'more' : undefined
}

const COUNTS = ['length', 'declined', 'waitlisted', 'attended', 'guests']

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
