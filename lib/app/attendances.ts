import type { Owner } from '../runtime/owner.js'
import { tagPerson } from '../tags/record-tag.js'
import { readStatistics } from '../attendances/store/rsvp-statistics.js'
import { guestsFileStore } from '../attendances/store/guests-file-store.js'
import { attendableEvents as attendableEventsOf } from '../events/store/load-event.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import type { Attending } from '../attendances/record-attendance.js'
import { blockedRefusals } from '../blocked/store/refusals.js'
import { attendanceReactions } from './reactions/attendance.js'
import type { Recording } from '../people/record-person.js'
import { recording } from './people.js'

/** Events, as RSVPs need them. */
export const attendableEvents = (service: Service) => attendableEventsOf(partOf(service, table))

/** Statistics of the RSVPs of an event. They are not part of the store, so that functions of RSVPs do without them. */
export const statistics = (service: Service) => ({
  of: (owner: Owner, event: string) => readStatistics(partOf(service, table), owner, event),
})

/** Files of all guests of an event. */
export const guestsFiles = (service: Service) => guestsFileStore(partOf(service, table))

/** The context of recording RSVPs. */
export const attendingIn = (of: Recording): Attending => ({
  ...of,
  reactions: attendanceReactions,
  refusals: blockedRefusals(of.table),
  tagPerson,
})

/** The same of a service. */
export const attending = (service: Service) => attendingIn(partOf(service, recording))
