import { type ErasureDependencies, holdsRole } from '../../../domain/merging/erase-person.js'
import { notFound } from '../../../domain/errors.js'
import type { Table } from '../../table.js'
import { hasRole, withoutRole } from '../access/roles.js'
import { attendanceStore } from '../attendances/attendance-store.js'
import { changeStatus } from '../attendances/change-status.js'
import { loadAttendable } from '../events/load-event.js'
import { changePerson } from '../people/change-person.js'
import { tagStore } from '../tags/tag-store.js'

/** Dependencies of erasing the people of an owner. */
export const erasureDependencies = (table: Table): ErasureDependencies => ({
  people: {
    change: (owner, id, change) =>
      changePerson(table, owner, id, change, { check: withoutRole(table, owner, id), refusal: holdsRole }),
  },
  attendances: {
    ...attendanceStore(table),
    async decline({ event: id, id: attendance }) {
      const event = await loadAttendable(table, id)
      if (!event) throw notFound()
      return changeStatus(table)(event, attendance, { status: 'declined', now: () => new Date() })
    },
  },
  tags: tagStore(table),
  hasRole: (owner, person) => hasRole(table, owner, person),
  now: () => new Date(),
})
