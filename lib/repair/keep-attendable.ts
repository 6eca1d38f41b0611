import { attendableLengths } from '../events/attendable.audit.js'
import { scan } from '../table/scan.js'
import { attendableUpdate } from '../events/store/attendable.js'
import type { Table } from '../table/table.js'
import { updateIgnoringConflict } from '../table/transaction.js'

/** Completes the lengths of attendances that an earlier version has written. @returns how many */
export async function keepAttendable(table: Table): Promise<number> {
  let completed = 0
  for await (const items of scan(table))
    for (const { item, event } of await attendableLengths(table, items))
      if (event && item['attendable'] === undefined) {
        await updateIgnoringConflict(table, attendableUpdate(event))
        completed += 1
      }
  return completed
}
