import type { DynamoDBStreamEvent } from 'aws-lambda'
import { announcementsIn } from '../../lib/queues/announcements.js'
import { openQueues } from '../../lib/queues/send.js'
import type { Service } from '../../lib/service.js'

/** Consumes the table's stream and tells queues of the changes that they take (docs/decisions/0030). */
export const endpoint = ({ environment }: Service) => {
  const send = openQueues(environment)
  return async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    await send(announcementsIn(Records).map(({ queue, announcement }) => ({ queue, body: announcement })))
  }
}
