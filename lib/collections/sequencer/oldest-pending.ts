import { pendingIn, pendingPartitions } from '../pending.js'
import type { NumberedList } from '../numbered-list.js'
import { queryAll } from '../../table/reads.js'
import type { Item, Table } from '../../table/table.js'

/** The limit of pending members that are read in a partition: some 12 read units. */
const MOST_LOOKED_AT = 500

/**
 * Finds since when a member has been pending, in milliseconds: half a read unit for each partition of the index. The
 * list is no key of the index. Behind very many members of other lists, the answer is a time before which no member of
 * this list became pending.
 * @param list whose members; without it, the members of all lists
 * @returns undefined when no member is pending
 */
export async function oldestPending(table: Table, list?: NumberedList): Promise<number | undefined> {
  const Limit = list ? MOST_LOOKED_AT : 1
  const partitions = await Promise.all(
    pendingPartitions(list).map((partition) => queryAll(table, { ...pendingIn(partition), Limit }, Limit)),
  )
  const times = partitions
    .map((pending) => firstOf(list, pending) ?? (pending.length >= Limit ? pending.at(-1) : undefined))
    .flatMap((item) => (item ? [Date.parse(String(item['since']))] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

const firstOf = (list: NumberedList | undefined, pending: Item[]) =>
  pending.find(({ waits_for }) => list === undefined || waits_for === list.name)
