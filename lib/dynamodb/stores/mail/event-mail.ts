import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { EDITS_MS, reminderDue, mailedFactsOf } from '../../../domain/mail/event-mail.js'
import { CANCELLED } from '../../../domain/mail/mailing.js'
import type { OsdiEvent } from '../../../domain/events/event.js'
import { isTentative, originPolicy } from '../../../domain/events/origin.js'
import type { TransactItem } from '../../conflicts.js'
import { type Table, keyOf } from '../../table.js'
import { DUE_MAIL, dueAttributes } from './due-mail.js'
import { mailingItem } from './mailing-items.js'

/*
 * Writes the due mails of an event in the transaction of the event, so that they are as certain as the event, and
 * follow each edit.
 */

/** With a new event, the reminder of its people becomes due. */
export function mailOfNewEvent(table: Table, event: OsdiEvent): TransactItem[] {
  const due = originPolicy(event).reminders_sent && !isTentative(event) && reminderDue(event)
  return due ? [reminderItem(table, event, due)] : []
}

/** With a change of an event: what is to be told of it, and the reminder, if the event starts at another time. */
export function mailOfChange(table: Table, before: OsdiEvent, after: OsdiEvent): TransactItem[] {
  if (!originPolicy(after).autoresponse || isTentative(after)) return []
  // No one was told of an event before its publication, with which its reminder becomes due.
  if (isTentative(before)) return after.status === undefined ? [reminder(table, after)] : []
  const now = new Date()
  const isCancelled = after.status === 'cancelled'
  return [
    ...(isCancelled && before.status !== 'cancelled'
      ? [mailingItem(table, { kind: 'cancelled', event: after, cause: CANCELLED, now })]
      : []),
    ...(!isCancelled && !isDeepStrictEqual(mailedFactsOf(before), mailedFactsOf(after))
      ? [changed(table, before, now)]
      : []),
    ...(before.start_date_utc === after.start_date_utc ? [] : [reminder(table, after)]),
  ]
}

/**
 * The reminder that is still to come of an event that was not made here, or by an earlier release; undefined where none
 * is sent any more.
 */
export function reminderToCome(table: Table, event: OsdiEvent, now: Date): TransactItem | undefined {
  const due = reminderDue(event)
  const isSent = originPolicy(event).reminders_sent && event.status === undefined
  return isSent && due && due > now ? reminderItem(table, event, due) : undefined
}

/**
 * With an event that comes from another service, new or changed there: the reminder that is still to come. What else
 * there was to tell, the other service has told.
 */
export function mailOfImport(table: Table, after: OsdiEvent, before?: OsdiEvent): TransactItem[] {
  const toCome = reminderToCome(table, after, new Date())
  if (!before) return toCome ? [toCome] : []
  const isSame = before.start_date_utc === after.start_date_utc && !isTentative(before)
  if (!originPolicy(after).reminders_sent || isSame) return []
  return [toCome ?? noReminder(table, after)]
}

/** The first of several edits says what people know, and when they are told. */
function changed(table: Table, before: OsdiEvent, now: Date): TransactItem {
  const { [DUE_MAIL]: partition, since } = dueAttributes('mailing', new Date(now.getTime() + EDITS_MS))
  const first = { before: mailedFactsOf(before), id: randomUUID(), partition, since }
  return {
    Update: {
      TableName: table.name,
      Key: keyOf.eventMail(before.id, 'changed'),
      UpdateExpression: `SET event = :event, last_edit = :now, ${DUE_MAIL} = if_not_exists(${DUE_MAIL}, :partition), since = if_not_exists(since, :since), #known = if_not_exists(#known, :before), cause = if_not_exists(cause, :id)`,
      ExpressionAttributeNames: { '#known': 'known' },
      ExpressionAttributeValues: {
        ':event': before.id,
        ':now': now.toISOString(),
        ':partition': first.partition,
        ':since': first.since,
        ':before': JSON.stringify(first.before),
        ':id': first.id,
      },
    },
  }
}

/** Takes the place of the reminder of another start. */
function reminder(table: Table, event: OsdiEvent): TransactItem {
  const due = reminderDue(event)
  return due ? reminderItem(table, event, due) : noReminder(table, event)
}

const reminderItem = (
  table: Table,
  { id, start_date_utc: cause }: Pick<OsdiEvent, 'id' | 'start_date_utc'>,
  due: Date,
) => ({
  Put: {
    TableName: table.name,
    Item: { ...keyOf.eventMail(id, 'reminder'), event: id, cause, ...dueAttributes('mailing', due) },
  },
})

/** Also leaves an item where there was none: the repair sees by it that the start was edited. */
const noReminder = (table: Table, { id }: Pick<OsdiEvent, 'id'>) => ({
  Update: {
    TableName: table.name,
    Key: keyOf.eventMail(id, 'reminder'),
    UpdateExpression: `REMOVE ${DUE_MAIL}, since, cause`,
  },
})
