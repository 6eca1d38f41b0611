import { derivedId } from '../../fields/identifier.js'
import type { OsdiEvent } from '../../events/event.js'
import { secondsOf } from '../../fields/seconds.js'
import type { EventMailing } from '../mailing.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Table, keyOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import { dueAttributes } from './due-mail.js'
import { ANNOUNCES_MAIL } from './mail-cause.js'

/** The time for which a mailing is kept for reports, in seconds. */
export const MAILING_KEPT_S = 90 * 24 * 60 * 60

interface NewMailing {
  kind: EventMailing['kind']
  event: Pick<OsdiEvent, 'id' | 'owner'>
  cause: string
  only_coming?: boolean
  answered_before?: string
  edit?: string
  known?: string
  now: Date
}

/** The id of a mailing to the people of an event. */
export const mailingId = (kind: EventMailing['kind'], event: string, cause: string): string =>
  derivedId('mailing', kind, event, cause)

/**
 * The cause of the mailing of a change. It follows from the event, so that its mailings can be found by it.
 * @param revision of the event before the first edit that the mailing tells of
 */
export const causeOfChange = (event: string, revision: number): string => derivedId('change', event, String(revision))

/** Begins a mailing to the people of an event: one for each cause. */
export function mailingItem(table: Table, { kind, event, now, ...others }: NewMailing): TransactItem {
  const id = mailingId(kind, event.id, others.cause)
  const mailing: EventMailing = {
    id,
    kind,
    event: event.id,
    owner: event.owner,
    position: 0,
    sent: 0,
    ...others,
    created_date: now.toISOString(),
  }
  return putNew(table, keyOf.mailing(id), {
    ...mailing,
    ...ANNOUNCES_MAIL,
    expires: secondsOf(now) + MAILING_KEPT_S,
    ...dueAttributes('mailing', now),
  })
}
