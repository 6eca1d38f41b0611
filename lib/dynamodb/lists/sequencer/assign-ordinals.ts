import { randomUUID } from 'node:crypto'
import { inPieces } from '../../in-parallel.js'
import { applyEntry } from './apply-ordinals.js'
import { CONTENDED_MS } from '../contention.js'
import {
  type ClaimedEntry,
  type JournalEntry,
  claimEntry,
  isAbandoned,
  membersInJournal,
  putEntry,
  readJournal,
} from './journal.js'
import { type NumberedList, countedFrom, lengthIn, lengthOf, listNamed, memberKey } from '../numbered-list.js'
import { getMany, getOne } from '../../reads.js'
import { type NewMember, type Segment, cutIntoSegments, putSegment } from '../segments.js'
import type { OnCount } from '../on-count.js'
import { leaseOn } from './lease.js'
import { isPending } from '../pending.js'
import type { Item, Table } from '../../table.js'
import { retryOnConflict } from '../../retry-on-conflict.js'
import type { TransactItem } from '../../conflicts.js'
import { transact } from '../../transaction.js'

/**
 * Members of one batch. Its transaction holds the length and a segment for each block, of some 4 KB; applying its
 * ordinals takes as many single updates.
 */
export const BATCH = 900

/**
 * A batch of this size is a rush. The length then says that its list is contended: a process that reads the length with
 * the event need not find that out by a conflict.
 */
const RUSH = 20

/** The longest pause of a process that waits for the lease, in milliseconds. */
const PAUSE_MS = 250

/**
 * Assigns ordinals to pending members of a list, each exactly once. Safe to run concurrently, to repeat, and to
 * interrupt at any step; assigning-ordinals.md holds the protocol and its proof.
 * @param name of the list
 * @param people the persons who are members; members that are not pending are passed over
 * @param onCount says what is written with the members
 * @returns the persons who are in a journal entry of another process: counted, and pending until it has applied their
 *   ordinals, or until the entry is abandoned and claimed
 * @throws OsdiError busy when the length could not be advanced within some seconds
 */
export async function assignOrdinals(
  table: Table,
  name: string,
  people: string[],
  onCount: OnCount,
): Promise<string[]> {
  const list = listNamed(name)
  const elsewhere: string[] = []
  for (const batch of inPieces([...new Set(people)], BATCH))
    elsewhere.push(...(await assignBatch(table, list, batch, onCount)))
  return elsewhere
}

/**
 * In a rush, batches of the same list take a lease: the consumers of fifty shards would conflict most of the time.
 * Ordinals are applied after the lease is released.
 */
async function assignBatch(
  table: Table,
  list: NumberedList,
  people: string[],
  onCount: OnCount,
): Promise<string[]> {
  const process = randomUUID()
  const lease = people.length < RUSH ? undefined : leaseOn(table, list)
  const { counted, elsewhere } = await retryOnConflict(async () => {
    const acquired = await lease?.acquire()
    if (lease && !acquired) return undefined
    const outcome = await count(table, list, people, {
      ...{ process, onCount },
      isAlone: acquired === 'acquired',
    })
    if (acquired === 'acquired') lease?.release()
    return outcome
  }, lease && PAUSE_MS)
  const [isApplied] = await Promise.all([
    counted ? applyEntry(table, list, counted.entry, counted.segments) : true,
    lease?.released(),
  ])
  return isApplied ? elsewhere : people
}

/** The result of one attempt to count. */
interface Counted {
  /** The counted members; undefined when there was nothing to count. */
  counted?: { entry: ClaimedEntry; segments: Segment[] }
  /** Members that other processes have counted. */
  elsewhere: string[]
}

/**
 * Counts those of some people who are pending: reads the length, the journal, the segments of its entries and the
 * members, strictly in this order, and then writes on condition that the length is the same.
 * @param options.isAlone whether no other process should be counting
 * @returns undefined when another process was faster, or after applying an entry: the attempt has to be made again
 */
