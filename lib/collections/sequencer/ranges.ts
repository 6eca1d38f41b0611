import { BLOCK, type NumberedList } from '../numbered-list.js'
import { type NewMember, type Segment, cutIntoSegments } from '../segments.js'
import type { JournalEntry } from './journal.js'
import type { Batch } from './turns.js'

/**
 * Members of one batch. Its transaction holds the length and a segment for each block, of some 4 KB; applying its
 * ordinals takes as many single updates.
 */
export const BATCH = 900

/** A transaction takes 100 operations. The length is one, and the first attendance of an event brings a few. */
const MOST_OPERATIONS = 90

/** The operations of a batch: an entry, and at most two for each block that it touches. */
const operationsOf = ({ members }: Batch) => 1 + 2 * (Math.ceil(members.length / BLOCK) + 1)

/** Returns the batch of a process, and as many of those of others as fit into a transaction with it. */
export function withinOneTransaction(own: Batch, others: Batch[]): Batch[] {
  const batches = [own]
  let [members, operations] = [own.members.length, operationsOf(own)]
  for (const other of others) {
    members += other.members.length
    operations += operationsOf(other)
    if (members > BATCH || operations > MOST_OPERATIONS) break
    batches.push(other)
  }
  return batches
}

/** Members that are counted together: their journal entry and their segments. */
export interface CountedRange {
  entry: JournalEntry
  segments: Segment[]
}

/**
 * Gives the pending members of batches consecutive ordinals, a journal entry and segments to each batch.
 * @param pendingMember returns a member who is to be counted. A person who is in two batches is counted in the first
 */
export function rangesOf(
  list: NumberedList,
  from: number,
  batches: Batch[],
  pendingMember: (person: string) => NewMember | undefined,
): CountedRange[] {
  const since = new Date().toISOString()
  const taken = new Set<string>()
  let last = from
  return batches.flatMap(({ process, members }) => {
    const fresh = members.filter((person) => !taken.has(person)).flatMap((person) => pendingMember(person) ?? [])
    if (fresh.length === 0) return []
    fresh.forEach(({ person }) => taken.add(person))
    const first = last + 1
    last += fresh.length
    return [{ entry: { first, last, since, claimed_by: process }, segments: cutIntoSegments(list, first, fresh) }]
  })
}
