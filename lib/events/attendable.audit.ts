import { isDeepStrictEqual } from 'node:util'
import type { OsdiEvent } from './event.js'
import { attendableIn, attendableOf, eventOf } from './store/attendable.js'
import { listWithLengthAt } from '../collections/numbered-list.js'
import { getMany } from '../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../table/table.js'

/** The length of an event's attendances, and the event if it exists. */
interface Length {
  item: Item
  id: string
  event: OsdiEvent | undefined
}

/** Finds the lengths of attendances among some items, and reads their events. */
async function attendableLengths(table: Table, items: Item[]): Promise<Length[]> {
  const lengths = items.flatMap((item) => {
    const list = listWithLengthAt(item)
    const id = list && eventOf(list)
    return id === undefined ? [] : [{ item, id }]
  })
  const keys = lengths.map(({ id }) => keyOf.event(id))
  const events = await getMany(table, keys, { consistent: true })
  return lengths.map((each, i) => ({ ...each, event: events[i] && valueOf<OsdiEvent>(events[i]) }))
}

/**
 * Finds lengths of attendances that show another event than there is, so that RSVPs would be recorded for another
 * owner, or beyond the capacity.
 */
export async function* attendableFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  for (const { item, id, event } of await attendableLengths(table, items)) {
    const kept = attendableIn(id, item)
    if (kept && event && !isDeepStrictEqual(attendableOf(kept), attendableOf(event)))
      yield `The length of the attendances of event:${id} shows another event than there is.`
  }
}
