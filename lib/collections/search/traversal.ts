import type { TimeRange } from '../../fields/filter.js'
import { changesAfter, isChanged, positionIn } from './changes.js'
import { tooWide } from './found.js'
import { inPieces } from '../../table/in-parallel.js'
import { type NumberedList, lengthOf } from '../numbered-list.js'
import { readShown, readWhole } from '../read-page.js'
import { getMany } from '../../table/reads.js'
import { type Item, type Table, keyIn } from '../../table/table.js'

/** Members that are read together: ten blocks. */
const CHUNK = 1_000

/**
 * By how much the order of a list may differ from that of its members' dates, in milliseconds: a member has its date
 * before it has its ordinal, and no request lasts longer.
 */
export const DISORDER_MS = 30_000

/** When a member got its ordinal: the time of its segment, or its date of creation, give or take the disorder. */
const ordinalAt = ({ numbered_at, created_date }: Item) => Date.parse(String(numbered_at ?? created_date))

/** By how much the clocks of processes, and so the times of segments, may differ, in milliseconds. */
export const CLOCK_MS = 1_000

/** Whether a member, and with it every one before it, had its ordinal before a time. */
const hadOrdinalBefore = (item: Item, time: number) =>
  ordinalAt(item) < time - (item['numbered_at'] === undefined ? DISORDER_MS : CLOCK_MS)

/**
 * Reads all members of a list, newest first.
 * @param notBefore ends where all members are older than this, in milliseconds
 * @param most members that the caller can read
 * @throws OsdiError invalid before it reads any, when the length of the list shows that they are more
 */
export async function* newestFirst(
  table: Table,
  list: NumberedList,
  notBefore = -Infinity,
  most = Infinity,
): AsyncGenerator<Item[]> {
  const length = await lengthOf(table, list)
  if (length > most) {
    const first = notBefore === -Infinity ? 1 : await firstSince(table, list, notBefore)
    if (length - first + 1 > most) throw tooWide(most)
  }
  for (let newest = length; newest > 0; newest -= CHUNK) {
    const items = await readWhole(table, list, Math.max(1, newest - CHUNK + 1), newest)
    yield items
    if (items.every((item) => hadOrdinalBefore(item, notBefore))) return
  }
}

export interface TraversalPosition {
  /** The next member that was only created. */
  ordinal: number
  /** The last change. */
  change: string
}

/** Finds where a traversal of everything since a time begins. @param since in milliseconds */
export const startOf = async (table: Table, list: NumberedList, since: number): Promise<TraversalPosition> => ({
  ordinal: await firstSince(table, list, since),
  change: new Date(since).toISOString(),
})

export interface Reading {
  /** Dates of changes outside of this range may be left out. */
  range: TimeRange
  /** About how many are read at a time. */
  most: number
  /** The first changes, if the caller has just read them. */
  first?: Changes
}

type Changes = Awaited<ReturnType<typeof changesAfter>>

/**
 * Reads the members of a list in the order of their last changes: it merges members that were only created, in the
 * order of the list, with members that were changed, in the order of the index over changes.
 */
export async function* changesFrom(
  table: Table,
  list: NumberedList,
  { ordinal, change }: TraversalPosition,
  reading: Reading,
): AsyncGenerator<{ item: Item; position: TraversalPosition }> {
  const position = { ordinal, change }
  const created = createdFrom(table, list, ordinal, reading)
  const changed = changedFrom(table, list, change, reading)
  let [one, other] = await Promise.all([created.next(), changed.next()])
  while (!one.done || !other.done) {
    if (!one.done && (other.done || dateOf(one.value) <= dateOf(other.value))) {
      position.ordinal = (one.value['ordinal'] as number) + 1
      yield { item: one.value, position: { ...position } }
      one = await created.next()
    } else if (!other.done) {
      position.change = positionIn(other.value['changed_at'] as string)
      yield { item: other.value, position: { ...position } }
      other = await changed.next()
    }
  }
}

const dateOf = ({ modified_date }: Item) => modified_date as string

async function* createdFrom(table: Table, list: NumberedList, from: number, { range, most }: Reading) {
  const length = await lengthOf(table, list)
  for (let [first, size] = [from, most]; first <= length;) {
    const items = await readWhole(table, list, first, Math.min(length, first + size - 1), range)
    yield* items.reverse().filter((item) => !isChanged(item))
    first += size
    // Segments outside of the range cost little, so that more of them are passed over at once.
    size = items.length === 0 ? Math.min(2 * size, CHUNK) : most
  }
}

async function* changedFrom(table: Table, list: NumberedList, from: string, { range, most, first }: Reading) {
  const end = range.before === Infinity ? '9' : new Date(range.before).toISOString()
  for (let [after, isLast, known] = [from, false, first]; !isLast; known = undefined) {
    const { entries, wereLast } = known ?? (await changesAfter(table, list, after, most))
    const wanted = entries.filter(({ changed_at }) => changed_at < end)
    for (const piece of inPieces(wanted, most)) {
      const items = await getMany(table, piece.map(keyIn), { consistent: true })
      // A member that changed again comes again, at its new position.
      yield* items.filter(
        (item, i): item is Item =>
          item !== undefined && positionIn(String(item['changed_at'])) === piece[i]?.changed_at,
      )
    }
    isLast = wereLast || wanted.length < entries.length
    after = entries.at(-1)?.changed_at ?? after
  }
}

/** Finds the first ordinal that a member may have got since a time, in a few reads from the end of the list. */
export async function firstSince(table: Table, list: NumberedList, time: number): Promise<number> {
  const isOlder = async (ordinal: number) => {
    // A member that is not visible yet does not count as older: the traversal begins early rather than late.
    const [item] = await readShown(table, list, ordinal, ordinal)
    return item !== undefined && hadOrdinalBefore(item, time)
  }
  let [older, newer] = [0, (await lengthOf(table, list)) + 1]
  for (let step = STEP; newer - step > older; step *= 4) {
    if (await isOlder(newer - step)) older = newer - step
    else newer -= step
  }
  while (newer - older > STEP) {
    const middle = (newer + older) >> 1
    if (await isOlder(middle)) older = middle
    else newer = middle
  }
  return older + 1
}

const STEP = 100
