import type { OsdiEvent } from '../../events/event.js'
import { change } from '../../table/change.js'
import { has } from '../../table/condition.js'
import { getBeside, getMany } from '../../table/reads.js'
import { type Item, type Key, type Table, keyIn, keyOf } from '../../table/table.js'
import { deleteItem, updateIgnoringConflict } from '../../table/transaction.js'
import { causeOfChange, mailingId } from './mailing-items.js'

/**
 * Takes out of the mailings of an event what it was before its changes, and out of messages what their writer wrote.
 * They keep their counts, and what of them was not sent is never sent. Repeating it changes nothing.
 * @param query the people whom the messages are written to
 */
export async function forgetMailings(table: Table, { id, title, revision }: OsdiEvent, query: string): Promise<void> {
  await deleteItem(table, keyOf.eventMail(id, 'changed'))
  const changes = Array.from({ length: revision }, (_, i) => mailingId('changed', id, causeOfChange(id, i + 1)))
  const messages = await getBeside(table, keyOf.messageOfQuery(query, ''))
  const mailings = await found(table, [...changes, ...messages.map(({ id: message }) => message as string)])
  for (const mailing of mailings) {
    const isMessage = mailing['kind'] === 'message'
    const forget = isMessage ? { set: { subject: title, html: '' }, remove: ['reply_to'] } : { remove: ['known'] }
    await updateIgnoringConflict(table, change(keyIn(mailing), forget, has('pk')))
  }
}

const found = async (table: Table, ids: string[]): Promise<(Item & Key)[]> =>
  (await getMany(table, ids.map(keyOf.mailing), { consistent: true })).filter((item) => item !== undefined)
