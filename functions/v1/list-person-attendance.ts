import { attendanceCollection } from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { attendances, endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, query }) => {
  const person = await people.find(owner, id())
  const page = await attendances.listOfPerson(person.id, readPageRequest(query))
  return ok(attendanceCollection(page, query, 'people', person.id, 'attendance'))
})
