import { isDeepStrictEqual } from 'node:util'
import type { OsdiEvent } from '../../domain/event.js'
import { pagesOf } from './audit.js'
import { attendableIn, attendableOf, attendableUpdate } from '../lists/attendable.js'
import { listWithLengthAt } from '../lists/numbered-list.js'
import { getMany } from '../reads.js'
import { type Item, type Table, keyOf, valueOf } from '../table.js'
import { updateIgnoringConflict } from '../transaction.js'

/** The length of an event's attendances, and the event if it exists. */
interface Length {
  item: Item
  id: string
  event: OsdiEvent | undefined
}

async function lengthsIn(table: Table, items: Item[]): Promise<Length[]> {
  const lengths = items.flatMap((item) => {
    const id = listWithLengthAt(item)?.ofEvent
    return id === undefined ? [] : [{ item, id }]
  })
  const keys = lengths.map(({ id }) => keyOf.event(id))
  const events = await getMany(table, keys, { consistent: true })
  return lengths.map((each, i) => ({ ...each, event: events[i] && valueOf<OsdiEvent>(events[i]) }))
}

/**
 * Finds lengths of attendances that show another event than there is, so that RSVPs would be recorded for another
 * owner, or beyond the capacity. A length of an earlier version shows none.
 */
export async function* attendableFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  for (const { item, id, event } of await lengthsIn(table, items)) {
    const kept = attendableIn(id, item)
    if (kept && event && !isDeepStrictEqual(attendableOf(kept), attendableOf(event)))
      yield `The length of the attendances of event:${id} shows another event than there is.`
  }
}

/** Completes the lengths of attendances that an earlier version has written. @returns how many */
export async function keepAttendable(table: Table): Promise<number> {
  let completed = 0
  for await (const items of pagesOf(table))
    for (const { item, event } of await lengthsIn(table, items))
      if (event && item['attendable'] === undefined) {
        await updateIgnoringConflict(table, attendableUpdate(event))
        completed += 1
      }
  return completed
}
