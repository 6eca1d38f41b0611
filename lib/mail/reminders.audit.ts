import type { OsdiEvent } from '../events/event.js'
import { DUE_MAILS } from './schedule.js'
import { isA } from '../table/items/items.js'
import { getMany } from '../table/reads.js'
import { mailToCome } from './store/event-mail.js'
import { type Item, type Table, keyOf, valueOf } from '../table/table.js'

/** Finds events that lack a scheduled mail. */
export async function* reminderFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  for (const { event, kind } of await unplannedMails(table, items, new Date()))
    yield `event:${event.id} has no ${kind}.`
}

/** Returns the scheduled emails of upcoming events among some items that are not planned. */
async function unplannedMails(table: Table, items: Item[], now: Date) {
  const events = items.filter((item) => isA('event', item)).map((item) => valueOf<OsdiEvent>(item))
  const mails = events.flatMap((event) =>
    DUE_MAILS.flatMap((kind) => {
      const item = mailToCome(table, kind, event, now)
      return item ? [{ event, kind, item }] : []
    }),
  )
  const found = await getMany(
    table,
    mails.map(({ event, kind }) => keyOf.eventMail(event.id, kind)),
    { consistent: true },
  )
  return mails.filter((_, i) => found[i] === undefined)
}
