import { loadEvent } from '../../../lib/events/store/load-event.js'
import { randomUUID } from 'node:crypto'
import type { Owner } from '../../../lib/runtime/owner.js'
import { tagPerson } from '../../../lib/tags/record-tag.js'
import type { Site } from '../../../lib/runtime/site.js'
import { blockedRefusals } from '../../../lib/blocked/store/refusals.js'
import { importedPeople } from '../../../lib/imports/store/imported-people.js'
import type { ImportDependencies } from '../../../lib/imports/row-dependencies.js'
import { attendanceStore } from '../../../lib/app/attendance-store.js'
import { appOf } from '../../../lib/table/app.js'
import type { Stores } from '../../stores.js'
import { geocoder } from '../event/details.js'

/** Returns what importing files into a table depends on. */
export async function importDependencies({ table, owners, events }: Stores, site: Site): Promise<ImportDependencies> {
  const [people, attendances] = [importedPeople(table), attendanceStore(table)]
  const findPerson = (owner: Owner, id: string) => people.findPresent(owner, id)
  const now = () => new Date()
  const app = appOf(table, site)
  const shared = {
    geocode: await geocoder(),
    nativePrefix: site.nativePrefix,
    now,
    newId: () => randomUUID(),
  }
  return {
    attendances: {
      ...shared,
      people,
      attendances,
      findPerson,
      refusals: blockedRefusals(table),
      readQuestions: async (event) => (await loadEvent(table, event))?.questions ?? [],
      tagPerson: (owner, person, add, remove) => tagPerson(app, owner, person, add, remove),
    },
    events: { ...shared, events, findRole: (group, person) => owners.findRole(group, person) },
    app,
    attendanceStore: attendances,
    eventStore: events,
  }
}
