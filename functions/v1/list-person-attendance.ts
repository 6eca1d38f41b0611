import { keyed } from '../../lib/endpoint.js'
import { attendanceCollection, attendanceFilters } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { attendances, people } from '../../lib/service.js'

export const endpoint = keyed(
  v1,
  { attendances, people },
  async ({ attendances, people, site }, { owner, id, query }) => {
    const filter = readFilterRequest(query, attendanceFilters(site))
    const person = id()
    const [, page] = await Promise.all([
      people.find(owner, person),
      attendances.listOfPerson(person, readPageRequest(query), filter),
    ])
    return ok(attendanceCollection(site, page, query, 'people', person, 'attendance'))
  },
)
