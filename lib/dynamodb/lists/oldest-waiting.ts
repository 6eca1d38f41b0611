import { waitingPartitions } from './waiting.js'
import type { NumberedList } from './numbered-list.js'
import { queryAll } from '../reads.js'
import type { Item, Table } from '../table.js'

/** Of so many who wait in a partition it is looked for which list they wait: some 12 read units. */
const MOST_LOOKED_AT = 500

/**
 * Since when somebody has waited for a place, in milliseconds: half a read unit for each partition of the index over
 * those who wait. Which list somebody waits for is no key of it, so that behind very many who wait for others it is
 * only known since when nobody waits for this one.
 * @param list which place; without it, a place in any list
 */
export async function oldestWaiting(table: Table, list?: NumberedList): Promise<number | undefined> {
  const Limit = list ? MOST_LOOKED_AT : 1
  const partitions = await Promise.all(
    waitingPartitions(list).map((unnumbered) =>
      queryAll(
        table,
        {
          IndexName: 'unnumbered',
          KeyConditionExpression: 'unnumbered = :unnumbered',
          ExpressionAttributeValues: { ':unnumbered': unnumbered },
          Limit,
        },
        Limit,
      ),
    ),
  )
  const times = partitions
    .map((waiting) => firstFor(list, waiting) ?? (waiting.length >= Limit ? waiting.at(-1) : undefined))
    .flatMap((item) => (item ? [Date.parse(String(item['since']))] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

const firstFor = (list: NumberedList | undefined, waiting: Item[]) =>
  waiting.find(({ waits_for }) => list === undefined || waits_for === list.name)
