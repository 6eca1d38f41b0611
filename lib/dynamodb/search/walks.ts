import type { TimeRange } from '../../domain/filter.js'
import { changesAfter, isChanged, positionIn } from './changes.js'
import { inPieces } from '../in-parallel.js'
import { type NumberedList, lengthOf } from '../lists/numbered-list.js'
import { readShown, readWhole } from '../lists/read-page.js'
import { getMany } from '../reads.js'
import { type Item, type Table, keyIn } from '../table.js'

/** Members that are read together: ten blocks, at once. */
const CHUNK = 1_000

/**
 * By how much the order of a list may differ from that of its members' dates: a member has its date before it has
 * its place, and no request lasts longer.
 */
export const DISORDER_MS = 30_000

/** When a member got its place, give or take the disorder; of those that waited for it, when they were numbered. */
const placedAt = ({ numbered_at, created_date }: Item) => Date.parse(String(numbered_at ?? created_date))

/** By how much the time of a segment may differ from that of its neighbours: by how much clocks differ. */
export const CLOCK_MS = 1_000

/** Whether a member, and with it every one before it, had its ordinal before a time. */
const isPlacedBefore = (item: Item, time: number) =>
  placedAt(item) < time - (item['numbered_at'] === undefined ? DISORDER_MS : CLOCK_MS)

/**
 * All members of a list, newest first.
 * @param notBefore ends the walk where all members are older than this, in milliseconds
 */
export async function* newestFirst(
  table: Table,
  list: NumberedList,
  notBefore = -Infinity,
): AsyncGenerator<Item[]> {
  for (let newest = await lengthOf(table, list); newest > 0; newest -= CHUNK) {
    const items = await readWhole(table, list, Math.max(1, newest - CHUNK + 1), newest)
    yield items
    if (items.every((item) => isPlacedBefore(item, notBefore))) return
  }
}

/** How far a walk over changes has come. */
export interface Place {
  /** Of the next member that was only created. */
  ordinal: number
  /** Of the last change. */
  change: string
}

/** Where a walk begins that is to meet everything since a time, in milliseconds. */
export const placeOf = async (table: Table, list: NumberedList, since: number): Promise<Place> => ({
  ordinal: await firstSince(table, list, since),
  change: new Date(since).toISOString(),
})

/** What a walk over changes reads. */
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
 * The members of a list in the order of their last changes: those that were only created, by their place, merged
 * with those that were changed, by the index over changes.
 */
export async function* changesFrom(
  table: Table,
  list: NumberedList,
  { ordinal, change }: Place,
  reading: Reading,
): AsyncGenerator<{ item: Item; place: Place }> {
  const place = { ordinal, change }
  const created = createdFrom(table, list, ordinal, reading)
  const changed = changedFrom(table, list, change, reading)
  let [one, other] = await Promise.all([created.next(), changed.next()])
  while (!one.done || !other.done) {
    if (!one.done && (other.done || dateOf(one.value) <= dateOf(other.value))) {
      place.ordinal = (one.value['ordinal'] as number) + 1
      yield { item: one.value, place: { ...place } }
      one = await created.next()
    } else if (!other.done) {
      place.change = positionIn(other.value['changed_at'] as string)
      yield { item: other.value, place: { ...place } }
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
      // Changed once more since: it comes again, at its new place.
      yield* items.filter(
        (item, i): item is Item =>
          item !== undefined && positionIn(String(item['changed_at'])) === piece[i]?.changed_at,
      )
    }
    isLast = wereLast || wanted.length < entries.length
    after = entries.at(-1)?.changed_at ?? after
  }
}

/** The ordinal before which every member had its place at a time, found in a few reads from the end of the list. */
export async function firstSince(table: Table, list: NumberedList, time: number): Promise<number> {
  const isOlder = async (ordinal: number) => {
    // One that is not shown yet is not taken for older, so that the walk begins early rather than late.
    const [item] = await readShown(table, list, ordinal, ordinal)
    return item !== undefined && isPlacedBefore(item, time)
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
