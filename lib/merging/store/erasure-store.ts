import { type ErasureDependencies, holdsRole } from '../erase-person.js'
import { notFound } from '../../runtime/errors.js'
import type { Table } from '../../table/table.js'
import { hasRole, withoutRole } from '../../access/store/roles.js'
import type { AttendanceStore } from '../../attendances/store/attendance-store.js'
import { loadAttendable } from '../../events/store/load-event.js'
import { changePerson } from '../../people/store/change-person.js'
import { departing } from './departure.js'
import { tagStore } from '../../tags/store/tag-store.js'

/** Dependencies of erasing the people of an owner. */
export const erasureDependencies = (
  table: Table,
  attendances: AttendanceStore,
  elsewhere: ErasureDependencies['elsewhere'],
): ErasureDependencies => ({
  elsewhere,
  people: {
    change: (owner, id, change) =>
      changePerson(table, owner, id, change, {
        check: withoutRole(table, owner, id),
        refusal: holdsRole,
        items: (before, after) =>
          before.erased_date === undefined && after.erased_date !== undefined ? [departing(table, id)] : [],
      }),
  },
  attendances: {
    ...attendances,
    async decline({ event: id, id: attendance }) {
      const event = await loadAttendable(table, id)
      if (!event) throw notFound()
      return attendances.changeStatus(event, attendance, {
        status: 'declined',
        // Nobody has decided on a request.
        by: 'visitor',
        now: () => new Date(),
      })
    },
  },
  tags: tagStore(table),
  hasRole: (owner, person) => hasRole(table, owner, person),
  now: () => new Date(),
})
