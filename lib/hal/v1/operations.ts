import type { Site } from '../../domain/site.js'
import { calendarOperations } from '../calendars/calendar.description.js'
import { entryPointOperations } from '../entry-point.description.js'
import { campaignOperations } from '../campaigns/event-campaign.description.js'
import type { Operations } from '../descriptions/operation.js'
import { attendanceOperations } from './attendance.description.js'
import { MISSING } from './entry-point.js'
import { campaignVocabulary } from './event-campaign.js'
import { eventOperations } from './event.description.js'
import { personOperations } from './person.description.js'
import { v1 } from './version.js'

/** The operations of version 1. */
export const operations = (site: Site): Operations => ({
  ...entryPointOperations(v1, site, {}, MISSING),
  ...eventOperations(site),
  ...attendanceOperations(site),
  ...personOperations(site),
  ...campaignOperations({ version: v1, vocabulary: campaignVocabulary, site }),
  ...calendarOperations('v1'),
})
