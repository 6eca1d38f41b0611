import type { NumberedList } from '../numbered-list.js'
import { getBeside } from '../../table/reads.js'
import { segmentsBetween } from '../segments.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { deleteItem, putNew, transact, changing } from '../../table/transaction.js'
import { is } from '../../table/condition.js'

/**
 * A range of ordinals that is counted, while its members do not all carry their ordinals yet. The process that has the
 * entry applies them.
 */
export interface JournalEntry {
  first: number
  last: number
  /** When the entry was written, claimed or renewed, as an ISO date. */
  since: string
  /** The process that has the entry. */
  claimed_by: string
}

/** The age at which the process of an entry counts as crashed, in milliseconds. */
const ABANDONED_MS = 5_000

/** The entries of a list as they stand this moment, in the order of their ordinals. */
export const readJournal = async (table: Table, { name }: NumberedList): Promise<JournalEntry[]> =>
  (await getBeside(table, keyOf.journalEntry(name))) as (Item & JournalEntry)[]

/** The persons whom the entries of a list name: counted, and perhaps pending. */
export async function membersInJournal(
  table: Table,
  list: NumberedList,
  journal?: JournalEntry[],
): Promise<Set<string>> {
  const entries = journal ?? (await readJournal(table, list))
  const segments = await Promise.all(entries.map(({ first, last }) => segmentsBetween(table, list, first, last)))
  return new Set(segments.flat().flatMap(({ members }) => members))
}

export const putEntry = (table: Table, { name }: NumberedList, entry: JournalEntry): TransactItem =>
  putNew(table, keyOf.journalEntry(name, entry.first), entry)

const ageOf = ({ since }: JournalEntry) => Date.now() - Date.parse(since)

const isAbandoned = (entry: JournalEntry) => ageOf(entry) > ABANDONED_MS

/** Whether a process should renew its entry before another one claims it. */
export const isDue = (entry: JournalEntry) => ageOf(entry) > ABANDONED_MS / 2

/**
 * Claims an entry, or renews one that the process has: one of many succeeds.
 * @param entry as it was read
 * @param process that wants it
 * @returns the entry as it is now; undefined when it is gone, or another process has it
 */
export async function claimEntry(
  table: Table,
  { name }: NumberedList,
  entry: JournalEntry,
  process: string,
): Promise<JournalEntry | undefined> {
  const since = new Date().toISOString()
  const outcome = await transact(table, [
    changing(
      table,
      keyOf.journalEntry(name, entry.first),
      { set: { since, claimed_by: process } },
      is('since', entry.since),
    ),
  ])
  return outcome === 'written' ? { ...entry, since, claimed_by: process } : undefined
}

/** Removes an entry, if the process still has it. */
export const removeEntry = (table: Table, { name }: NumberedList, { first, claimed_by }: JournalEntry) =>
  deleteItem(table, keyOf.journalEntry(name, first), {
    ConditionExpression: 'claimed_by = :process',
    ExpressionAttributeValues: { ':process': claimed_by },
  })

/**
 * Finds the entries that this process has, by an attempt whose answer was lost or by the turn of another process, and
 * claims those that are abandoned.
 */
export async function claimFound(
  table: Table,
  list: NumberedList,
  journal: JournalEntry[],
  process: string,
): Promise<JournalEntry[]> {
  const claims = journal.map(async (entry) => {
    if (entry.claimed_by === process) return entry
    return isAbandoned(entry) ? claimEntry(table, list, entry, process) : undefined
  })
  return (await Promise.all(claims)).filter((entry) => entry !== undefined)
}
