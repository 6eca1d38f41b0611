import type { Attendance } from '../attendance.js'
import type { Page, PageRequest } from '../../fields/page.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import type { Table } from '../../table/table.js'
import type { Gate } from './gate.js'

/**
 * Reads a page of the attendances of an event, newest first.
 * @param known how many there are, if the caller has just read it
 */
export const pageOfAttendances = async (
  table: Table,
  { withPositions }: Pick<Gate, 'withPositions'>,
  event: string,
  page: PageRequest,
  known?: number,
): Promise<Page<Attendance>> =>
  withPositions(table, await readPage<Attendance>(table, lists.attendancesOf(event), page, known))
