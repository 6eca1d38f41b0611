import type { Attendance } from '../../lib/domain/attendances/attendance.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Filters, PageSerializer } from '../../lib/hal/document.js'
import type { TokenOf } from '../../lib/hal/attendances/self-service.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { attendances } from '../../lib/service/attendances.js'
import { linkTokens } from '../../lib/service/link-tokens.js'
import { people } from '../../lib/service/people.js'

interface Documents {
  attendanceFilters: Filters<Attendance>
  attendanceCollection: PageSerializer<Attendance, [TokenOf]>
}

export const listPersonAttendances = (
  version: ApiVersion,
  { attendanceFilters, attendanceCollection }: Documents,
) =>
  keyEndpoint(
    version,
    { attendances, linkTokens, people },
    async ({ attendances, linkTokens, people, site }, { owner, id, query }) => {
      const filter = readFilterRequest(query, attendanceFilters(site))
      const person = id()
      const [, page, tokenOf] = await Promise.all([
        people.find(owner, person),
        attendances.listOfPerson(person, readPageRequest(query), filter),
        linkTokens.load(),
      ])
      return ok(attendanceCollection(site, page, query, ['people', person], tokenOf))
    },
  )
