import { isA } from '../items/items.js'
import { scan } from '../scan.js'
import { attendanceStore } from '../stores/attendances/attendance-store.js'
import { erasureDependencies } from '../stores/merging/erasure-store.js'
import { erasedAmong } from '../audit/places/waiting-list.js'
import type { Table } from '../table.js'
import { attendanceId } from '../../domain/attendances/attendance.js'

/**
 * Takes people off waiting lists whom an earlier release has erased and left there: they would be promoted, and keep
 * seats that no one else gets. Reads the whole table. Repeating it changes nothing.
 * @returns how many left a list
 */
export async function leaveWaitingLists(table: Table): Promise<number> {
  const [attended, { attendances }] = [attendanceStore(table), erasureDependencies(table)]
  let left = 0
  for await (const items of scan(table))
    for (const { event, person } of await erasedAmong(
      table,
      items.filter((item) => isA('waitingEntry', item)),
    )) {
      await attendances.decline(await attended.find(event, attendanceId(event, person)))
      left += 1
    }
  return left
}
