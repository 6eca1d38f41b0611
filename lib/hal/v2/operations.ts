import { calendarOperations, subscribedOperations } from '../calendar.description.js'
import { embedOperations } from '../embed.description.js'
import { type Operations, descriptionOperation } from '../operation.js'
import { targetingOperations } from './action.description.js'
import { attendanceOperations } from './attendance.description.js'
import { listOperations } from './email-list.description.js'
import { entryPointOperations } from './entry-point.description.js'
import { campaignOperations } from './event-campaign.description.js'
import { eventOperations } from './event.description.js'
import { personOperations } from './person.description.js'
import { queryOperations } from './targeting-query.description.js'
import { tagOperations } from './tag.description.js'

/** What every endpoint of version 2 takes and answers, and what pages with an embed load. */
export const operations = (): Operations => ({
  ...entryPointOperations(),
  'v2/get-openapi': descriptionOperation,
  ...eventOperations(),
  ...attendanceOperations(),
  ...personOperations(),
  ...campaignOperations(),
  ...tagOperations(),
  ...listOperations(),
  ...targetingOperations(),
  ...queryOperations(),
  ...embedOperations,
  ...calendarOperations('v2'),
  ...subscribedOperations,
})
