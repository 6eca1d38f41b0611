import { compareTexts } from '../../fields/compare-texts.js'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attendance } from '../../attendances/attendance.js'
import {
  EVENT_MAILS,
  SCHEDULED_MAILS,
  type ScheduledMail,
  hasReason,
  isSwitchedOn,
  mailDue,
  mailWordedBy,
  policyOf,
} from '../kinds-of-event-email.js'
import { EXTRA_MAILS, type ExtraMail, extraDue, isExtraMail, toldSince } from '../emails/extra-email.js'
import { wordingOf } from '../mail-wording.js'
import type { OsdiEvent } from '../../events/event.js'
import { ORGANIZER_MAILS } from '../emails-to-organizers.js'
import { LIST_MAIL } from '../schedule.js'
import type { AnyMailing, ChangeToTell, EventMailing, Leased, MessageMailing, Recipient, ToldEdit } from '../mailing.js'
import type { Taken } from '../mail-request.js'
import type { Person } from '../../people/person.js'
import { secondsOf } from '../../fields/seconds.js'
import { isA } from '../../table/items/items.js'
import { type NumberedList, lengthOf, lists } from '../../collections/numbered-list.js'
import { oldestPending } from '../../collections/sequencer/oldest-pending.js'
import { readRange } from '../../collections/read-range.js'
import { getBeside, getMany, getOne, queryAll } from '../../table/reads.js'
import { type Item, type Key, type Table, keyIn, keyOf, valueOf } from '../../table/table.js'
import {
  deleteItem,
  putAllIfAbsent,
  putNew,
  transact,
  updateIgnoringConflict,
  changeItem,
} from '../../table/transaction.js'
import { DUE_MAIL, OF_DUE_MAILINGS, dueAt, dueAttributes, noLongerDue } from './due-mail.js'
import { ANNOUNCES_MAIL } from './mail-cause.js'
import { MAILING_KEPT_S, mailingItem } from './mailing-items.js'
import { countedIn } from '../../events/store/totals.js'
import { wordingsIn } from './mail-wordings.js'
import { askForList } from './list-mail.js'
import { askForOrganizers } from './organizer-mails.js'
import { WITHOUT_INSTRUCTIONS, isChange, ripenEdit } from './mailings-of-edit.js'
import { mailingParts } from './mailing-parts.js'
import { all, either, has, is, isAtMost, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

/** People of a page: one read of a hundred attendances, and one of their people. */
const PAGE = 100

/** A process that has not renewed its lease for this time is taken for crashed. */
const LEASE_MS = 10_000

/** A page is read again this often, and after this many milliseconds, while the index over lists is behind. */
const LATER_READS = 5
const LATER_MS = 200

export type MailingStore = ReturnType<typeof mailingStore>

/** Mailings, and what becomes due of events. */
export function mailingStore(table: Table) {
  return {
    ...mailingParts(table),

    /** Ids of mailings that are due, after whatever is due of events has become one. */
    async due(now: Date): Promise<string[]> {
      const found = await dueAt(table, 'mailing', now)
      const ids = await Promise.all(
        found.map(async (item) => {
          if (isA('mailing', item)) return [item.pk.slice('mailing#'.length)]
          if (isA('seriesEdit', item)) return ripenEdit(table, keyIn(item), now)
          const full = await getOne(table, keyIn(item))
          return (full && (await ripen(table, full, now))) ?? []
        }),
      )
      return ids.flat()
    },

    /** The change of an event that its people will be told of, and when; undefined where there is none. */
    async changeToTell(event: OsdiEvent): Promise<ChangeToTell | undefined> {
      const item = await getOne(table, keyOf.eventMail(event.id, 'changed'))
      const known = item?.['known'] as string | undefined
      if (!item || known === undefined || !isChange(known, event)) return undefined
      return { due_date: String(item['since']), only_coming: !isChange(known, event, WITHOUT_INSTRUCTIONS) }
    },

    /** Tells people of the change of an event at once, or, where it is not to be told, never. */
    async decideChange({ id }: OsdiEvent, told: boolean, now: Date): Promise<void> {
      const item = await getOne(table, keyOf.eventMail(id, 'changed'))
      if (!item) return
      if (told) await ripen(table, item, now)
      else await deleteItem(table, keyIn(item), causeIs(String(item['cause'])))
    },

    /** Begins the mailings of an edit of several dates. Repeating it changes nothing. @returns their ids */
    begin: (edit: string, now: Date) => ripenEdit(table, keyOf.seriesEdit(edit), now),

    /** The dates of an edit that people are told of; undefined for one that is no longer kept. */
    async toldOf(edit: string): Promise<Pick<ToldEdit, 'told' | 'only_coming'> | undefined> {
      const item = await getOne(table, keyOf.seriesEdit(edit))
      return item && valueOf<ToldEdit>(item)
    },

    /** Keeps a message, which is sent when it is due. Repeating it changes nothing. */
    async create(message: MessageMailing): Promise<void> {
      const due = new Date(message.due_date)
      const { id, owner, query, created_date } = message
      const expires = secondsOf(due) + MAILING_KEPT_S
      await putAllIfAbsent(table, [
        putNew(table, keyOf.mailing(id), {
          ...message,
          ...dueAttributes('mailing', due),
          ...(message.status === 'sending' && ANNOUNCES_MAIL),
          expires,
        }),
        putNew(table, keyOf.messageOfQuery(query, id), { id, created_date, expires }),
        putNew(table, keyOf.messageOfOwner(owner, created_date, id), { id, expires }),
      ])
    },

    async find(id: string): Promise<AnyMailing | undefined> {
      const item = await getOne(table, keyOf.mailing(id))
      return item && valueOf<AnyMailing>(item)
    },

    /**
     * Takes a mailing for this process, for some seconds. A lease whose answer was lost is this process's own.
     * @returns undefined when it is done
     */
    async lease(id: string, now: Date): Promise<Leased | Taken | undefined> {
      const by = randomUUID()
      const isFree = either(lacks('leased_until'), isAtMost('leased_until', now.toISOString()))
      const outcome = await changeItem(
        table,
        keyOf.mailing(id),
        { set: { leased_until: leaseFrom(now), leased_by: by }, remove: ['announces'] },
        all(has(DUE_MAIL), isFree),
      )
      if (outcome.item) return { mailing: valueOf<AnyMailing>(outcome.item), by }
      const { met } = outcome
      if (met?.[DUE_MAIL] === undefined) return undefined
      if (met['leased_by'] === by) return { mailing: valueOf<AnyMailing>(met), by }
      return { taken_until: met['leased_until'] as string }
    },

    /** Makes a lease last for as long again. @returns false when it was paused, or another process has it by now */
    async renew({ mailing: { id }, by }: Leased, now: Date): Promise<boolean> {
      const { item } = await changeItem(
        table,
        keyOf.mailing(id),
        { set: { leased_until: leaseFrom(now) } },
        isLeasedBy(by),
      )
      return item !== undefined
    },

    /** Returns the number of people on the list of an event now. */
    count: ({ event }: EventMailing) => lengthOf(table, lists.attendancesOf(event)),

    /** The people of an event from a position on, the first first; undefined when there are no more. */
    async recipients(
      { event, position }: EventMailing,
      end = Infinity,
    ): Promise<{ people: Recipient[]; next: number } | undefined> {
      const list = lists.attendancesOf(event)
      const length = await lengthOf(table, list)
      if (position >= length) {
        // A person who came in a rush may have no ordinal yet.
        return (await oldestPending(table, list)) === undefined ? undefined : { people: [], next: position }
      }
      const next = Math.min(position + PAGE, length, end)
      const items = (await readWhole(table, list, position + 1, next)).reverse()
      const people = await getMany(
        table,
        items.map((item) => keyOf.person(item['person'] as string)),
        { consistent: true },
      )
      return { people: items.flatMap((item, i) => recipientOf(item, people[i])), next }
    },

    /**
     * Notes how far a mailing is, and counts what became of the emails before this position. The lease lasts for as
     * long again.
     * @returns false when it has been paused since it was read, or when another process has counted them
     */
    async advance(
      { mailing: { id, position: before }, by }: Leased,
      { position, sent, refused }: { position: number; sent: number; refused: number },
      now: Date,
    ): Promise<boolean> {
      const outcome = await changeItem(
        table,
        keyOf.mailing(id),
        { set: { position, leased_until: leaseFrom(now) }, add: { sent, refused } },
        all(isLeasedBy(by), is('position', before)),
      )
      if (outcome.item) return true
      // The answer of an earlier attempt was lost, which has counted them.
      const { met } = outcome
      return met?.[DUE_MAIL] !== undefined && met['leased_by'] === by && met['position'] === position
    },

    /** Gives it back, to go on at a time, or at once by another process. */
    async release({ mailing: { id }, by }: Leased, due: Date | 'at once'): Promise<void> {
      const isNow = due === 'at once'
      const { since } = dueAttributes('mailing', isNow ? new Date() : due)
      await updateIgnoringConflict(
        table,
        change(
          keyOf.mailing(id),
          { set: { since, ...(isNow && ANNOUNCES_MAIL) }, remove: ['leased_until', 'leased_by'] },
          isLeasedBy(by),
        ),
      )
    },

    async finish(id: string, now: Date): Promise<void> {
      const set = { finished_date: now.toISOString(), status: 'done' }
      await updateIgnoringConflict(table, change(keyOf.mailing(id), { set, remove: OF_DUE_MAILINGS }, has(DUE_MAIL)))
    },

    /** Messages to the people of a query, newest first. */
    async listOf(query: string): Promise<MessageMailing[]> {
      const items = await getBeside(table, keyOf.messageOfQuery(query, ''))
      const found = await getMany(table, items.map(keyOfMessage))
      return found
        .flatMap((item) => (item ? [valueOf<MessageMailing>(item)] : []))
        .sort((one, other) => compareTexts(other.created_date, one.created_date))
    },

    /** The newest messages of a group or an account, to all of their recipients. */
    async newestOf(owner: string, most: number): Promise<MessageMailing[]> {
      const items = await queryAll(
        table,
        {
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': keyOf.messageOfOwner(owner).pk },
          ScanIndexForward: false,
          Limit: most,
        },
        most,
      )
      const found = await getMany(table, items.map(keyOfMessage))
      return found.flatMap((item) => (item ? [valueOf<MessageMailing>(item)] : []))
    },

    /** Holds a message that is not done. What a process is sending just now is sent. */
    async pause(id: string): Promise<void> {
      await updateIgnoringConflict(
        table,
        change(keyOf.mailing(id), { set: { status: 'paused' }, remove: OF_DUE_MAILINGS }, has(DUE_MAIL)),
      )
    },

    /** Resumes a message that was paused, at its time if that is in the future. */
    async resume({ id, due_date }: Pick<MessageMailing, 'id' | 'due_date'>, now: Date): Promise<void> {
      const isEarly = now < new Date(due_date)
      const set = {
        status: isEarly ? 'scheduled' : 'sending',
        ...dueAttributes('mailing', isEarly ? new Date(due_date) : now),
        ...(!isEarly && ANNOUNCES_MAIL),
      }
      await updateIgnoringConflict(table, change(keyOf.mailing(id), { set }, is('status', 'paused')))
    },
  }
}

const keyOfMessage = ({ id }: Record<string, unknown>) => keyOf.mailing(id as string)

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS).toISOString()

