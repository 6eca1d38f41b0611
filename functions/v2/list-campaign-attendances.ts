import { keyEndpoint } from '../../lib/app/endpoint.js'
import { attendanceCollection, attendanceFilters } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { attendableEvents } from '../../lib/app/attendances.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { attendees } from '../../lib/app/people.js'
import { listAttendances } from '../../lib/attendances/store/read-attendances.js'
import { attended } from '../../lib/app/attended.js'

/** A campaign's group may read the attendances of all its events, also of other owners' events. */
export const endpoint = keyEndpoint(
  v2,
  { attended, attendableEvents, campaigns, linkTokens, attendees },
  async ({ attended, attendableEvents, campaigns, linkTokens, attendees, site }, { owner, principal, id, query }) => {
    const filter = readFilterRequest(query, attendanceFilters(site))
    const [campaign, event] = [id(), id('event_id')]
    await Promise.all([campaigns.find(owner, campaign), attendableEvents.findInCampaign(campaign, event)])
    const [page, tokenOf] = await Promise.all([
      listAttendances(attended, event, readPageRequest(query), filter),
      linkTokens.load(principal.scope),
    ])
    const people = await attendees(owner, query, page)
    return ok(attendanceCollection(site, page, query, ['event_campaigns', campaign, 'events', event], tokenOf, people))
  },
)
