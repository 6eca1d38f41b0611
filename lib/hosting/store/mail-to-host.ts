import type { OsdiEvent } from '../../events/event.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { derivedId } from '../../fields/identifier.js'
import { requestedMail } from '../../mail/store/requested-mail.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Table, keyOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import { type HostMail, hostMailOf } from '../host-mails.js'

/** The mail to the supporter who hosts an event, once for each cause. */
export const mailToHost: EventReaction = {
  withNew: (table, event) => mailOf(table, event),
  withChange: (table, before, after) => mailOf(table, after, before),
}

function mailOf(table: Table, after: OsdiEvent, before?: OsdiEvent): TransactItem[] {
  const kind = hostMailOf(after, before)
  if (!kind) return []
  const id = derivedId('mail', kind, after.id, String(after.revision))
  return [putNew(table, keyOf.mail(id), requestedMail<HostMail>({ kind, hosted: after.id }, new Date()))]
}
