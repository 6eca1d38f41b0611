import { attendanceCollection } from '../../lib/hal/v1/attendance.js'
import { attendanceFilters } from '../../lib/hal/v1/filters.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { attendances, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, query }) => {
  const filter = readFilterRequest(query, attendanceFilters())
  const { id: event, total_accepted } = await events.find(owner, id())
  const page = await attendances.listOfEvent(event, readPageRequest(query), filter, total_accepted)
  return ok(attendanceCollection(page, query, 'events', event, 'attendance'))
})
