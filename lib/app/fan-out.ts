import type { Announcement } from '../queues/announcements.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { heardByWebhooks } from '../webhooks/store/interests.js'

/** Chooses the announcements of which a queue is told. */
type Choose = (all: Announcement[]) => Promise<object[]>

const CHOOSING: Partial<Record<string, (table: Table) => Choose>> = { 'collect-messages': heardByWebhooks }

/** The functions that choose the announcements of a queue, by the names of queues. Others are told of all. */
export const chosenByQueue = (service: Service): Partial<Record<string, Choose>> =>
  Object.fromEntries(Object.entries(CHOOSING).map(([queue, choose]) => [queue, choose?.(partOf(service, table))]))
