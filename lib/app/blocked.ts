import type { BlockingDependencies } from '../blocked/block-people.js'
import { blockedStore } from '../blocked/store/blocked-store.js'
import { blockedRefusals } from '../blocked/store/refusals.js'
import { attendableEvents } from '../events/store/attendable-events.js'
import type { Person } from '../people/person.js'
import { personStore } from '../people/store/person-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { attendanceStore } from './attendance-store.js'
import { eventStore } from './event-store.js'

/** Whom owners refuse, as RSVPs ask. */
export const refusals = (service: Service) => blockedRefusals(partOf(service, table))

/** Blocks of owners, for organisers. */
export const blocked = (service: Service) => blockedStore(partOf(service, table))

/** Keeps of the blocks of a person their hashes alone. */
export const blockErasure = (of: Table) => (person: Person) => blockedStore(of).forget(person)

/** The dependencies of blocking people. */
export const blockingDependencies = (service: Service): BlockingDependencies => blockingIn(partOf(service, table))

/** The same for commands of the owner, which have a table alone. */
export const blockingIn = (of: Table): BlockingDependencies => ({
  blocked: blockedStore(of),
  people: personStore(of),
  attendances: attendanceStore(of),
  events: {
    findMany: (owner, ids) => eventStore(of).findMany(owner, ids),
    findToAttend: (owner, id) => attendableEvents(of).findToAttend(owner, id),
  },
  now: () => new Date(),
})
