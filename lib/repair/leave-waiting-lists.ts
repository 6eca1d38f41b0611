import { isA } from '../table/items/items.js'
import { scan } from '../table/scan.js'
import { attendanceStore } from '../attendances/store/attendance-store.js'
import { erasureDependencies } from '../merging/store/erasure-store.js'
import { erasedAmong } from '../seats/waiting-list.audit.js'
import type { Table } from '../table/table.js'
import { attendanceId } from '../attendances/attendance.js'

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
