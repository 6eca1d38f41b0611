import { keyEndpoint } from '../../lib/app/endpoint.js'
import { attendanceCollection, attendanceFilters } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { attendees } from '../../lib/app/people.js'
import { listAttendancesOfOwner } from '../../lib/attendances/store/read-attendances.js'
import { attended } from '../../lib/app/attended.js'

/** The attendances at all events of an owner: what a copy of them asks for. */
export const endpoint = keyEndpoint(
  v2,
  { attended, linkTokens, attendees },
  async ({ attended, linkTokens, attendees, site }, { owner, principal, query }) => {
    const filter = readFilterRequest(query, attendanceFilters(site))
    const [page, tokenOf] = await Promise.all([
      listAttendancesOfOwner(attended, owner, readPageRequest(query), filter),
      linkTokens.load(principal.scope),
    ])
    const people = await attendees(owner, query, page)
    return ok(attendanceCollection(site, page, query, [], tokenOf, people))
  },
)
