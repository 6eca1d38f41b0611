import type { Blocking } from '../blocked/block-people.js'
import { forgetBlocked } from '../blocked/store/blocked-store.js'
import type { Person } from '../people/person.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { attendanceReactions } from './reactions/attendance.js'

/** Keeps of the blocks of a person their hashes alone. */
export const blockErasure = (of: Table) => (person: Person) => forgetBlocked(of, person)

/** The context of blocking people. */
export const blockingIn = (of: Table): Blocking => ({
  table: of,
  now: () => new Date(),
  reactions: attendanceReactions,
})

/** The same of a service. */
export const blocking = (service: Service) => blockingIn(partOf(service, table))
