import type { DynamoDBStreamEvent } from 'aws-lambda'
import { chosenByQueue } from '../../lib/app/fan-out.js'
import { readMail } from '../../lib/runtime/environment.js'
import { announcementsIn } from '../../lib/queues/announcements.js'
import { queues } from '../../lib/app/queues.js'
import { isInUse } from '../../lib/queues/queue.js'
import { openQueues } from '../../lib/queues/send.js'
import { type Service, partOf } from '../../lib/runtime/service.js'

/** Consumes the table's stream and tells queues of the changes that they take (docs/decisions/0030). */
export const endpoint = (service: Service) => {
  const send = openQueues(service.environment)
  const chosen = partOf(service, chosenByQueue)
  const listening = queues.filter((each) => isInUse(each, readMail()))
  return async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    const told = await Promise.all(
      [...Map.groupBy(announcementsIn(Records, listening), ({ queue }) => queue)].map(async ([queue, all]) => {
        const announcements = all.map(({ announcement }) => announcement)
        const meant = (await chosen[queue]?.(announcements)) ?? announcements
        return meant.map((body) => ({ queue, body }))
      }),
    )
    await send(told.flat())
  }
}
