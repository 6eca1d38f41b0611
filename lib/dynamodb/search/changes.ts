import type { TimeRange } from '../../domain/filter.js'
import type { NumberedList } from '../lists/numbered-list.js'
import { countAll, getOne, queryAll } from '../reads.js'
import { type Item, type Key, type Table } from '../table.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { updateWith } from '../transaction.js'

/*
 * The index over changes. What was only created is found by its place in its list, for nothing; what was changed
 * carries these two attributes besides, so that a change costs one or two write units more, and a creation none
 * (docs/decisions/0022).
 */

/** Where a changed member stands in the index over changes. */
export interface Change {
  /** A list takes changes in several partitions, as each takes a thousand writes a second. */
  changed_in: string
  /** Date of the change with milliseconds, then the id: no two are the same, so that a place in the order is one. */
  changed_at: string
}

/** A change of a member as the index shows it. */
export type ChangeEntry = Change & Key

interface Changed {
  id: string
  modified_date: string
}

const PARTITIONS = 8

const partitionOf = ({ name }: NumberedList, number: number) => `${name}#${number}`

/** What a member has besides from its first change on. */
export const changeOf = (list: NumberedList, { id, modified_date }: Changed): Change => ({
  changed_in: partitionOf(list, (parseInt(id.slice(0, 1), 16) || 0) % PARTITIONS),
  changed_at: `${modified_date}#${id}`,
})

/**
 * The next changes of a list, in order.
 * @param after the place of a change, or a date, to go on from
 * @param most how many are asked for; there may be more or fewer
 * @returns them, and whether these were the last
 */
export async function changesAfter(table: Table, list: NumberedList, after: string, most: number) {
  const parts = await Promise.all(
    Array.from({ length: PARTITIONS }, (_, i) =>
      queryAll(
        table,
        {
          IndexName: 'changes',
          KeyConditionExpression: 'changed_in = :partition AND changed_at > :after',
          ExpressionAttributeValues: { ':partition': partitionOf(list, i), ':after': after },
          Limit: most,
        },
        most,
      ),
    ),
  )
  const entries = parts.flat() as unknown as ChangeEntry[]
  // What lies beyond the end of a partition that was cut off may come after something that was cut off.
  const ends = parts.filter(({ length }) => length >= most).map((part) => String(part.at(-1)?.['changed_at']))
  const end = ends.sort()[0]
  return {
    entries: entries
      .filter(({ changed_at }) => end === undefined || changed_at <= end)
      .sort((one, other) => (one.changed_at < other.changed_at ? -1 : 1)),
    wereLast: end === undefined,
  }
}

/** How many changes of a list were made within a range of time. */
export async function countChanged(
  table: Table,
  list: NumberedList,
  { from, before }: TimeRange,
): Promise<number> {
  if (from >= before) return 0
  const counts = Array.from({ length: PARTITIONS }, (_, i) =>
    countAll(table, {
      IndexName: 'changes',
      KeyConditionExpression: 'changed_in = :partition AND changed_at BETWEEN :from AND :before',
      ExpressionAttributeValues: {
        ':partition': partitionOf(list, i),
        ':from': new Date(from).toISOString(),
        ':before': before === Infinity ? '9' : new Date(before).toISOString(),
      },
    }),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/**
 * How long after a second ends readers of changes treat it as complete (docs/decisions/0022): the longest
 * that a write may take from its date to its end, and half a second for the index and for clocks that differ.
 */
export const SETTLING_MS = 1_500
const LATE_MS = 1_000

/** Nothing lives longer than a request: an older date is meant as it is. */
const REQUEST_MS = 30_000

/**
 * A new resource with the date of the attempt that writes it: it may have waited in turn, or competed, for seconds.
 */
export function restamp<Resource extends Changed & { created_date: string }>(resource: Resource): Resource {
  const now = new Date()
  if (now.getTime() - Date.parse(resource.created_date) > REQUEST_MS) return resource
  return { ...resource, created_date: now.toISOString(), modified_date: now.toISOString() }
}

/**
 * Stamps a write again if it ended so long after its date that readers of changes may have passed it. A concurrent
 * change of the resource has stamped it, too.
 * @returns the resource as it was written last by this write
 */
export async function restampIfLate<Resource extends Changed & { revision: number }>(
  table: Table,
  list: NumberedList,
  key: Key,
  resource: Resource,
): Promise<Resource> {
  const late = Date.now() - Date.parse(resource.modified_date)
  if (late < LATE_MS || late > REQUEST_MS) return resource
  const { revision } = resource
  return retryOnConflict(async () => {
    const dated = { ...resource, modified_date: new Date().toISOString(), revision: revision + 1 }
    const change = changeOf(list, dated)
    const update = {
      Key: key,
      UpdateExpression: 'SET modified_date = :date, changed_in = :in, changed_at = :at, revision = :next',
      ConditionExpression: 'revision = :revision',
      ExpressionAttributeValues: {
        ...{ ':date': dated.modified_date, ':in': change.changed_in, ':at': change.changed_at },
        ...{ ':revision': revision, ':next': dated.revision },
      },
    }
    const { modified_date } = dated
    const attributes = { ...change, modified_date, revision: dated.revision }
    if ((await updateWith(table, { update, attributes }, [])) === 'written') return dated
    // Refused, or met by a transaction that may yet fail.
    return (await getOne(table, key))?.['revision'] === revision ? undefined : resource
  })
}

export const isChanged = (item: Item) => item['changed_in'] !== undefined
