import { attendableLengths } from '../audit/places/attendable.js'
import { scan } from '../scan.js'
import { attendableUpdate } from '../stores/places/attendable.js'
import type { Table } from '../table.js'
import { updateIgnoringConflict } from '../transaction.js'

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
