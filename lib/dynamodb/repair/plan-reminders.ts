import { reminderlessEvents } from '../audit/reminders.js'
import { scan } from '../scan.js'
import { reminderToCome } from '../stores/mail/event-mail.js'
import type { Table } from '../table.js'
import { writeAlone } from '../transaction.js'

/**
 * Plans the reminders of coming events that an earlier release has written or imported. Reads the whole table.
 * Repeating it changes nothing. An edit of the start leaves an item at the key of the reminder, so that the condition
 * of this write never takes back a newer time.
 * @returns how many reminders were planned
 */
export async function planReminders(table: Table): Promise<number> {
  const now = new Date()
  let planned = 0
  for await (const items of scan(table))
    for (const event of await reminderlessEvents(table, items, now)) {
      const item = reminderToCome(table, event, now)?.Put
      if (!item) continue
      const put = {
        Put: {
          ...item,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
        },
      }
      if ((await writeAlone(table, () => [put])) === 'written') planned += 1
    }
  return planned
}
