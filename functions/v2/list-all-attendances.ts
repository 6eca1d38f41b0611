import { keyEndpoint } from '../../lib/app/endpoint.js'
import { attendanceCollection, attendanceFilters } from '../../lib/attendances/documents/attendance.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { attendances } from '../../lib/app/attendances.js'
import { linkTokens } from '../../lib/app/link-tokens.js'

/** The attendances at all events of an owner: what a copy of them asks for. */
export const endpoint = keyEndpoint(
  v2,
  { attendances, linkTokens },
  async ({ attendances, linkTokens, site }, { owner, principal, query }) => {
    const filter = readFilterRequest(query, attendanceFilters(site))
    const [page, tokenOf] = await Promise.all([
      attendances.listOfOwner(owner, readPageRequest(query), filter),
      linkTokens.load(principal.scope),
    ])
    return ok(attendanceCollection(site, page, query, [], tokenOf))
  },
)
