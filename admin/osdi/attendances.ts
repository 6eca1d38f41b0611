import { OsdiError } from '../../lib/domain/errors.js'
import { type Attendance, newAttendance, statusOf } from '../../lib/domain/attendances/attendance.js'
import { identifyAttendance } from '../../lib/domain/attendances/record-attendance.js'
import { findHolder } from '../../lib/dynamodb/stores/identifiers/identifiers.js'
import { readAttendanceRequest } from '../../lib/hal/v2/attendances/attendance.js'
import { inOrder } from '../../lib/in-order.js'
import { idOf, oldestFirst, readAhead } from './collection.js'
import { type Collection, type Importing, bodyOf, datesOf, importCollection, isNewer } from './importing.js'
import { findOrImport, linkedPerson, personOf } from './people.js'
import type { Document } from './source.js'

/** Events whose attendances are imported at the same time. */
const EVENTS_AT_ONCE = 4

/**
 * Imports the attendances of all events.
 * @param paths of collections of events, which may overlap
 * @returns how many attendances each event has, by its native id there
 */
export async function importAttendances(importing: Importing, paths: string[]): Promise<Map<string, number>> {
  const attendances = new Map<string, number>()
  for (const path of paths)
    for await (const { members, total } of readAhead(oldestFirst(importing.source, path, 0)))
      await inOrder(members, { most: EVENTS_AT_ONCE, keysOf: (event) => [idOf(event)] }, async (event) => {
        if (attendances.has(idOf(event))) return
        attendances.set(idOf(event), await importAttendancesOf(importing, idOf(event)))
        importing.report.onProgress(attendances.size, total)
      })
  return attendances
}

/** The attendances of an event of the service. */
export const attendancesIn = (importing: Importing, sourceId: string): Collection => {
  const idIn = (document: Document) => linkedPerson(importing, document)
  return {
    path: `events/${sourceId}/attendances`,
    keysOf: (document) => [idIn(document) ?? idOf(document)],
    lookUp: { type: 'person', idIn },
  }
}

async function importAttendancesOf(importing: Importing, sourceId: string): Promise<number> {
  const { system, stores, file } = importing
  const id = await findHolder(stores.table, 'event', { text: `${system}:${sourceId}` })
  if (id === undefined) return 0
  return importCollection(importing, attendancesIn(importing, sourceId), async (document, person) => {
    // The waiting list of an event without a capacity would be promoted at once.
    const comesLater = document['status'] === 'tentative' && file.progress.unfinished?.[sourceId]
    if (!comesLater) await importAttendance(importing, id, document, person)
  })
}

/** Records an attendance as it is at the service. @param event its id here @param known its person here */
export async function importAttendance(
  importing: Importing,
  event: string,
  document: Document,
  known: string | undefined,
): Promise<void> {
  const { owner, site, stores, system } = importing
  const [person, attended] = await Promise.all([
    known ?? personOf(importing, document),
    stores.events.findToAttend(owner, event),
  ])
  if (person === undefined) throw new OsdiError('not_found', 'The service does not have its person')
  const dates = datesOf(document)
  const more = await detailsOf(importing, document)
  const attendances = importing.imported.attendances({ ...dates, more })
  const body = bodyOf(importing, document)
  const { draft } = readAttendanceRequest(site, body).request
  const draftHere = { ...draft, identifiers: body.identifiers }
  const fresh = newAttendance(event, person, draftHere, new Date(dates.created_date))
  const { attendance, isNew } = await attendances.record(fresh, attended)
  if (isNew) return
  const now = () => new Date()
  if (!attendance.identifiers.includes(`${system}:${idOf(document)}`)) {
    const dependencies = { attendances, nativePrefix: site.nativePrefix, now }
    await identifyAttendance(event, attendance.id, body.identifiers, dependencies)
  } else if (isNewer(document, attendance) && attendance.merged_into === undefined) {
    const change = changeBetween(attendance, more)
    if (Object.keys(change).length > 0)
      await attendances.changeStatus(attended, attendance.id, { ...change, guests: fresh.guests ?? 0, now })
  }
}

/** Returns the fields of an attendance that callers of the API cannot set. */
async function detailsOf(importing: Importing, document: Document): Promise<Partial<Attendance>> {
  const { prefix } = importing
  const own = <Name extends keyof Attendance>(name: Name) =>
    document[`${prefix}:${name}`] as Attendance[Name] | undefined
  const { status } = document as { status?: unknown }
  const [consent, merged] = [own('consent'), own('merged_into')]
  const merged_into = merged && (await findOrImport(importing, merged))
  return {
    ...((status === 'declined' || status === 'tentative') && { status }),
    ...(own('attended') && { attended: true, attended_date: isoOf(own('attended_date')) }),
    ...(consent && { consent }),
    ...(merged_into && { merged_into }),
  }
}

const isoOf = (date: string | undefined) => new Date(date ?? Date.now()).toISOString()

function changeBetween(here: Attendance, { status = 'accepted', attended = false }: Partial<Attendance>) {
  const wanted = status === 'declined' ? ('declined' as const) : ('accepted' as const)
  return {
    ...(statusOf(here) !== status && { status: wanted }),
    ...((here.attended ?? false) !== attended && { attended }),
  }
}
