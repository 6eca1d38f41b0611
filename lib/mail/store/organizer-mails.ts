import { derivedId } from '../../fields/identifier.js'
import type { OsdiEvent } from '../../events/event.js'
import { type OrganizerMail, type OrganizerMailRequest, dateOf, isInTime } from '../emails-to-organizers.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Item, type Table, keyIn, keyOf } from '../../table/table.js'
import { putNew, transact, updateIgnoringConflict } from '../../table/transaction.js'
import { addressedIn } from '../../access/store/addresses.js'
import { hasChosen } from './chosen-mails.js'
import { noLongerDue } from './due-mail.js'
import { requestedMail } from './requested-mail.js'

/** Emails of one event: with the item that was due, they are one transaction of at most 100 items (DynamoDB limit). */
const MOST_MAILS = 90

/**
 * Asks for the email to each organizer who has chosen it, once: in the transaction by which it is no longer due.
 * @param item that has become due
 */
export async function askForOrganizers(
  table: Table,
  kind: OrganizerMail,
  item: Item,
  event: OsdiEvent,
  now: Date,
): Promise<void> {
  const cause = String(item['cause'])
  const done = noLongerDue(keyIn(item), cause)
  const isWanted = dateOf(kind, event) === cause && isInTime(kind, event, String(item['since']), now)
  const readers = isWanted ? await addressedIn(table, event.owner, (role) => hasChosen(role, kind)) : []
  const mails = readers.slice(0, MOST_MAILS).map(({ person, address }): TransactItem => {
    const id = derivedId('mail', kind, event.id, cause, address)
    const request: OrganizerMailRequest = { kind, event: event.id, organizer: person, cause }
    return putNew(table, keyOf.mail(id), requestedMail(request, now))
  })
  const outcome = await transact(table, [{ Update: { TableName: table.name, ...done } }, ...mails])
  // The event was moved away from this time and back: its email has been asked for before.
  if (outcome !== 'written') await updateIgnoringConflict(table, done)
}
