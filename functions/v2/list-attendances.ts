import { attendanceCollection } from '../../lib/hal/v2/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { attendances, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const event = await events.find(owner, id())
  const page = await attendances.listOfEvent(event.id, readPageRequest(query))
  return ok(attendanceCollection(page, query, 'events', event.id, 'attendances'))
})
