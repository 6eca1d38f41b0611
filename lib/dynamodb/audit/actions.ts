import { setTimeout as sleep } from 'node:timers/promises'
import type { OsdiEvent } from '../../domain/event.js'
import { originPolicy, isSelectable } from '../../domain/origin.js'
import { type NumberedList, lengthIn, lists } from '../lists/numbered-list.js'
import { isA } from '../items/items.js'
import { getMany } from '../reads.js'
import { type Item, type Key, type Table, keyOf, valueOf } from '../table.js'

/** A place of an event in a list that it joins by its origin, as it should be and as it is. */
export interface PlaceOfEvent {
  event: OsdiEvent
  list: NumberedList
  key: Key
  expected: boolean
  found: boolean
}

/** Long enough for a first attendance that is being counted just now. */
const SETTLING_MS = 300

/** Events that stand among actions where they should not, or do not where they should, of some items of the table. */
export async function* actionFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  const suspects = (await placesOf(table, items)).filter(isWrong)
  if (suspects.length === 0) return
  await sleep(SETTLING_MS)
  const ids = new Set(suspects.map(({ event }) => event.id))
  const events = items.filter(({ id }) => ids.has(id as string))
  for (const { event, list, expected } of (await placesOf(table, events)).filter(isWrong))
    yield `event:${event.id} ${expected ? 'is missing in' : 'must not be in'} the list "${list.name}".`
}

/** The places that events among some items of the table have or should have. */
export async function placesOf(table: Table, items: Item[]): Promise<PlaceOfEvent[]> {
  const events = items.filter((item) => isA('event', item))
  const keys = events.flatMap(({ id }) => [
    lists.attendancesOf(id as string).length,
    keyOf.action(id as string),
    keyOf.selectable(id as string),
  ])
  const found = await getMany(table, keys, { consistent: true })
  return events.flatMap((item, i) => {
    const event = { ...valueOf<OsdiEvent>(item), total_accepted: lengthIn(found[3 * i]) }
    const { id, owner } = event
    return [
      {
        ...{ event, list: lists.actionsOf(owner), key: keyOf.action(id) },
        ...{ expected: originPolicy(event).listed, found: found[3 * i + 1] !== undefined },
      },
      {
        ...{ event, list: lists.selectableOf(owner), key: keyOf.selectable(id) },
        ...{ expected: isSelectable(event), found: found[3 * i + 2] !== undefined },
      },
    ]
  })
}

const isWrong = ({ expected, found }: PlaceOfEvent) => expected !== found
