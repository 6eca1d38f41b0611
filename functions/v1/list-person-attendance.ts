import { attendanceCollection } from '../../lib/hal/v1/attendance.js'
import { attendanceFilters } from '../../lib/hal/v1/filters.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { attendances, endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, query }) => {
  const filter = readFilterRequest(query, attendanceFilters())
  const person = id()
  const [, page] = await Promise.all([
    people.find(owner, person),
    attendances.listOfPerson(person, readPageRequest(query), filter),
  ])
  return ok(attendanceCollection(page, query, 'people', person, 'attendance'))
})
