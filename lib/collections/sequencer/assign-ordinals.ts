import { randomUUID } from 'node:crypto'
import { inPieces } from '../../table/in-parallel.js'
import { retryOnConflict } from '../../table/conflicts.js'
import type { Table } from '../../table/table.js'
import { type NumberedList, listNamed } from '../numbered-list.js'
import type { OnCount } from '../append-at.js'
import { segmentsBetween } from '../segments.js'
import { applyEntry } from './apply-ordinals.js'
import { RUSH, count } from './count.js'
import type { JournalEntry } from './journal.js'
import { BATCH } from './ranges.js'
import { AT_ONCE, turnsOn } from './turns.js'

/** The longest pause of a process that waits for the lease, in milliseconds. */
const PAUSE_MS = 80

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
 * In a rush, processes take turns on a list: the consumers of fifty shards would conflict most of the time. Each
 * applies its own ordinals after the turn.
 */
async function assignBatch(table: Table, list: NumberedList, people: string[], onCount: OnCount): Promise<string[]> {
  const process = randomUUID()
  const turns = people.length < RUSH ? AT_ONCE : turnsOn(table, list, process)
  let left = people
  try {
    const { counted, elsewhere, end } = await retryOnConflict(
      async () => {
        const turn = await turns.next(left)
        if (!turn) return undefined
        const {
          found = [],
          done = [],
          ...outcome
        } = await count(table, list, { process, members: left }, turn, onCount)
        const end = turn.end(done)
        const applied = await applyFound(table, list, found)
        left = left.filter((person) => !applied.has(person))
        if (left.length === 0) return { elsewhere: [], end }
        if (outcome.elsewhere) return { ...outcome, elsewhere: outcome.elsewhere, end }
        await end
        return undefined
      },
      people.length < RUSH ? undefined : PAUSE_MS,
    )
    const [isApplied] = await Promise.all([
      counted ? applyEntry(table, list, counted.entry, counted.segments) : true,
      end,
    ])
    return isApplied ? elsewhere : left
  } finally {
    await turns.leave()
  }
}

/** Applies entries that this process has found. @returns the persons who have their ordinals by that */
async function applyFound(table: Table, list: NumberedList, entries: JournalEntry[]): Promise<Set<string>> {
  const applied = new Set<string>()
  for (const entry of entries) {
    const segments = await segmentsBetween(table, list, entry.first, entry.last)
    if (!(await applyEntry(table, list, entry, segments))) continue
    for (const person of segments.flatMap(({ members }) => members)) applied.add(person)
  }
  return applied
}
