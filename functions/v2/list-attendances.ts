import { attendanceCollection } from '../../lib/hal/v2/attendance.js'
import { attendanceFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { attendances, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const filter = readFilterRequest(query, attendanceFilters())
  const { id: event, total_accepted } = await events.find(owner, id())
  const page = await attendances.listOfEvent(event, readPageRequest(query), filter, total_accepted)
  return ok(attendanceCollection(page, query, 'events', event, 'attendances'))
})
