import { type Attendance, type Confirmation, isComing, isConfirmed, withoutConfirmation } from '../attendance.js'
import { OsdiError } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { changeOfCounts } from '../change-of-counts.js'
import { nextVersion } from '../../fields/version.js'
import { log } from '../../runtime/log.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { inParallel } from '../../table/in-parallel.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { waitingAttributes } from '../../collections/pending.js'
import { oldestPending } from '../../collections/sequencer/oldest-pending.js'
import { readWhole } from '../../collections/read-page.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Item, type Key, type Table, keyIn, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, updateWith } from '../../table/transaction.js'
import { countTotalsOf, countedIn, deferToTotals, uncountedChanges } from '../../events/store/totals.js'
import { writeResource } from '../../resources/write-resource.js'
import { attendanceKind } from './attendance-items.js'

/*
 * A confirmation is of a start, and ends with it. The event that starts at another time leaves a record in its own
 * transaction, by which the confirmations of the former start are ended: by the request that changed the event, or by
 * the consumer of the stream. A confirmation is written on condition of the start, so that none comes behind that.
 */

/** Attendances of one read, and attendances that are changed at the same time. */
const AT_ONCE = 500
const WRITES = 8

/** The confirmation of the start that an event has, and the condition that it still has it when that is written. */
export async function confirmationOf(
  table: Table,
  event: string,
): Promise<{ of: Confirmation; items: TransactItem[] }> {
  const item = await getOne(table, keyOf.event(event))
  const { start_date_utc: start } = valueOf<OsdiEvent>(item ?? {})
  const check = {
    TableName: table.name,
    Key: keyOf.event(event),
    ...(start === undefined
      ? { ConditionExpression: 'attribute_not_exists(start_date_utc)' }
      : { ConditionExpression: 'start_date_utc = :start', ExpressionAttributeValues: { ':start': start } }),
  }
  return { of: { start }, items: [{ ConditionCheck: check }] }
}

/** Leaves a record that confirmations have ended, where an event starts at another time. */
const confirmationsChange = (table: Table, before: OsdiEvent, after: OsdiEvent): TransactItem[] =>
  before.start_date_utc === after.start_date_utc
    ? []
    : [
        {
          Put: {
            TableName: table.name,
            Item: {
              event: after.id,
              revision: after.revision,
              ...waitingAttributes('confirmations', after.id),
              ...keyOf.dueConfirmations(after.id),
            },
          },
        },
      ]

/** Confirmations of the former start end, where an event starts at another time. */
export const confirmationsOfEvent = {
  withChange: confirmationsChange,
  afterChange: (table, before, after) =>
    before.start_date_utc === after.start_date_utc ? undefined : endConfirmationsAfterwards(table, after.id),
} satisfies EventReaction

/**
 * Ends the confirmations of former starts of an event, if that is due. Safe to repeat and to interrupt.
 * @throws OsdiError busy
 */
export async function endConfirmations(table: Table, id: string): Promise<void> {
  const key = keyOf.dueConfirmations(id)
  const due = await getOne(table, key)
  if (!due) return
  if (await hasConfirmations(table, id)) await endAll(table, id)
  await deleteItem(table, key, {
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ':revision': due['revision'] },
  })
}

/** Whether any confirmation is counted, or is about to be. A change moves from its record to the length. */
async function hasConfirmations(table: Table, event: string): Promise<boolean> {
  const changes = await uncountedChanges(table, event)
  const { totals } = countedIn(await getOne(table, lists.attendancesOf(event).length))
  return totals.confirmed > 0 || changes.some(({ confirmed }) => confirmed !== undefined)
}

async function endAll(table: Table, id: string): Promise<void> {
  const item = await getOne(table, keyOf.event(id))
  const { start_date_utc: start } = valueOf<OsdiEvent>(item ?? {})
  const list = lists.attendancesOf(id)
  if ((await oldestPending(table, list)) !== undefined)
    throw new OsdiError('busy', 'RSVPs of a rush have no place in the list yet')
  const length = await lengthOf(table, list)
  for (let first = 1; first <= length; first += AT_ONCE) {
    const members = await readWhole(table, list, first, Math.min(length, first + AT_ONCE - 1))
    // The index may lag behind a person who has just confirmed.
    const items = await getMany(table, members.map(keyIn), { consistent: true })
    const stale = items.flatMap((each) => (each && isStale(start)(each) ? [keyIn(each)] : []))
    await inParallel(stale, WRITES, (each) => end(table, id, each, start))
  }
  await countTotalsOf(table, id)
}

/** The same after a change that is written: what fails is left to the consumer of the stream. */
async function endConfirmationsAfterwards(table: Table, event: string): Promise<void> {
  try {
    await endConfirmations(table, event)
  } catch (error) {
    if (!(error instanceof OsdiError)) throw error
    log({ level: 'warn', message: `Confirmations of event:${event} are left to be ended: ${error.message}` })
  }
}

const isStale = (start: string | undefined) => (item: Item) => {
  const attendance = valueOf<Attendance>(item)
  return isComing(attendance) && isConfirmed(attendance) && attendance.confirmed_start !== start
}

async function end(table: Table, event: string, key: Key, start: string | undefined): Promise<void> {
  await retryOnConflict(async () => {
    const item = await getOne(table, key)
    if (!item || !isStale(start)(item)) return true
    const before = valueOf<Attendance>(item)
    const after = { ...withoutConfirmation(before), ...nextVersion(before, new Date()) }
    const counts = deferToTotals(table, event, changeOfCounts(before, after))
    const { outcome } = await writeResource(table, (writer) =>
      updateWith(table, writer.update(attendanceKind, before, after), counts),
    )
    return outcome === 'written' || undefined
  })
}