async function count(
  table: Table,
  list: NumberedList,
  people: string[],
  { process, onCount, isAlone }: { process: string; onCount: OnCount; isAlone: boolean },
): Promise<Counted | undefined> {
  const length = await getOne(table, list.length)
  const journal = await readJournal(table, list)
  if (await applyOwn(table, list, journal, process)) return undefined
  // Segments never change: they may be read at any time after their entries.
  const [inJournal, pending] = await Promise.all([
    membersInJournal(table, list, journal),
    pendingMembers(table, list, people),
  ])
  const fresh = pending.filter(({ person }) => !inJournal.has(person))
  const elsewhere = pending.map(({ person }) => person).filter((person) => inJournal.has(person))
  if (fresh.length === 0) return { elsewhere }
  const from = lengthIn(length)
  // A look costs one unit; a transaction that comes too late, all that it would have written.
  if (!isAlone && (await lengthOf(table, list)) !== from) return undefined
  const segments = cutIntoSegments(list, from + 1, fresh)
  const since = new Date().toISOString()
  const { attributes, onFirstMember } = await onCount(table, list, length)
  const entry = { first: from + 1, last: from + fresh.length, since, claimed_by: process }
  const outcome = await transact(table, [
    advanceTo(table, list, length, entry, attributes),
    putEntry(table, list, entry),
    ...segments.flatMap((segment) => putSegment(table, list, segment)),
    ...((from === 0 && (await onFirstMember?.())) || []),
  ])
  return outcome === 'written' ? { counted: { entry, segments }, elsewhere } : undefined
}

/**
 * Applies the entries that this process has, by an attempt whose answer was lost, and those abandoned ones that it can
 * claim.
 * @returns whether there were any
 */
async function applyOwn(
  table: Table,
  list: NumberedList,
  journal: JournalEntry[],
  process: string,
): Promise<boolean> {
  const claims = journal.map(async (entry) => {
    if (entry.claimed_by === process) return { ...entry, claimed_by: process }
    return isAbandoned(entry) ? claimEntry(table, list, entry, process) : undefined
  })
  const own = (await Promise.all(claims)).filter((entry) => entry !== undefined)
  for (const entry of own) await applyEntry(table, list, entry)
  return own.length > 0
}

async function pendingMembers(table: Table, list: NumberedList, people: string[]): Promise<NewMember[]> {
  const keys = people.map((person) => memberKey(list, person))
  const items = await getMany(table, keys, { consistent: true })
  return people.flatMap((person, i) =>
    isPending(items[i]) ? [{ person, created_date: items[i]?.['created_date'] as string | undefined }] : [],
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
  { first, last }: JournalEntry,
  attributes: Record<string, unknown> = {},
): TransactItem {
  const isRush = last - first + 1 >= RUSH
  const further = {
    ...(isRush && { hot_until: Date.now() + CONTENDED_MS }),
    ...(list.hasCreationCounts && countedFrom(list, read) > first && { counted_from: first }),
  }
  const sets = [
    '#length = :last',
    ...Object.keys(further).map((name) => `${name} = :${name}`),
    ...Object.keys(attributes).map((name) => `${name} = if_not_exists(${name}, :${name})`),
  ]
  const [length, removed] = [read?.['length'], read?.['removed']]
  return {
    Update: {
      TableName: table.name,
      Key: list.length,
      UpdateExpression: `SET ${sets.join(', ')}`,
      ConditionExpression: [
        length === undefined ? 'attribute_not_exists(#length)' : '#length = :length',
        removed === undefined ? 'attribute_not_exists(removed)' : 'removed = :removed',
      ].join(' AND '),
      ExpressionAttributeNames: { '#length': 'length' },
      ExpressionAttributeValues: {
        ':last': last,
        ...(length !== undefined && { ':length': length }),
        ...(removed !== undefined && { ':removed': removed }),
        ...Object.fromEntries(
          Object.entries({ ...further, ...attributes }).map(([name, value]) => [`:${name}`, value]),
        ),
      },
    },
  }
}
