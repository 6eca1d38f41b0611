import { attendanceCollection } from '../../lib/hal/v2/attendance.js'
import { attendanceFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { attendances, campaigns, endpoint, events } from '../../lib/service.js'

/** A campaign's group may read the attendances of the campaign's events, whoever owns them. */
export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const filter = readFilterRequest(query, attendanceFilters())
  const campaign = await campaigns.find(owner, id())
  const event = await events.findInCampaign(campaign.id, id('event_id'))
  const page = await attendances.listOfEvent(event.id, readPageRequest(query), filter)
  return ok(
    attendanceCollection(page, query, 'event_campaigns', campaign.id, 'events', event.id, 'attendances'),
  )
})
