import { keyed } from '../../lib/endpoint.js'
import { attendanceCollection, attendanceFilters } from '../../lib/hal/v2/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { attendances, events } from '../../lib/service.js'

export const endpoint = keyed(
  v2,
  { attendances, events },
  async ({ attendances, events, site }, { owner, id, query }) => {
    const filter = readFilterRequest(query, attendanceFilters(site))
    const { id: event, total_accepted } = await events.find(owner, id())
    const page = await attendances.listOfEvent(event, readPageRequest(query), filter, total_accepted)
    return ok(attendanceCollection(site, page, query, 'events', event, 'attendances'))
  },
)
