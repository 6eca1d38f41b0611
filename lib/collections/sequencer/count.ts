import type { TransactItem } from '../../table/conflicts.js'
import { getMany, getOne } from '../../table/reads.js'
import type { Item, Table } from '../../table/table.js'
import { transact } from '../../table/transaction.js'
import { CONTENDED_MS } from '../contention.js'
import { type NumberedList, lengthIn, lengthOf, memberKey } from '../numbered-list.js'
import type { OnCount } from '../append-at.js'
import { isPending } from '../pending.js'
import { type NewMember, putSegment } from '../segments.js'
import { type JournalEntry, claimFound, membersInJournal, putEntry, readJournal } from './journal.js'
import { type CountedRange, withinOneTransaction, rangesOf } from './ranges.js'
import type { Batch, Turn } from './turns.js'

/**
 * A batch of this size is a rush. The length then says that its list is contended: a process that reads the length with
 * the event need not find that out by a conflict.
 */
export const RUSH = 20

/** The result of one attempt to count; nothing of it where another process was faster. */
export interface Counted {
  /** The counted members; undefined when there was nothing to count. */
  counted?: CountedRange
  /** Members that other processes have counted. Without them, the attempt has to be made again. */
  elsewhere?: string[]
  /** Batches of other processes that are counted, or need not be. */
  done?: Batch[]
  /** Entries that this process has found, and now has. They are to be applied before the next attempt. */
  found?: JournalEntry[]
}

/**
 * Counts those of some people who are pending: reads the length, the journal, the segments of its entries and the
 * members, strictly in this order, and then writes on condition that the length is the same. In a turn of its own, a
 * process counts the batches of others as well: each gets an entry of its own, which its process finds and applies.
 */
export async function count(
  table: Table,
  list: NumberedList,
  own: Batch,
  { isAlone, others }: Turn,
  onCount: OnCount,
): Promise<Counted> {
  // Batches of others only say whom to read: it does not matter when they are read.
  const [length, handedOver] = await Promise.all([getOne(table, list.length), others()])
  const journal = await readJournal(table, list)
  const found = await claimFound(table, list, journal, own.process)
  if (found.length > 0) return { found }
  const batches = withinOneTransaction(own, handedOver)
  const people = [...new Set(batches.flatMap(({ members }) => members))]
  // Segments never change: they may be read at any time after their entries.
  const [inJournal, pending] = await Promise.all([
    membersInJournal(table, list, journal),
    pendingMembers(table, list, people),
  ])
  const [, ...done] = batches
  const elsewhere = own.members.filter((person) => inJournal.has(person) && pending.has(person))
  const from = lengthIn(length)
  const ranges = rangesOf(list, from, batches, (person) => (inJournal.has(person) ? undefined : pending.get(person)))
  const last = ranges.at(-1)?.entry.last
  if (last === undefined) return { elsewhere, done }
  // A look costs one unit; a transaction that comes too late, all that it would have written.
  if (!isAlone && (await lengthOf(table, list)) !== from) return {}
  const { attributes, onFirstMember } = await onCount(table, list, length)
  const outcome = await transact(table, [
    advanceTo(table, list, length, { first: from + 1, last }, attributes),
    ...ranges.flatMap(({ entry, segments }) => [
      putEntry(table, list, entry),
      ...segments.flatMap((segment) => putSegment(table, list, segment)),
    ]),
    ...((from === 0 && (await onFirstMember?.())) || []),
  ])
  if (outcome !== 'written') return {}
  const counted = ranges.find(({ entry }) => entry.claimed_by === own.process)
  return { ...(counted && { counted }), elsewhere, done }
}

/** Returns those of some people who are pending. */
async function pendingMembers(table: Table, list: NumberedList, people: string[]): Promise<Map<string, NewMember>> {
  const keys = people.map((person) => memberKey(list, person))
  const items = await getMany(table, keys, { consistent: true })
  return new Map(
    people.flatMap((person, i): [string, NewMember][] =>
      isPending(items[i]) ? [[person, { person, created_date: items[i]?.['created_date'] as string | undefined }]] : [],
    ),
  )
}

/**
 * Advances the length to the end of an entry, if the list is in the state in which its length was read.
 * @param attributes that the length gets besides, unless it has them
 */
function advanceTo(
  table: Table,
  list: NumberedList,
  read: Item | undefined,
  { first, last }: Pick<JournalEntry, 'first' | 'last'>,
  attributes: Record<string, unknown> = {},
): TransactItem {
  const isRush = last - first + 1 >= RUSH
  const further = isRush ? { hot_until: Date.now() + CONTENDED_MS } : {}
  const sets = [
    '#length = :last',
    ...Object.keys(further).map((name) => `${name} = :${name}`),
    ...Object.keys(attributes).map((name) => `${name} = if_not_exists(${name}, :${name})`),
  ]
  const length = read?.['length']
  return {
    Update: {
      TableName: table.name,
      Key: list.length,
      UpdateExpression: `SET ${sets.join(', ')}`,
      ConditionExpression: length === undefined ? 'attribute_not_exists(#length)' : '#length = :length',
      ExpressionAttributeNames: { '#length': 'length' },
      ExpressionAttributeValues: {
        ':last': last,
        ...(length !== undefined && { ':length': length }),
        ...Object.fromEntries(
          Object.entries({ ...further, ...attributes }).map(([name, value]) => [`:${name}`, value]),
        ),
      },
    },
  }
}
