import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { attendances } from '../../lib/app/attendances.js'
import { events } from '../../lib/app/events.js'
import { linkTokens } from '../../lib/app/link-tokens.js'
import { type AttendanceDocuments, v1Attendances, v2Attendances } from './attendance-documents.js'

/* @__NO_SIDE_EFFECTS__ */
const listAttendances = ({ version, attendanceFilters, attendanceCollection, attendees }: AttendanceDocuments) =>
  keyEndpoint(
    version,
    { attendances, events, linkTokens, attendees },
    async ({ attendances, events, linkTokens, attendees, site }, { owner, principal, id, query }) => {
      const filter = readFilterRequest(query, attendanceFilters(site))
      const { id: event, total_attendances } = await events.find(owner, id())
      const [page, tokenOf] = await Promise.all([
        attendances.listOfEvent(event, readPageRequest(query), filter, total_attendances),
        linkTokens.load(principal.scope),
      ])
      const people = await attendees(owner, query, page)
      return ok(attendanceCollection(site, page, query, ['events', event], tokenOf, people))
    },
  )

export const v1Endpoint = listAttendances(v1Attendances)
export const v2Endpoint = listAttendances(v2Attendances)
