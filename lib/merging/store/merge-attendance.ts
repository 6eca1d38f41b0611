import { isInLine } from '../../attendances/attendance-fields.js'
import { type Attendance, standingOf } from '../../attendances/attendance.js'
import { notFound } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Person } from '../../people/person.js'
import type { App } from '../../table/app.js'
import { type Attendances, freedPlaces, mergedAttendances } from '../merged-attendance.js'
import { changeOfCounts } from '../../attendances/change-of-counts.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { lists } from '../../collections/numbered-list.js'
import { pendingAttributes } from '../../collections/pending.js'
import { getMany, getOne } from '../../table/reads.js'
import { changeOf } from '../../collections/search/changes.js'
import { modifiedBeside } from '../../collections/search/modified.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { itemOf, updateWith } from '../../table/transaction.js'
import { admissionForCancel } from '../../events/store/attendable.js'
import { loadAttendable } from '../../events/store/load-event.js'
import { attendanceKind, holderOf } from '../../attendances/store/attendance-items.js'
import { moveClaim } from '../../resources/identifiers.js'
import { advancing, dueSettlement, readSeatState } from '../../seats/store/seat-state.js'
import { seatsOf } from '../../seats/store/seats.js'
import { isSettled } from '../../events/capacity.js'
import { sourcesForgotten } from '../../attendances/store/rsvp-statistics.js'
import { addToTotals, sumOf } from '../../events/store/totals.js'
import { writeResource } from '../../resources/write-resource.js'
import { type MailCause, mailOfRsvp, noMail } from '../../mail/store/mail-cause.js'
import { joinWaitingList, leaveWaitingList } from '../../seats/store/waiting-list.js'

/** Assigns ordinals to pending members of a list. */
type AssignOrdinals = (table: Table, list: string, people: string[]) => Promise<unknown>

/** The context of merges. How ordinals are assigned is a matter of lib/app, since other rooms react. */
export interface Merging extends Pick<App, 'table' | 'now'> {
  assignOrdinals: AssignOrdinals
  /** Moves what else a person has, in rooms above, to the one who stays. Repeating it changes nothing. */
  further: ((other: Person, keep: string) => Promise<void>)[]
}

/**
 * Records an attendance for another person. One transaction writes the attendances of both on condition of their
 * revisions, moves the claims of identifiers, counts the difference, and gives back the seats that two RSVPs of one
 * person had together. A new attendance is written as a pending one, whatever the list: it is older than its ordinal,
 * and sequencers keep a record of members that are late (lib/collections/search/README.md).
 * It remains as declined, and names that person.
 * @param isNews whether no email has told of it yet: one does, where the answer of the one who stays changes
 * @returns it as it remains
 */
export async function mergeInto(
  { table, now, assignOrdinals }: Omit<Merging, 'further'>,
  { event, person: from }: Attendance,
  into: string,
  isNews: boolean,
): Promise<Attendance> {
  const cause = isNews ? await causeOfNews(table, event) : noMail
  const at = now()
  const merged = await retryOnConflict(() => attempt(table, event, { from, into, now: at, cause }))
  await assignOrdinals(table, lists.attendancesOf(event).name, [into])
  return merged
}

interface Attempt {
  from: string
  into: string
  now: Date
  /** The email to the one who stays, where the RSVP of the other changes what becomes of theirs. */
  cause: MailCause
}

async function causeOfNews(table: Table, event: string): Promise<MailCause> {
  const found = await loadAttendable(table, event)
  return found ? mailOfRsvp(found) : noMail
}

/** @returns undefined when another request changed one of the attendances */
async function attempt(table: Table, event: string, { from, into, now, cause }: Attempt) {
  const keys = { keep: keyOf.attendance(into, event), other: keyOf.attendance(from, event) }
  const items = await getMany(table, [keys.keep, keys.other], { consistent: true })
  const [keep, other] = items.map((item) => (item === undefined ? undefined : valueOf<Attendance>(item)))
  if (!other) throw notFound()
  const before: Attendances = { keep, other }
  const after = mergedAttendances(before, into, now)
  const list = lists.attendancesOf(event)
  const entries = await entriesMoved(table, before, after)
  const freed = freedPlaces(before, after)
  const change = freed > 0 || entries.length > 0 ? await placesGivenBack(table, event, freed) : undefined
  const others: TransactItem[] = [
    ...other.identifiers
      .filter((each) => !after.other.identifiers.includes(each))
      .map((each) => moveClaim(table, 'attendance', each, { from: holderOf(other), to: holderOf(after.keep) })),
    ...addToTotals(
      table,
      event,
      sumOf([changeOfCounts(keep, after.keep), changeOfCounts(other, after.other)]),
      change?.admission,
    ),
    ...(change?.items ?? []),
    ...entries,
    sourcesForgotten(table, event),
  ]
  const mails = (keep && standingOf(keep) === standingOf(after.keep) ? noMail : cause)(after.keep)
  const { outcome } = await writeResource(table, (writer) => {
    const attributes = {
      ...changeOf(list, after.keep),
      ...modifiedBeside(items[1] as Item, after.keep),
      ...pendingAttributes(list),
    }
    return updateWith(table, writer.update(attendanceKind, other, after.other), [
      keep
        ? itemOf(table, writer.update(attendanceKind, keep, after.keep, mails))
        : writer.put(attendanceKind, after.keep, { ...attributes, ...mails }),
      ...others,
    ])
  })
  return outcome === 'written' ? after.other : undefined
}

/**
 * Gives seats back, and has them settled: also where none is free, a party may have left the waiting list that others
 * were behind.
 */
async function placesGivenBack(table: Table, event: string, count: number) {
  const item = await getOne(table, keyOf.event(event))
  if (!item) return undefined
  const found = valueOf<OsdiEvent>(item)
  const due = isSettled(found) ? [dueSettlement(table, event)] : []
  const seats = count > 0 ? (seatsOf(table, found)?.giveBack(count) ?? []) : []
  return { items: [...seats, ...due], admission: admissionForCancel(found) }
}

/**
 * The entries of the waiting list follow the attendances that are on it. A settlement reads the list partition by
 * partition, and could miss an entry that moves from one to another. So it begins anew: the state has advanced.
 */
async function entriesMoved(table: Table, before: Attendances, after: Attendances): Promise<TransactItem[]> {
  const onList = ({ keep, other }: Attendances) =>
    [keep, other].filter((each) => each && isInLine(each)) as Attendance[]
  const without = (some: Attendance[], others: Attendance[]) =>
    some.filter((one) => !others.some((each) => each.id === one.id && each.waiting_since === one.waiting_since))
  const [old, fresh] = [onList(before), onList(after)]
  const [leaving, joining] = [without(old, fresh), without(fresh, old)]
  const { event } = before.other
  const state = joining.length > 0 ? await readSeatState(table, event) : undefined
  return [
    ...leaving.map((each) => leaveWaitingList(table, each)),
    ...joining.map((each) => joinWaitingList(table, each)),
    ...(state ? [advancing(table, event, state)] : []),
  ]
}
