import type { OsdiEvent } from '../../domain/events/event.js'
import { isA } from '../items/items.js'
import { getMany } from '../reads.js'
import { reminderToCome } from '../stores/mail/event-mail.js'
import { type Item, type Table, keyOf, valueOf } from '../table.js'

/** Finds events whose people would get no reminder, because an earlier release has written or imported them. */
export async function* reminderFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  for (const { id } of await reminderlessEvents(table, items, new Date()))
    yield `event:${id} has no reminder; run repair.`
}

/** Returns the events among some items whose reminder is to come and not planned. */
export async function reminderlessEvents(table: Table, items: Item[], now: Date): Promise<OsdiEvent[]> {
  const events = items
    .filter((item) => isA('event', item))
    .map((item) => valueOf<OsdiEvent>(item))
    .filter((event) => reminderToCome(table, event, now))
  const found = await getMany(
    table,
    events.map(({ id }) => keyOf.eventMail(id, 'reminder')),
    { consistent: true },
  )
  return events.filter((_, i) => found[i] === undefined)
}
