import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { type AttendanceDocuments, v1Attendances, v2Attendances } from './attendance-documents.js'
import { findPerson } from '../../lib/people/store/find-people.js'
import { listAttendancesOfPerson } from '../../lib/attendances/store/read-attendances.js'
import { attended } from '../../lib/app/attended.js'

/* @__NO_SIDE_EFFECTS__ */
const listPersonAttendances = ({ version, attendanceFilters, attendanceCollection, attendees }: AttendanceDocuments) =>
  keyEndpoint(
    version,
    { attended, linkTokens, attendees },
    async ({ attended, linkTokens, table, attendees, site }, { owner, principal, id, query }) => {
      const filter = readFilterRequest(query, attendanceFilters(site))
      const person = id()
      const [, page, tokenOf] = await Promise.all([
        findPerson(table, owner, person),
        listAttendancesOfPerson(attended, person, readPageRequest(query), filter),
        linkTokens.load(principal.scope),
      ])
      const persons = await attendees(owner, query, page)
      return ok(attendanceCollection(site, page, query, ['people', person], tokenOf, persons))
    },
  )

export const v1Endpoint = listPersonAttendances(v1Attendances)
export const v2Endpoint = listPersonAttendances(v2Attendances)
