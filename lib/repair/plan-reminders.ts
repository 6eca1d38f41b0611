import { unplannedMails } from '../mail/reminders.audit.js'
import { scan } from '../table/scan.js'
import type { Table } from '../table/table.js'
import { writeAlone } from '../table/transaction.js'

/**
 * Plans the reminders and other scheduled mails of events that an earlier release has written or imported. Reads the
 * whole table. Repeating it changes nothing. An edit of the dates leaves an item at the key of the mail, so that the
 * condition of this write never takes back a newer time.
 * @returns how many mails were planned
 */
export async function planReminders(table: Table): Promise<number> {
  const now = new Date()
  let planned = 0
  for await (const items of scan(table))
    for (const { item } of await unplannedMails(table, items, now)) {
      if (!item.Put) continue
      const put = {
        Put: {
          ...item.Put,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
        },
      }
      if ((await writeAlone(table, () => [put])) === 'written') planned += 1
    }
  return planned
}
