import { OsdiError } from '../../lib/domain/errors.js'
import { newAttendance, statusOf } from '../../lib/domain/attendance.js'
import { identifyAttendance } from '../../lib/domain/record-attendance.js'
import { findHolder } from '../../lib/dynamodb/stores/identifiers.js'
import { readAttendanceRequest } from '../../lib/hal/v2/attendance.js'
import { idOf, oldestFirst } from './collection.js'
import { type Importing, datesOf, identifiersOf, importCollection, isNewer } from './importing.js'
import { personOf } from './people.js'
import { type Document, hrefOf } from './source.js'

/** The events of the service, and how many attendances they have. */
export interface AttendanceTotals {
  events: ReadonlySet<string>
  attendances: number
}

/** Imports the attendances of all events. @param paths of collections of events, which may overlap */
export async function importAttendances(importing: Importing, paths: string[]): Promise<AttendanceTotals> {
  const events = new Set<string>()
  let attendances = 0
  for (const path of paths)
    for await (const { members, total } of oldestFirst(importing.source, path, 0))
      for (const event of members) {
        if (events.has(idOf(event))) continue
        events.add(idOf(event))
        attendances += await importAttendancesOf(importing, idOf(event))
        importing.report.onProgress(events.size, total)
      }
  return { events, attendances }
}

async function importAttendancesOf(importing: Importing, sourceId: string): Promise<number> {
  const { system, stores, owner } = importing
  const id = await findHolder(stores.table, 'event', { text: `${system}:${sourceId}` })
  if (id === undefined) return 0
  const event = await stores.events.findToAttend(owner, id)
  const path = `events/${sourceId}/attendances`
  return importCollection(importing, { name: path, path, keysOf: personKey }, async (document) => {
    const person = await personOf(importing, document)
    if (person === undefined) throw new OsdiError('not_found', 'The service does not have its person')
    const dates = datesOf(document)
    const attendances = importing.imported.attendances(dates)
    const body = { ...document, identifiers: identifiersOf(importing, document) }
    const { draft } = readAttendanceRequest(importing.site, body).request
    const fresh = newAttendance(
      id,
      person,
      { ...draft, identifiers: body.identifiers },
      new Date(dates.created_date),
    )
    const { guests: _none, ...withoutGuests } = fresh
    const { attendance, isNew } = await attendances.record(withoutGuests, event)
    const own = `${system}:${idOf(document)}`
    const isKnown = isNew || attendance.identifiers.includes(own)
    if (!isKnown)
      await identifyAttendance(id, attendance.id, body.identifiers, {
        attendances,
        nativePrefix: importing.site.nativePrefix,
        now: () => new Date(),
      })
    if (!isNew && !(isKnown && isNewer(document, attendance))) return
    const status = document['status'] === 'declined' ? ('declined' as const) : ('accepted' as const)
    const attended = document[`${importing.prefix}:attended`] === true
    const change = { ...(status !== statusOf(attendance) && { status }), ...(attended && { attended }) }
    if (Object.keys(change).length === 0) return
    // A new one was changed at the service when the service says, one that was here is changed now.
    const now = () => (isNew ? new Date(dates.modified_date) : new Date())
    await attendances.changeStatus(event, attendance.id, { ...change, now })
  })
}

const personKey = (document: Document) => [hrefOf(document, 'osdi:person') ?? idOf(document)]
