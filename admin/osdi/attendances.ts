import { isInLine } from '../../lib/attendances/attendance-fields.js'
import { fittingAnswers } from '../../lib/questions/answers.js'
import { type Attendance, newAttendance, statusOf } from '../../lib/attendances/attendance.js'
import { identifyAttendance } from '../../lib/attendances/record-attendance.js'
import { findHolder } from '../../lib/resources/identifiers.js'
import { readAttendanceRequest } from '../../lib/attendances/documents/attendance.v2.js'
import { inOrder } from '../../lib/runtime/in-order.js'
import { idOf, oldestFirst, readAhead } from './source/collection.js'
import {
  type Collection,
  FinalRefusal,
  type Importing,
  type Recorded,
  bodyOf,
  datesOf,
  importCollection,
  isNewer,
  retryRefused,
} from './importing.js'
import { lossesOf, readWithoutFaults } from './losses.js'
import { findOrImport, linkedPerson, personOf } from './people.js'
import type { Document } from './source/source.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

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
    kind: 'attendances',
    event: sourceId,
    path: `events/${sourceId}/attendances`,
    keysOf: (document) => [idIn(document) ?? idOf(document)],
    lookUp: { type: 'person', idIn },
  }
}

async function importAttendancesOf(importing: Importing, sourceId: string): Promise<number> {
  const { system, stores, file } = importing
  const id = await findHolder(stores.table, 'event', { text: `${system}:${sourceId}` })
  if (id === undefined) return refusedWithEvent(importing, sourceId)
  const collection = attendancesIn(importing, sourceId)
  const record = async (document: Document, person: string | undefined): Promise<Recorded> => {
    // The waiting list of an event without a capacity would be promoted at once.
    const comesLater = importing.isTurnout && waits(importing, document) && file.progress.unfinished?.[sourceId]
    return comesLater ? { did: 'unchanged' } : importAttendance(importing, id, document, person)
  }
  await retryRefused(importing, collection, record, ({ event }) => event === sourceId)
  return importCollection(importing, collection, record)
}

/** Whether a person is on the waiting list there: one who has asked to come is not. */
export const waits = ({ prefix }: Importing, document: Document): boolean =>
  isInLine({
    status: String(document['status']),
    request: (document[`${prefix}:request`] ?? {}) as { state?: string },
  })

/** The attendances of an event that was refused are refused with it, at every run. */
async function refusedWithEvent({ source, deviations }: Importing, sourceId: string): Promise<number> {
  let attendances = 0
  for await (const { total } of oldestFirst(source, `events/${sourceId}/attendances`, 0)) {
    attendances = total
    break
  }
  const deviation = deviations.of('events', 'refused').find(({ id }) => id === sourceId)
  if (deviation) deviations.settle('events', sourceId, { ...deviation, below: { attendances } })
  return attendances
}

