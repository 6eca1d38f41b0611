import type { Blocking } from '../blocked/block-people.js'
import { forgetBlocked } from '../blocked/store/blocked-store.js'
import { blockedRefusals } from '../blocked/store/refusals.js'
import type { Person } from '../people/person.js'
import { personStore } from '../people/store/person-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { attendanceStore } from './attendance-store.js'

/** Whom owners refuse, as RSVPs ask. */
export const refusals = (service: Service) => blockedRefusals(partOf(service, table))

/** Keeps of the blocks of a person their hashes alone. */
export const blockErasure = (of: Table) => (person: Person) => forgetBlocked(of, person)

/** The context of blocking people. */
export const blockingIn = (of: Table): Blocking => ({
  ...{ table: of, now: () => new Date() },
  people: personStore(of),
  attendances: attendanceStore(of),
})

/** The same of a service. */
export const blocking = (service: Service) => blockingIn(partOf(service, table))
