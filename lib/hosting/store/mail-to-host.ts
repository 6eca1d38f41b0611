import type { OsdiEvent } from '../../events/event.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { derivedId } from '../../fields/identifier.js'
import { requestedMail } from '../../mail/store/requested-mail.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Table, keyOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import { type HostMail, hostMailOf } from '../host-told.js'
import { isWaiting } from '../review.js'
import type { ReviewMail } from '../review-email.js'

/** The mails to the supporter who hosts an event, and to the team when it begins to wait, once for each cause. */
export const mailToHost: EventReaction = {
  withNew: (table, event) => mailOf(table, event),
  withChange: (table, before, after) => mailOf(table, after, before),
}

function mailOf(table: Table, after: OsdiEvent, before?: OsdiEvent): TransactItem[] {
  const kind = hostMailOf(after, before)
  const id = (of: string) => keyOf.mail(derivedId('mail', of, after.id, String(after.revision)))
  const begins = isWaiting(after) && !(before && isWaiting(before))
  return [
    ...(kind ? [putNew(table, id(kind), requestedMail<HostMail>({ kind, hosted: after.id }, new Date()))] : []),
    ...(begins
      ? [
          putNew(
            table,
            id('to-review'),
            requestedMail<ReviewMail>({ kind: 'to-review', waiting: after.id }, new Date()),
          ),
        ]
      : []),
  ]
}
