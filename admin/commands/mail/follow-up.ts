import { type EventMail, EVENT_MAILS, mailWordedBy } from '../../../lib/mail/kinds-of-event-email.js'
import { checkedWording } from '../../../lib/mail/mail-wording.js'
import { findWordings, setWordings } from '../../../lib/mail/store/mail-wordings.js'
import type { Table } from '../../../lib/table/table.js'

const FOLLOW_UPS: EventMail[] = EVENT_MAILS.filter((kind) => mailWordedBy(kind) === 'follow-up')

/**
 * Switches the emails after events on or off, in both of their wordings.
 * @param of an owner, or the id of an event
 * @param isSent null for what the owner says, or for none
 */
export async function switchFollowUp(table: Table, of: string, isSent: boolean | null): Promise<void> {
  const wordings = await findWordings(table, of)
  for (const kind of FOLLOW_UPS)
    await setWordings(table, of, kind, checkedWording(wordings[kind] ?? {}, { is_sent: isSent }))
}
