import type { Site } from '../../../lib/runtime/site.js'
import { attendingIn } from '../../../lib/app/attendances.js'
import { recordingIn } from '../../../lib/app/people.js'
import { changeImported } from '../../../lib/imports/store/imported-people.js'
import type { ImportDependencies } from '../../../lib/imports/row-dependencies.js'
import { appOf } from '../../../lib/table/app.js'
import type { Stores } from '../../stores.js'
import { geocoder } from '../event/details.js'

/** Returns what importing files into a table depends on. */
export async function importDependencies({ table, events }: Stores, site: Site): Promise<ImportDependencies> {
  const recording = recordingIn(appOf(table, site), await geocoder())
  return {
    attending: { ...attendingIn(recording), changeKnown: changeImported },
    events: { ...recording, events },
    eventStore: events,
  }
}