/** Reads all members of a range, also those that were added just before. */
async function readWhole(table: Table, list: NumberedList, oldest: number, newest: number): Promise<Item[]> {
  for (let i = 0; i < LATER_READS; i++) {
    const items = await readRange(table, list, oldest, newest, { consistent: true })
    if (items.length > newest - oldest) return items
    await pause(LATER_MS)
  }
  return readRange(table, list, oldest, newest, { consistent: true })
}

function recipientOf(item: Item, person: Item | undefined): Recipient[] {
  if (!person) return []
  const attendance = valueOf<Attendance>(item)
  const [, answered_date = attendance.created_date] = ((item['mails'] as string | undefined) ?? '').split(' ')
  const position = (item['ordinal'] as number) - 1
  return [{ position, attendance, answered_date, person: valueOf<Person>(person) }]
}

/**
 * Makes a mailing of what has become due of an event, unless the event has changed since: both in one transaction.
 * @returns its id
 */
async function ripen(table: Table, item: Item, now: Date): Promise<string | undefined> {
  const { event: id, cause } = item as unknown as { event: string; cause: string }
  const found = await getOne(table, keyOf.event(id))
  const event = found && valueOf<OsdiEvent>(found)
  const key = keyIn(item)
  const forOrganizers = ORGANIZER_MAILS.find((each) => isA('eventMail', item) && item.sk === each)
  if (event && forOrganizers) {
    await askForOrganizers(table, forOrganizers, item, event, now)
    return undefined
  }
  if (event && isA('eventMail', item) && item.sk === LIST_MAIL) {
    await askForList(table, item, event, now)
    return undefined
  }
  const kind = [...SCHEDULED_MAILS, ...EXTRA_MAILS].find((each) => isA('eventMail', item) && item.sk === each)
  const wanted = event && event.status !== 'cancelled' && (await mailingOf(table, kind, item, event))
  if (!event || !wanted) {
    // The item of a scheduled mail stays: without it, the audit would miss the email.
    await (event && kind
      ? updateIgnoringConflict(table, noLongerDue(key, cause))
      : deleteItem(table, key, causeIs(cause)))
    return undefined
  }
  const mailing = mailingItem(table, { ...wanted, event, now })
  const done = kind
    ? { Update: { TableName: table.name, ...noLongerDue(key, cause) } }
    : { Delete: { TableName: table.name, Key: key, ...causeIs(cause) } }
  const outcome = await transact(table, [done, mailing])
  if (outcome !== 'written' && outcome.with(mailing)) await deleteItem(table, key, causeIs(cause))
  return outcome === 'written' ? (mailing.Put?.Item as Key).pk.slice('mailing#'.length) : undefined
}

