import { findPeople } from '../people/store/find-people.js'
import type { Attendance } from '../attendances/attendance.js'
import { embedsPeople } from '../http/query/page-request.js'
import type { Owner } from '../runtime/owner.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { randomUUID } from 'node:crypto'
import { geocoderOf } from '../locations/geocode/geocoder.js'
import type { Geocode } from '../locations/location.js'
import type { Recording } from '../people/record-person.js'
import { type App, app } from '../table/app.js'

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

/** The context of recording people. Contacts find people again, so their ids may differ. */
export const recordingIn = (of: App, geocode: Geocode): Recording => ({ ...of, geocode, newId: () => randomUUID() })

/** The same of a service. */
export const recording = (service: Service) => recordingIn(partOf(service, app), geocoderOf(service.environment))
