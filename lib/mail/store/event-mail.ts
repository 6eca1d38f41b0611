import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { EDITS_MS, mailedFactsOf } from '../kinds-of-event-email.js'
import { isExtraMail } from '../emails/extra-email.js'
import { DUE_MAILS, type DueMail, dateOfMail, dueOf, isOfFew } from '../schedule.js'
import { CANCELLED } from '../mailing.js'
import type { OsdiEvent } from '../../events/event.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { isTentative } from '../../events/visibility.js'
import { originPolicy } from '../../events/origin.js'
import { change } from '../../table/change.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Table, keyOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import { type ConfirmAddressMail, addressesToAsk } from '../confirmed-address.js'
import { DUE_MAIL, dueAttributes } from './due-mail.js'
import { causeOfChange, mailingItem } from './mailing-items.js'
import { requestedMail } from './requested-mail.js'

/*
 * Writes the due emails of an event in the transaction of the event, so that they are as certain as the event, and
 * follow each edit.
 */

/** The mails to the people of an event. */
export const mailOfEvent: EventReaction = {
  // With a new event, the emails that its dates schedule become due.
  withNew: (table, event) => [
    ...addressesAsked(table, event),
    ...(originPolicy(event).reminders_sent && !isTentative(event)
      ? DUE_MAILS.flatMap((kind) => scheduledItem(table, kind, event) ?? [])
      : []),
  ],
  withChange: (table, before, after) => [
    ...addressesAsked(table, after, before),
    ...mailOfChange(table, before, after),
  ],
}

/** The mails of an event of another service. */
export const mailOfImportedEvent = {
  withNew: (table, event) => [...addressesAsked(table, event), ...mailOfImport(table, event)],
  withChange: (table, before, after) => [
    ...addressesAsked(table, after, before),
    ...mailOfImport(table, after, before),
  ],
} satisfies EventReaction

/** The mails that ask addresses which an event names, and has not named before. */
function addressesAsked(table: Table, after: OsdiEvent, before?: OsdiEvent): TransactItem[] {
  if (!originPolicy(after).autoresponse || after.status === 'cancelled') return []
  const known = before ? addressesToAsk(before) : []
  return addressesToAsk(after)
    .filter((each) => !known.some((one) => isDeepStrictEqual(one, each)))
    .map((each) => {
      const [id, cause, now] = [randomUUID(), randomUUID(), new Date()]
      const request: ConfirmAddressMail = { kind: 'confirm-address', ...each, event: after.id, cause, from_form: true }
      return putNew(table, keyOf.mail(id), requestedMail(request, now))
    })
}

/**
 * Returns the mailing that a change of an event causes, and the emails that its dates schedule, if these are others.
 */
function mailOfChange(table: Table, before: OsdiEvent, after: OsdiEvent): TransactItem[] {
  if (!originPolicy(after).autoresponse || isTentative(after)) return []
  // No one was told of an event before its publication, with which its scheduled mails become due.
  if (isTentative(before))
    return after.status === undefined
      ? DUE_MAILS.filter((kind) => !isOfFew(kind) || dateOfMail(kind, after)).map((kind) =>
          scheduled(table, kind, after),
        )
      : []
  const now = new Date()
  const isCanceled = after.status === 'cancelled'
  const edit = after.series_edit === before.series_edit ? undefined : after.series_edit
  return [
    ...(isCanceled && before.status !== 'cancelled'
      ? [
          edit
            ? editedTogether(table, before, edit, now)
            : mailingItem(table, { kind: 'cancelled', event: after, cause: CANCELLED, now }),
        ]
      : []),
    ...(!isCanceled && !isDeepStrictEqual(mailedFactsOf(before), mailedFactsOf(after))
      ? [edit ? editedTogether(table, before, edit, now) : changed(table, before, now)]
      : []),
    ...DUE_MAILS.filter((kind) => dateOfMail(kind, before) !== dateOfMail(kind, after)).map((kind) =>
      scheduled(table, kind, after),
    ),
  ]
}

/** Returns a scheduled email of an event that is not due yet; undefined if it is no longer sent. */
export function mailToCome(table: Table, kind: DueMail, event: OsdiEvent, now: Date): TransactItem | undefined {
  const due = dueOf(kind, event)
  const isSent = originPolicy(event).reminders_sent && event.status === undefined
  return isSent && due && due > now ? scheduledItem(table, kind, event) : undefined
}

/**
 * With an event that comes from another service, new or changed there: the scheduled mails that are still to come. What
 * else there was to tell, the other service has told.
 */
function mailOfImport(table: Table, after: OsdiEvent, before?: OsdiEvent): TransactItem[] {
  const now = new Date()
  return DUE_MAILS.flatMap((kind) => {
    const toCome = mailToCome(table, kind, after, now)
    if (!before) return toCome ?? []
    const isSame = dateOfMail(kind, before) === dateOfMail(kind, after) && !isTentative(before)
    if (!originPolicy(after).reminders_sent || isSame) return []
    return toCome ?? notScheduled(table, kind, after)
  })
}

/** The first of several edits says what people know, and when they are told. */
function changed(table: Table, before: OsdiEvent, now: Date): TransactItem {
  const first = {
    ...dueAttributes('mailing', new Date(now.getTime() + EDITS_MS)),
    known: JSON.stringify(mailedFactsOf(before)),
    cause: causeOfChange(before.id, before.revision),
  }
  const set = { event: before.id, last_edit: now.toISOString() }
  return {
    Update: {
      TableName: table.name,
      ...change(keyOf.eventMail(before.id, 'changed'), { set, setIfAbsent: first }),
    },
  }
}

/**
 * With an edit of several dates of a series, the edit is due, and not each of its dates: the item says what people
 * know. A later edit of the same date takes the place of the earlier one.
 */
function editedTogether(table: Table, before: OsdiEvent, edit: string, now: Date): TransactItem {
  const setIfAbsent = { known: JSON.stringify(mailedFactsOf(before)) }
  const set = { event: before.id, edit, last_edit: now.toISOString() }
  return {
    Update: {
      TableName: table.name,
      ...change(keyOf.eventMail(before.id, 'edited'), { set, setIfAbsent }),
    },
  }
}

/** Takes the place of the same email at another time. */
const scheduled = (table: Table, kind: DueMail, event: OsdiEvent): TransactItem =>
  scheduledItem(table, kind, event) ?? notScheduled(table, kind, event)

function scheduledItem(table: Table, kind: DueMail, event: OsdiEvent): TransactItem | undefined {
  const due = dueOf(kind, event)
  // A further email whose time has passed when it is set is not sent.
  if (due && isExtraMail(kind) && due <= new Date()) return undefined
  const Item = due && {
    event: event.id,
    cause: dateOfMail(kind, event),
    ...dueAttributes('mailing', due),
    ...keyOf.eventMail(event.id, kind),
  }
  return Item && { Put: { TableName: table.name, Item } }
}

/** Leaves the item, which is due no more. */
const notScheduled = (table: Table, kind: DueMail, { id }: Pick<OsdiEvent, 'id'>): TransactItem => ({
  Update: {
    TableName: table.name,
    ...change(keyOf.eventMail(id, kind), { remove: [DUE_MAIL, 'since', 'cause'] }),
  },
})
