import { changesAfter, isChanged } from './changes.js'
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
const DISORDER_MS = 30_000

/** When a member got its place, give or take the disorder; of those that waited for it, when they were numbered. */
const placedAt = ({ numbered_at, created_date }: Item) => Date.parse(String(numbered_at ?? created_date))

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
    if (items.every((item) => placedAt(item) < notBefore - DISORDER_MS)) return
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
  ordinal: await firstSince(table, list, since - DISORDER_MS),
  change: new Date(since).toISOString(),
})

/**
 * The members of a list in the order of their last changes: those that were only created, by their place, merged
 * with those that were changed, by the index over changes.
 * @param most about how many are read at a time
 */
export async function* changesFrom(
  table: Table,
  list: NumberedList,
  { ordinal, change }: Place,
  most: number,
): AsyncGenerator<{ item: Item; place: Place }> {
  const place = { ordinal, change }
  const [created, changed] = [createdFrom(table, list, ordinal, most), changedFrom(table, list, change, most)]
  let [one, other] = await Promise.all([created.next(), changed.next()])
  while (!one.done || !other.done) {
    if (!one.done && (other.done || dateOf(one.value) <= dateOf(other.value))) {
      place.ordinal = (one.value['ordinal'] as number) + 1
      yield { item: one.value, place: { ...place } }
      one = await created.next()
    } else if (!other.done) {
      place.change = other.value['changed_at'] as string
      yield { item: other.value, place: { ...place } }
      other = await changed.next()
    }
  }
}

const dateOf = ({ modified_date }: Item) => modified_date as string

async function* createdFrom(table: Table, list: NumberedList, from: number, most: number) {
  const length = await lengthOf(table, list)
  for (let first = from; first <= length; first += most) {
    const items = await readWhole(table, list, first, Math.min(length, first + most - 1))
    yield* items.reverse().filter((item) => !isChanged(item))
  }
}

async function* changedFrom(table: Table, list: NumberedList, from: string, most: number) {
  for (let [after, isLast] = [from, false]; !isLast;) {
    const { entries, wereLast } = await changesAfter(table, list, after, most)
    const items = await getMany(table, entries.map(keyIn), { consistent: true })
    // Changed once more since: it comes again, at its new place.
    yield* items.filter((item, i): item is Item => item?.['changed_at'] === entries[i]?.changed_at)
    isLast = wereLast
    after = entries.at(-1)?.changed_at ?? after
  }
}

/** The ordinal before which every member had its place at a time, found in a few reads from the end of the list. */
async function firstSince(table: Table, list: NumberedList, time: number): Promise<number> {
  const isOlder = async (ordinal: number) => {
    // One that is not shown yet is not taken for older, so that the walk begins early rather than late.
    const [item] = await readShown(table, list, ordinal, ordinal)
    return item !== undefined && placedAt(item) < time
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