/** Records an attendance as it is at the service. @param event its id here @param known its person here */
export async function importAttendance(
  importing: Importing,
  event: string,
  document: Document,
  known: string | undefined,
): Promise<Recorded> {
  const { owner, site, stores, system } = importing
  const answer = answerIn(importing, document)
  if (answer === 'invited') {
    if (importing.keepsInvited && known === undefined) await personOf(importing, document)
    return { did: 'left_out', losses: [{ field: 'status', why: 'It is an invitation without an answer.' }] }
  }
  const [person, attended] = await Promise.all([
    known ?? personOf(importing, document),
    stores.events.findToAttend(owner, event),
  ])
  if (person === undefined) throw new FinalRefusal('The service does not have its person')
  const dates = datesOf(document)
  const more = await detailsOf(importing, document, answer)
  const attendances = importing.imported.attendances({ ...dates, more })
  const body = bodyOf(importing, document)
  const { read, losses } = readWithoutFaults(body, (each) => readAttendanceRequest(site, each))
  const { draft } = read.request
  const { answers: sent, ...kept } = draft
  const { questions = [] } = sent && attended.has_questions ? await stores.events.find(owner, event) : attended
  const { answers } = fittingAnswers(questions, sent)
  const draftHere = {
    ...kept,
    ...(Object.keys(answers).length > 0 && { answers }),
    identifiers: draft.identifiers ?? body.identifiers.slice(0, 1),
  }
  const fresh = newAttendance(event, person, draftHere, new Date(dates.created_date))
  const { attendance, isNew } = await attendances.record(fresh, attended)
  const lost = [
    ...losses,
    ...(importing.isTurnout ? [] : lossesOf(read.ignored, body, importing.site.nativePrefix)),
    ...(document['status'] ? [] : [{ field: 'status', why: 'It has no status, and counts as accepted.' }]),
  ]
  if (isNew) return { did: 'new', losses: lost }
  const own = `${system}:${idOf(document)}`
  const others = attendance.identifiers.filter((each) => each.startsWith(`${system}:`) && each !== own)
  const now = () => new Date()
  const change = (changes: ReturnType<typeof changeBetween>) =>
    attendances.changeStatus(attended, attendance.id, { ...changes, guests: fresh.guests ?? 0, now })
  let did: Recorded['did'] = 'unchanged'
  if (!attendance.identifiers.includes(own)) {
    const attending = { table: stores.table, site, now, reactions: attendanceReactions }
    await identifyAttendance(attending, event, attendance.id, draftHere.identifiers)
    did = 'new'
    // The answer that says yes counts, where one person here has two.
    if (others.length > 0 && answer === 'accepted' && statusOf(attendance) === 'declined')
      await change({ status: 'accepted' })
  } else if (isNewer(document, attendance) && attendance.merged_into === undefined && others.length === 0) {
    const changes = changeBetween(importing, attendance, more)
    if (Object.keys(changes).length > 0) await change(changes)
    did = Object.keys(changes).length > 0 ? 'changed' : 'unchanged'
  }
  return { did, losses: lost, sameAs: importing.isTurnout ? [] : others }
}

/**
 * Returns the answer of a person. Only these are answers; a Turnout also has people who wait.
 * @throws FinalRefusal for a status that is none
 */
function answerIn({ isTurnout }: Importing, document: Document): 'accepted' | 'declined' | 'tentative' | 'invited' {
  const said = String(document['status'] ?? '')
    .trim()
    .toLowerCase()
    .replace(/[-_]/g, ' ')
  if (said === '' || said === 'accepted') return 'accepted'
  if (said === 'declined') return 'declined'
  if (said === 'tentative' && isTurnout) return 'tentative'
  if (said === 'needs action') return 'invited'
  throw new FinalRefusal(`The status "${String(document['status']).slice(0, 50)}" is no answer to an invitation`)
}

/** Returns the fields of an attendance that callers of the API cannot set. */
async function detailsOf(
  importing: Importing,
  document: Document,
  status: 'accepted' | 'declined' | 'tentative',
): Promise<Partial<Attendance>> {
  const { prefix } = importing
  const own = <Name extends keyof Attendance>(name: Name) =>
    document[`${prefix}:${name}`] as Attendance[Name] | undefined
  const [consent, merged, came] = [own('consent'), own('merged_into'), own('attended_guests')]
  const request = own('request')
  const merged_into = merged && (await findOrImport(importing, merged))
  return {
    ...(status !== 'accepted' && { status }),
    ...(own('attended') && { attended: true, attended_date: isoOf(own('attended_date')) }),
    ...(own('attended') && came && { attended_guests: came }),
    ...(request && { request: { ...request, date: isoOf(request.date) } }),
    ...(consent && { consent }),
    ...(merged_into && { merged_into }),
  }
}

const isoOf = (date: string | undefined) => new Date(date ?? Date.now()).toISOString()

/** Only a Turnout always says who was there, so only it can say that a person was not. */
function changeBetween(
  { isTurnout }: Importing,
  here: Attendance,
  { status = 'accepted', attended = false, attended_guests: came = 0 }: Partial<Attendance>,
): { status?: 'accepted' | 'declined'; attended?: boolean; attendedGuests?: number } {
  const wanted = status === 'declined' ? ('declined' as const) : ('accepted' as const)
  return {
    ...(statusOf(here) !== status && { status: wanted }),
    ...((isTurnout || attended) && (here.attended ?? false) !== attended && { attended }),
    ...(isTurnout && attended && (here.attended_guests ?? 0) !== came && { attendedGuests: came }),
  }
}
