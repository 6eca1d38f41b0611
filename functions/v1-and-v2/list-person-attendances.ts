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
import {
  attendanceFilters as v1AttendanceFilters,
  attendanceCollection as v1AttendanceCollection,
} from '../../lib/hal/v1/attendance.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  attendanceFilters as v2AttendanceFilters,
  attendanceCollection as v2AttendanceCollection,
} from '../../lib/hal/v2/attendances/attendance.js'
import { v2 } from '../../lib/hal/v2/version.js'

interface Documents {
  attendanceFilters: Filters<Attendance>
  attendanceCollection: PageSerializer<Attendance, [TokenOf]>
}

/* @__NO_SIDE_EFFECTS__ */
const listPersonAttendances = (version: ApiVersion, { attendanceFilters, attendanceCollection }: Documents) =>
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

export const v1Endpoint = listPersonAttendances(v1, {
  attendanceFilters: v1AttendanceFilters,
  attendanceCollection: v1AttendanceCollection,
})
export const v2Endpoint = listPersonAttendances(v2, {
  attendanceFilters: v2AttendanceFilters,
  attendanceCollection: v2AttendanceCollection,
})
