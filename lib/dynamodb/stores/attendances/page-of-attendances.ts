import type { Attendance } from '../../../domain/attendances/attendance.js'
import type { Page, PageRequest } from '../../../domain/page.js'
import { lists } from '../../lists/numbered-list.js'
import { readPage } from '../../lists/read-page.js'
import type { Table } from '../../table.js'
import { withPositions } from '../places/waiting-list.js'

/**
 * Reads a page of the attendances of an event, newest first.
 * @param known how many there are, if the caller has just read it
 */
export const pageOfAttendances = async (
  table: Table,
  event: string,
  page: PageRequest,
  known?: number,
): Promise<Page<Attendance>> =>
  withPositions(table, await readPage<Attendance>(table, lists.attendancesOf(event), page, known))
