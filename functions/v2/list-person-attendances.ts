import { attendanceCollection } from '../../lib/hal/v2/attendance.js'
import { attendanceFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { attendances, endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const filter = readFilterRequest(query, attendanceFilters())
  const person = id()
  const [, page] = await Promise.all([
    people.find(owner, person),
    attendances.listOfPerson(person, readPageRequest(query), filter),
  ])
  return ok(attendanceCollection(page, query, 'people', person, 'attendances'))
})
