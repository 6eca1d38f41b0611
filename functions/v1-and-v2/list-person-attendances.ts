import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { attendances } from '../../lib/app/attendances.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { people } from '../../lib/app/people.js'
import { type AttendanceDocuments, v1Attendances, v2Attendances } from './attendance-documents.js'

/* @__NO_SIDE_EFFECTS__ */
const listPersonAttendances = ({ version, attendanceFilters, attendanceCollection, attendees }: AttendanceDocuments) =>
  keyEndpoint(
    version,
    { attendances, linkTokens, people, attendees },
    async ({ attendances, linkTokens, people, attendees, site }, { owner, principal, id, query }) => {
      const filter = readFilterRequest(query, attendanceFilters(site))
      const person = id()
      const [, page, tokenOf] = await Promise.all([
        people.find(owner, person),
        attendances.listOfPerson(person, readPageRequest(query), filter),
        linkTokens.load(principal.scope),
      ])
      const persons = await attendees(owner, query, page)
      return ok(attendanceCollection(site, page, query, ['people', person], tokenOf, persons))
    },
  )

export const v1Endpoint = listPersonAttendances(v1Attendances)
export const v2Endpoint = listPersonAttendances(v2Attendances)
