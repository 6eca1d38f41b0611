import type { DynamoDBStreamEvent } from 'aws-lambda'
import { readMail } from '../../lib/runtime/environment.js'
import { announcementsIn } from '../../lib/queues/announcements.js'
import { isInUse, queues } from '../../lib/queues/queues.js'
import { openQueues } from '../../lib/queues/send.js'
import type { Service } from '../../lib/runtime/service.js'

/** Consumes the table's stream and tells queues of the changes that they take (docs/decisions/0030). */
export const endpoint = ({ environment }: Service) => {
  const send = openQueues(environment)
  const listening = queues.filter((each) => isInUse(each, readMail()))
  return async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    await send(
      announcementsIn(Records, listening).map(({ queue, announcement }) => ({ queue, body: announcement })),
    )
  }
}
