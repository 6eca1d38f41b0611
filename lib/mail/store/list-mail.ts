import { derivedId } from '../../fields/identifier.js'
import type { OsdiEvent } from '../../events/event.js'
import { isOver } from '../../events/upcoming.js'
import { change } from '../../table/change.js'
import { is } from '../../table/condition.js'
import { type Item, type Table, keyIn, keyOf } from '../../table/table.js'
import { putNew, transact, updateIgnoringConflict } from '../../table/transaction.js'
import type { ListMail } from '../emails/list-email.js'
import { LIST_MAIL, dateOfMail } from '../schedule.js'
import { confirmedAddresses } from './confirmed-addresses.js'
import { dueAttributes, noLongerDue } from './due-mail.js'
import { requestedMail } from './requested-mail.js'

/** An address that has not agreed is looked at again after this time, until the event is over. */
const LOOK_AGAIN_MS = 15 * 60_000

/**
 * Asks for the list of an event whose RSVPs have closed, once: an item stays, so that another close sends no other one.
 * @param item that has become due
 */
export async function askForList(table: Table, item: Item, event: OsdiEvent, now: Date): Promise<void> {
  const [cause, { list_to: address }] = [String(item['cause']), event]
  const done = noLongerDue(keyIn(item), cause)
  const isWanted = dateOfMail(LIST_MAIL, event) === cause && event.status === undefined && !isOver(event, now)
  if (!isWanted || address === undefined) {
    await updateIgnoringConflict(table, done)
    return
  }
  if (!(await confirmedAddresses(table).isConfirmed(event.owner, 'list', address))) {
    const later = dueAttributes('mailing', new Date(now.getTime() + LOOK_AGAIN_MS))
    await updateIgnoringConflict(table, change(keyIn(item), { set: later }, is('cause', cause)))
    return
  }
  const request: ListMail = { kind: LIST_MAIL, event: event.id, address }
  const outcome = await transact(table, [
    { Update: { TableName: table.name, ...done } },
    putNew(table, keyOf.eventMail(event.id, 'listed'), { event: event.id, listed_date: now.toISOString() }),
    putNew(table, keyOf.mail(derivedId('mail', LIST_MAIL, event.id)), requestedMail(request, now)),
  ])
  if (outcome !== 'written') await updateIgnoringConflict(table, done)
}