/** The mailing that a due item becomes; undefined where there is nothing to tell any more. */
async function mailingOf(table: Table, kind: ScheduledMail | ExtraMail | undefined, item: Item, event: OsdiEvent) {
  const cause = item['cause'] as string
  if (kind && isExtraMail(kind)) {
    if (extraDue(kind, event)?.toISOString() !== item['since']) return undefined
    return { kind: 'extra' as const, cause, answered_before: toldSince(String(item['since'])) }
  }
  if (kind) {
    const isDue = mailDue(kind, event)?.toISOString() === item['since']
    if (!isDue || !(await isAskedFor(table, kind, event))) return undefined
    // Another end of the event does not repeat what everyone has been told. People may be recorded after an event.
    return policyOf(kind).isOnce ? { kind, cause: kind } : { kind, cause, answered_before: String(item['since']) }
  }
  const known = String(item['known'])
  if (!isChange(known, event)) return undefined
  const only_coming = !isChange(known, event, WITHOUT_INSTRUCTIONS)
  return {
    kind: 'changed' as const,
    cause,
    known,
    answered_before: String(item['last_edit']),
    ...(only_coming && { only_coming }),
  }
}

/** Whether an optional mail was switched on, and has a reason. Others may always go out. */
async function isAskedFor(table: Table, kind: ScheduledMail, { id, owner }: OsdiEvent): Promise<boolean> {
  if (!policyOf(kind).isOptional) return true
  const [length, ofOwner, ofEvent] = await getMany(
    table,
    [lists.attendancesOf(id).length, keyOf.mailWordings(owner), keyOf.eventMailWordings(id)],
    { consistent: true },
  )
  if (!hasReason(kind, countedIn(length).totals)) return false
  const [own, inherited] = [wordingsIn(ofEvent), wordingsIn(ofOwner)]
  return EVENT_MAILS.filter((each) => mailWordedBy(each) === kind).some((each) =>
    isSwitchedOn(each, wordingOf(each, own, inherited)),
  )
}

const isLeasedBy = (by: string) => all(has(DUE_MAIL), is('leased_by', by))

const causeIs = (cause: string) => ({
  ConditionExpression: 'cause = :cause',
  ExpressionAttributeValues: { ':cause': cause },
})
