import type { Attendance } from '../attendance.js'
import type { Autoresponse } from '../record-attendance.js'
import type { AttendableEvent } from '../../events/event.js'
import type { Owner } from '../../runtime/owner.js'
import { changeOfCounts } from '../change-of-counts.js'
import { type Position, lists } from '../../collections/numbered-list.js'
import { modifiedIn } from '../../collections/search/modified.js'
import { type PendingAttributes, isPending } from '../../collections/pending.js'
import { getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { putNew } from '../../table/transaction.js'
import { claim } from '../../resources/identifiers.js'
import { restamp } from '../../resources/late-writes.js'
import type { ResourceKind, Writer } from '../../resources/write-resource.js'
import { deferToTotals } from '../../events/store/totals.js'
import type { Passage } from './gate.js'
import type { AttendanceReactions } from './reactions.js'

/** The place of attendances in the table. */
export const attendanceKind: ResourceKind<Attendance> = {
  keyOf: ({ person, event }) => keyOf.attendance(person, event),
  listOf: ({ event }) => lists.attendancesOf(event),
}

/** The name of all attendances of an owner in the index over dates. */
export const attendancesOf = (owner: Owner) => `attendances of ${owner}`

/** A new attendance, and what is written with it. */
export interface NewAttendance {
  passage: Passage
  event: AttendableEvent
  /** The personal list that the person joins. */
  joins: string | undefined
  /** Whether the person is mailed a confirmation; true without it. */
  autoresponse: Autoresponse | undefined
}

/**
 * Returns the items of a new attendance: itself, what the gate writes with it, the claims of its identifiers, its
 * member of a personal list. Each attempt has a date of its own: earlier ones may have taken seconds.
 */
export function attendanceItems(
  table: Table,
  writer: Writer,
  { causeOf }: AttendanceReactions,
  { passage, event, joins, autoresponse }: NewAttendance,
  position: Position | PendingAttributes | undefined,
  positionOnList: Position | PendingAttributes | undefined,
): TransactItem[] {
  const dated = restamp(passage.attendance)
  return [
    writer.put(attendanceKind, dated, {
      ...position,
      ...modifiedIn(attendancesOf(event.owner), dated),
      ...causeOf(event, dated, autoresponse),
    }),
    ...dated.identifiers.map((each) => claim(table, 'attendance', each, holderOf(dated))),
    ...(joins !== undefined && positionOnList ? [listed(table, joins, dated, positionOnList)] : []),
    // The length counts the others at once.
    ...(position && isPending({ ...position })
      ? deferToTotals(table, dated.event, changeOfCounts(undefined, dated))
      : []),
    ...passage.items(),
  ]
}

/** Puts a person on a personal list. */
export const listed = (
  table: Table,
  list: string,
  { person, created_date }: Pick<Attendance, 'person' | 'created_date'>,
  position: Position | PendingAttributes,
): TransactItem =>
  putNew(table, keyOf.listItem(list, person), { list, person, created_date, ...position } satisfies Omit<
    Item,
    'pk' | 'sk'
  >)

/** Returns the holder of an attendance's identifiers: both parties, from which its key is made. */
export const holderOf = ({ person, event }: Attendance) => `${person}/${event}`

/** Whether a person is on a personal list. */
export const isListed = async (table: Table, list: string, person: string) =>
  (await getOne(table, keyOf.listItem(list, person))) !== undefined
