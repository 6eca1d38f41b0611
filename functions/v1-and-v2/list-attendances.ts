import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { events } from '../../lib/app/events.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { type AttendanceDocuments, v1Attendances, v2Attendances } from './attendance-documents.js'
import { listAttendances } from '../../lib/attendances/store/read-attendances.js'
import { attended } from '../../lib/app/attended.js'

/* @__NO_SIDE_EFFECTS__ */
const listOfEvent = ({ version, attendanceFilters, attendanceCollection, attendees }: AttendanceDocuments) =>
  keyEndpoint(
    version,
    { attended, events, linkTokens, attendees },
    async ({ attended, events, linkTokens, attendees, site }, { owner, principal, id, query }) => {
      const filter = readFilterRequest(query, attendanceFilters(site))
      const { id: event, total_attendances } = await events.find(owner, id())
      const [page, tokenOf] = await Promise.all([
        listAttendances(attended, event, readPageRequest(query), filter, total_attendances),
        linkTokens.load(principal.scope),
      ])
      const people = await attendees(owner, query, page)
      return ok(attendanceCollection(site, page, query, ['events', event], tokenOf, people))
    },
  )

export const v1Endpoint = listOfEvent(v1Attendances)
export const v2Endpoint = listOfEvent(v2Attendances)
