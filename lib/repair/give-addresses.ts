import { addressed } from '../events/interface-event.js'
import { hasPublicPage } from '../events/origin.js'
import type { OsdiEvent } from '../events/event.js'
import { isA } from '../table/items/items.js'
import { scan } from '../table/scan.js'
import { eventStore } from '../events/store/event-store.js'
import { type Item, type Table, valueOf } from '../table/table.js'

/**
 * Gives readable addresses to events with pages that an earlier release has published: their long ones then lead to
 * them. Reads the whole table. Repeating it changes nothing.
 * @returns how many events got one
 */
export async function giveAddresses(table: Table): Promise<number> {
  const events = eventStore(table)
  let given = 0
  for await (const items of scan(table))
    for (const { owner, id } of items.flatMap(withoutAddress)) {
      const { slug } = await events.change(
        owner,
        id,
        (event, slugs) => Promise.resolve(hasPublicPage(event) ? addressed(event, slugs) : event),
        'leave out',
      )
      if (slug !== undefined) given += 1
    }
  return given
}

function withoutAddress(item: Item): OsdiEvent[] {
  const event = isA('event', item) ? valueOf<OsdiEvent>(item) : undefined
  return event && event.slug === undefined && hasPublicPage(event) ? [event] : []
}
