import { randomUUID } from 'node:crypto'
import type { Owner } from '../runtime/owner.js'
import type { AttendanceDependencies } from '../attendances/record-attendance.js'
import { tagPerson } from '../tags/record-tag.js'
import { readStatistics } from '../attendances/store/rsvp-statistics.js'
import { guestsFileStore } from '../attendances/store/guests-file-store.js'
import { attendableEvents as attendableEventsOf } from '../events/store/attendable-events.js'
import { loadEvent } from '../events/store/load-event.js'
import { geocoderOf } from '../locations/geocode/geocoder.js'
import { type Service, partOf } from '../runtime/service.js'
import { app } from '../table/app.js'
import { table } from '../table/table.js'
import { people } from './people.js'
import { refusals } from './blocked.js'
import { attendanceStore } from './attendance-store.js'

/** Events, as RSVPs need them. */
export const attendableEvents = (service: Service) => attendableEventsOf(partOf(service, table))

export const attendances = (service: Service) => attendanceStore(partOf(service, table))

/** Statistics of the RSVPs of an event. They are no part of the store, so that functions of RSVPs do without them. */
export const statistics = (service: Service) => ({
  of: (owner: Owner, event: string) => readStatistics(partOf(service, table), owner, event),
})

/** Files of all guests of an event. */
export const guestsFiles = (service: Service) => guestsFileStore(partOf(service, table))

/** The dependencies of recording people and attendances. */
export function attendanceDependencies(service: Service): AttendanceDependencies {
  const store = partOf(service, people)
  return {
    people: store,
    attendances: partOf(service, attendances),
    readQuestions: async (event) => (await loadEvent(partOf(service, table), event))?.questions ?? [],
    findPerson: (owner, id) => store.findPresent(owner, id),
    refusals: partOf(service, refusals),
    tagPerson: (owner, person, add, remove) => tagPerson(partOf(service, app), owner, person, add, remove),
    geocode: geocoderOf(service.environment),
    nativePrefix: service.environment.nativePrefix,
    now: () => new Date(),
    // People are found again by their contacts.
    newId: () => randomUUID(),
  }
}
