import type { TimeRange } from '../../fields/filter.js'
import type { NumberedList } from '../numbered-list.js'
import { queryAll, queryPages } from '../../table/reads.js'
import { type Item, type Key, type Table } from '../../table/table.js'

/*
 * The index over changes. A member that was only created is found by its ordinal, for nothing; a member that was
 * changed carries these two attributes besides, so that a change costs one or two write units more, and a creation none
 * (docs/decisions/0014).
 */

/** The position of a changed member in the index over changes. */
export interface Change {
  /** One of the partitions of its list. */
  changed_in: string
  /** Date of the change with milliseconds, id, and date of the creation, separated by `#`. */
  changed_at: string
}

/** A change of a member as the index shows it. */
export interface ChangeEntry extends Key {
  /** Date of the change with milliseconds, `#`, id: no two are the same, so that it is a position in the order. */
  changed_at: string
  /** Date of the creation of the member. */
  created_date: string
}

export interface Changed {
  id: string
  created_date: string
  modified_date: string
}

/**
 * A partition takes a thousand write units a second, and a change takes two, as it moves an entry. Sixteen partitions
 * take eight thousand changes of a list a second. Each of them costs a reader half a unit.
 */
const PARTITIONS = 16

const partitionsOf = ({ name }: NumberedList) => Array.from({ length: PARTITIONS }, (_, i) => `${name}#${i}`)

/** Returns the attributes that a member has from its first change on. */
export const changeOf = (list: NumberedList, { id, created_date, modified_date }: Changed): Change => ({
  changed_in: partitionsOf(list)[parseInt(id.slice(0, 1), 16)] ?? `${list.name}#0`,
  changed_at: `${modified_date}#${id}#${created_date}`,
})

const entryIn = ({ pk, sk, changed_at }: Item): ChangeEntry => ({
  pk,
  sk,
  changed_at: positionIn(changed_at as string),
  created_date: (changed_at as string).split('#')[2] ?? '',
})

/** The position of a change, without the date of the creation. */
export const positionIn = (changed_at: string) => changed_at.split('#').slice(0, 2).join('#')

/** Sorts behind every entry of a position: `$` comes after `#`. */
const behind = (position: string) => (position.includes('#') ? `${position}$` : position)

/**
 * The next changes of a list, in order.
 * @param after the position of a change, or a date, to go on from
 * @param most how many are asked for; there may be more or fewer
 * @returns them, and whether these were the last
 */
export async function changesAfter(table: Table, list: NumberedList, after: string, most: number) {
  const parts = await Promise.all(
    partitionsOf(list).map((partition) =>
      queryAll(
        table,
        {
          IndexName: 'changes',
          KeyConditionExpression: 'changed_in = :partition AND changed_at > :after',
          ExpressionAttributeValues: { ':partition': partition, ':after': behind(after) },
          Limit: most,
        },
        most,
      ),
    ),
  )
  const entries = parts.flat().map(entryIn)
  // Entries beyond the end of a partition that was cut off may come after an entry that was cut off.
  const ends = parts
    .filter(({ length }) => length >= most)
    .map((part) => positionIn(String(part.at(-1)?.['changed_at'])))
  const end = ends.sort()[0]
  return {
    entries: entries
      .filter(({ changed_at }) => end === undefined || changed_at <= end)
      .sort((one, other) => (one.changed_at < other.changed_at ? -1 : 1)),
    wereLast: end === undefined,
  }
}

/**
 * Reads all changes of a list within a range of time, at some thirty for half a unit.
 * @param visit is called with the entries of each answer, in no order
 */
export async function visitChanges(
  table: Table,
  list: NumberedList,
  { from, before }: TimeRange,
  visit: (entries: ChangeEntry[]) => Promise<void>,
): Promise<void> {
  if (from >= before) return
  await Promise.all(
    partitionsOf(list).map(async (partition) => {
      const pages = queryPages(table, {
        IndexName: 'changes',
        KeyConditionExpression: 'changed_in = :partition AND changed_at BETWEEN :from AND :before',
        ExpressionAttributeValues: {
          ':partition': partition,
          ':from': new Date(from).toISOString(),
          ':before': before === Infinity ? '9' : new Date(before).toISOString(),
        },
      })
      for await (const page of pages) await visit(page.map(entryIn))
    }),
  )
}

/** The longest that a write may take from its date to its end, or else it gets another date. */
export const LATE_MS = 1_000

/**
 * The time after its end at which readers of changes treat a second as complete (docs/decisions/0014): the duration of
 * a write, and half a second for the index and for clocks that differ.
 */
export const SETTLING_MS = LATE_MS + 500

export const isChanged = (item: Item) => item['changed_in'] !== undefined
