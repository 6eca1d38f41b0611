import type { Site } from '../../domain/site.js'
import { calendarOperations, subscribedOperations } from '../calendar.description.js'
import { embedOperations } from '../embed.description.js'
import { entryPointOperations } from '../entry-point.description.js'
import type { Operations } from '../operation.js'
import { targetingOperations } from './action.description.js'
import { attendanceOperations } from './attendance.description.js'
import { listOperations } from './email-list.description.js'
import { entryPointFields } from './entry-point.description.js'
import { campaignOperations } from './event-campaign.description.js'
import { eventOperations } from './event.description.js'
import { metadataOperations } from './metadata.description.js'
import { personOperations } from './person.description.js'
import { tagOperations } from './tag.description.js'
import { queryOperations } from './targeting-query.description.js'
import { v2 } from './version.js'
import { webhookOperations } from './webhook.description.js'

/** The operations of version 2, and the ones of pages with an embed. */
export const operations = (site: Site): Operations => ({
  ...entryPointOperations(v2, site, entryPointFields, []),
  ...eventOperations(site),
  ...attendanceOperations(site),
  ...personOperations(site),
  ...campaignOperations(site),
  ...tagOperations(site),
  ...listOperations(site),
  ...targetingOperations(site),
  ...queryOperations(site),
  ...webhookOperations(site),
  ...metadataOperations(site),
  ...embedOperations(site),
  ...calendarOperations('v2'),
  ...subscribedOperations,
})
