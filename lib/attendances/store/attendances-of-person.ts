import { compareTexts } from '../../fields/compare-texts.js'
import type { Attendance } from '../attendance.js'
import { getBeside, getTogether } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'

/** Reads the attendances of a person, newest first. */
export async function attendancesOfPerson(table: Table, person: string): Promise<Attendance[]> {
  const all = await getBeside(table, keyOf.attendance(person, ''))
  return all
    .map((item) => valueOf<Attendance>(item))
    .sort((one, other) => compareTexts(other.created_date, one.created_date))
}

/** Reads the attendance of a person at an event, together with what else the request reads. */
export async function loadAttendance(table: Table, person: string, event: string): Promise<Attendance | undefined> {
  const [item] = await getTogether(table, [keyOf.attendance(person, event)])
  return item && valueOf<Attendance>(item)
}
