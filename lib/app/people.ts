import { findPeople } from '../people/store/find-people.js'
import type { Attendance } from '../attendances/attendance.js'
import { embedsPeople } from '../http/query/page-request.js'
import type { Owner } from '../runtime/owner.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/**
 * Finds the people of a page of attendances, where its request asks for them: half a read unit for each. Those who are
 * in another owner's list are none.
 */
export const attendees =
  (service: Service) =>
  async (owner: Owner, query: string, { members }: { members: Attendance[] }) =>
    embedsPeople(query)
      ? findPeople(
          partOf(service, table),
          owner,
          members.map(({ person }) => person),
        )
      : undefined
