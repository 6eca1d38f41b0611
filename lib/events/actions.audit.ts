import { setTimeout as sleep } from 'node:timers/promises'
import type { OsdiEvent } from './event.js'
import { originPolicy, isSelectable } from './origin.js'
import { type NumberedList, lists } from '../collections/numbered-list.js'
import { isA } from '../table/items/items.js'
import { getMany } from '../table/reads.js'
import { countedIn } from './store/totals.js'
import { type Item, type Key, type Table, keyOf, valueOf } from '../table/table.js'

/** Whether an event is in a list that it joins by its origin, and whether it should be. */
export interface EventListing {
  event: OsdiEvent
  list: NumberedList
  key: Key
  expected: boolean
  found: boolean
}

/** Long enough for a first attendance that is being counted just now. */
const SETTLING_MS = 300

/** Finds events in lists of actions that they should not be in, and events that are missing there. */
export async function* actionFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  const suspects = (await listingsOf(table, items)).filter(isWrong)
  if (suspects.length === 0) return
  await sleep(SETTLING_MS)
  const ids = new Set(suspects.map(({ event }) => event.id))
  const events = items.filter(({ id }) => ids.has(id as string))
  for (const { event, list, expected } of (await listingsOf(table, events)).filter(isWrong))
    yield `event:${event.id} ${expected ? 'is missing in' : 'must not be in'} the list "${list.name}".`
}

/** Returns the lists that the events among some items are in or should be in. */
async function listingsOf(table: Table, items: Item[]): Promise<EventListing[]> {
  const events = items.filter((item) => isA('event', item))
  const keys = events.flatMap(({ id }) => [
    lists.attendancesOf(id as string).length,
    keyOf.action(id as string),
    keyOf.selectable(id as string),
  ])
  const found = await getMany(table, keys, { consistent: true })
  return events.flatMap((item, i) => {
    const event = { ...valueOf<OsdiEvent>(item), ...countedIn(found[3 * i]) }
    const { id, owner } = event
    return [
      {
        event,
        list: lists.actionsOf(owner),
        key: keyOf.action(id),
        expected: originPolicy(event).listed,
        found: found[3 * i + 1] !== undefined,
      },
      {
        event,
        list: lists.selectableOf(owner),
        key: keyOf.selectable(id),
        expected: isSelectable(event),
        found: found[3 * i + 2] !== undefined,
      },
    ]
  })
}

const isWrong = ({ expected, found }: EventListing) => expected !== found
