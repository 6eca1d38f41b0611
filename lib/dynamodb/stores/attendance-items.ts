import type { Attendance } from '../../domain/attendance.js'
import { restampIfLate } from '../search/changes.js'
import type { PendingAttributes } from '../lists/pending.js'
import { type Position, lists } from '../lists/numbered-list.js'
import { getOne } from '../reads.js'
import { type Item, type Table, keyOf } from '../table.js'
import { type TransactItem, putNew } from '../transaction.js'

/** Dates an attendance again if its write took so long that a sync may have missed it. */
export const restampAttendanceIfLate = (table: Table, attendance: Attendance) =>
  restampIfLate(
    table,
    lists.attendancesOf(attendance.event),
    keyOf.attendance(attendance.person, attendance.event),
    attendance,
  )

/** Whether a person is on a personal list. */
export const isListed = async (table: Table, list: string, person: string) =>
  (await getOne(table, keyOf.listItem(list, person))) !== undefined

/** Puts a person on a personal list. */
export const listed = (
  table: Table,
  list: string,
  { person, created_date }: Attendance,
  position: Position | PendingAttributes,
): TransactItem =>
  putNew(table, keyOf.listItem(list, person), { list, person, created_date, ...position } satisfies Omit<
    Item,
    'pk' | 'sk'
  >)
