import type { Attendance } from '../../../domain/attendances/attendance.js'
import { changeOfCounts } from '../../../domain/places/totals.js'
import { type Position, lists } from '../../lists/numbered-list.js'
import { type PendingAttributes, isPending } from '../../lists/pending.js'
import { getOne } from '../../reads.js'
import { type Item, type Table, keyOf } from '../../table.js'
import type { TransactItem } from '../../conflicts.js'
import { putNew } from '../../transaction.js'
import type { Announced, WebhookInterest } from '../webhooks/announce.js'
import { claim } from '../identifiers/identifiers.js'
import { restampIfLate } from '../late-writes.js'
import { dueSettlement } from '../places/places.js'
import { deferToTotals } from '../places/totals.js'
import { joinWaitingList } from '../places/waiting-list.js'

/**
 * The items of a new attendance: itself, the claims of its identifiers, its member of a personal list.
 * @param announced to webhooks, and by mail
 */
export const attendanceItems = (
  table: Table,
  attendance: Attendance,
  position: Position | PendingAttributes | undefined,
  personalList: string | undefined,
  positionOnList: Position | PendingAttributes | undefined,
  announced: Announced,
): TransactItem[] => [
  putNew(table, keyOf.attendance(attendance.person, attendance.event), {
    ...attendance,
    ...position,
    ...announced,
  }),
  ...attendance.identifiers.map((each) => claim(table, 'attendance', each, holderOf(attendance))),
  ...(personalList !== undefined && positionOnList
    ? [listed(table, personalList, attendance, positionOnList)]
    : []),
  ...(attendance.status === 'tentative'
    ? [joinWaitingList(table, attendance), dueSettlement(table, attendance.event)]
    : []),
  // The length counts the others at once.
  ...(position && isPending({ ...position })
    ? deferToTotals(table, attendance.event, changeOfCounts(undefined, attendance))
    : []),
]

/** Puts a person on a personal list. */
const listed = (
  table: Table,
  list: string,
  { person, created_date }: Attendance,
  position: Position | PendingAttributes,
): TransactItem =>
  putNew(table, keyOf.listItem(list, person), { list, person, created_date, ...position } satisfies Omit<
    Item,
    'pk' | 'sk'
  >)

/** Returns the holder of an attendance's identifiers: both parties, from which its key is made. */
export const holderOf = ({ person, event }: Attendance) => `${person}/${event}`

export const restampAttendanceIfLate = (table: Table, attendance: Attendance, interest: WebhookInterest) =>
  restampIfLate(
    table,
    lists.attendancesOf(attendance.event),
    keyOf.attendance(attendance.person, attendance.event),
    attendance,
    interest,
  )

/** Whether a person is on a personal list. */
export const isListed = async (table: Table, list: string, person: string) =>
  (await getOne(table, keyOf.listItem(list, person))) !== undefined
