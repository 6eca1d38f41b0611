import { heardByWebhooks } from '../webhooks/store/heard.js'
import type { Announcement } from '../queues/announcements.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** What chooses the announcements of which a queue is told, by the names of queues. Others are told of all. */
export const chosenByQueue = (
  service: Service,
): Partial<Record<string, (all: Announcement[]) => Promise<object[]>>> => ({
  'collect-messages': heardByWebhooks(partOf(service, table)),
})
