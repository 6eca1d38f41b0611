import type { Site } from '../../runtime/site.js'
import { bulkOperations } from '../../imports/documents/bulk.description.js'
import { calendarOperations, subscribedOperations } from '../../calendars/documents/calendar.description.js'
import { embedOperations } from '../../catalog/documents/public-event.description.js'
import { rsvpFormOperations } from '../../visitors/documents/rsvp-form.pages.js'
import { rsvpDocument } from '../../visitors/documents/rsvp.description.js'
import { entryPointOperations } from './entry-point.description.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { targetingOperations } from '../../targeting/documents/action.description.v2.js'
import { attendanceOperations } from '../../attendances/documents/attendance.description.v2.js'
import { listOperations } from '../../lists/documents/email-list.description.v2.js'
import { entryPointFields } from './entry-point.description.v2.js'
import { campaignOperations } from '../../campaigns/documents/event-campaign.description.v2.js'
import { eventOperations } from '../../events/documents/event.description.v2.js'
import { metadataOperations } from './metadata.description.js'
import { personOperations } from '../../people/documents/person.description.v2.js'
import { tagOperations } from '../../tags/documents/tag.description.v2.js'
import { queryOperations } from '../../targeting/documents/targeting-query.description.v2.js'
import { v2 } from '../../hal/v2/version.js'
import { webhookOperations } from '../../webhooks/documents/webhook.description.v2.js'

/** The answers to visitors without a key. */
const KEYLESS: ((site: Site) => DocumentSchema)[] = [rsvpDocument]

/** The operations of version 2, and the ones of pages with an embed. */
export const operations = (site: Site): Operations => ({
  ...entryPointOperations(v2, site, entryPointFields, []),
  ...eventOperations(site),
  ...attendanceOperations(site, ...KEYLESS.map((document) => document(site))),
  ...personOperations(site),
  ...bulkOperations(site),
  ...campaignOperations(site),
  ...tagOperations(site),
  ...listOperations(site),
  ...targetingOperations(site),
  ...queryOperations(site),
  ...webhookOperations(site),
  ...metadataOperations(site),
  ...embedOperations(site),
  ...rsvpFormOperations(site),
  ...calendarOperations('v2'),
  ...subscribedOperations,
})
