import type { Site } from '../../runtime/site.js'
import { calendarOperations } from '../../calendars/documents/calendar.description.js'
import { entryPointOperations } from './entry-point.description.js'
import { campaignOperations } from '../../campaigns/documents/event-campaign.description.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { attendanceOperations } from '../../attendances/documents/attendance.description.v1.js'
import { MISSING } from './entry-point.v1.js'
import { campaignVocabulary } from '../../campaigns/documents/event-campaign.v1.js'
import { eventOperations } from '../../events/documents/event.description.v1.js'
import { personOperations } from '../../people/documents/person.description.v1.js'
import { v1 } from '../../hal/v1/version.js'

/** The operations of version 1. */
export const operations = (site: Site): Operations => ({
  ...entryPointOperations(v1, site, {}, MISSING),
  ...eventOperations(site),
  ...attendanceOperations(site),
  ...personOperations(site),
  ...campaignOperations({ version: v1, vocabulary: campaignVocabulary, site }),
  ...calendarOperations('v1'),
})
