import type { Site } from '../../domain/site.js'
import { calendarOperations, subscribedOperations } from '../calendars/calendar.description.js'
import { embedOperations } from '../events/embed.description.js'
import { entryPointOperations } from '../entry-point.description.js'
import type { Operations } from '../descriptions/operation.js'
import { targetingOperations } from './targeting/action.description.js'
import { attendanceOperations } from './attendances/attendance.description.js'
import { listOperations } from './lists/email-list.description.js'
import { entryPointFields } from './entry-point.description.js'
import { campaignOperations } from './campaigns/event-campaign.description.js'
import { eventOperations } from './events/event.description.js'
import { metadataOperations } from './metadata.description.js'
import { personOperations } from './people/person.description.js'
import { tagOperations } from './tags/tag.description.js'
import { queryOperations } from './targeting/targeting-query.description.js'
import { v2 } from './version.js'
import { webhookOperations } from './webhooks/webhook.description.js'

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
