import { type Attendance, otherPartyIn } from '../attendance.js'
import { notFound } from '../../runtime/errors.js'
import { type Filter, type Literal, matches } from '../../fields/filter.js'
import type { Owner } from '../../runtime/owner.js'
import type { Page, PageRequest, UncountedPage } from '../../fields/page.js'
import { attendancesOf } from './attendance-items.js'
import { findHolder } from '../../resources/identifiers.js'
import { lists } from '../../collections/numbered-list.js'
import { getMany, getOne } from '../../table/reads.js'
import { allOf, newestChanges } from '../../collections/search/modified.js'
import { search, searchIn } from '../../collections/search/search.js'
import { attendancesOfPerson, loadAttendance } from './attendances-of-person.js'
import { pageOfAttendances } from './page-of-attendances.js'
import { type Gate, withPosition } from './gate.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import type { App } from '../../table/app.js'

/** The context of reading attendances: the gate gives those that wait their positions in line. */
export interface Attended extends Pick<App, 'table'> {
  reactions: { gate: Pick<Gate, 'withPositions'> }
}

/** @throws OsdiError not_found */
export async function findAttendance(
  { table, reactions: { gate } }: Attended,
  event: string,
  id: string,
): Promise<Attendance> {
  const attendance = await loadAttendance(table, otherPartyIn(id, event), event)
  if (attendance?.id !== id) throw notFound()
  return withPosition(gate, table, attendance)
}

/**
 * Attendances of an event, newest first.
 * @param known how many there are, if the caller has just read it
 * @throws OsdiError invalid, as search
 */
export async function listAttendances(
  { table, reactions: { gate } }: Attended,
  event: string,
  request: PageRequest,
  filter: Filter<Attendance> = [],
  known?: number,
): Promise<Page<Attendance>> {
  if (filter.length === 0) return pageOfAttendances(table, gate, event, request, known)
  const list = lists.attendancesOf(event)
  const identifier = (value: Literal) => findByIdentifier(table, event, value)
  return gate.withPositions(table, await search(table, { list, holderOf: { identifier } }, request, filter))
}

/**
 * Attendances at all events of an owner, newest change first.
 * @throws OsdiError invalid, as newestChanges
 */
export async function listAttendancesOfOwner(
  { table, reactions: { gate } }: Attended,
  owner: Owner,
  request: PageRequest,
  filter: Filter<Attendance>,
): Promise<UncountedPage<Attendance>> {
  const identified = filter.find(
    ({ field, operator, literal }) => field === 'identifier' && operator === 'eq' && literal.nativeId === undefined,
  )
  const { page, per_page } = request
  const found = identified
    ? {
        page,
        per_page,
        members: await holdersOf(table, owner, identified.literal, filter),
        next: false as const,
      }
    : await newestChanges<Attendance>(table, attendancesOf(owner), request, filter)
  return gate.withPositions(table, found)
}

/** The attendances of an event that some people have, in the order of the people. */
export async function attendancesOfPeople(
  { table, reactions: { gate } }: Attended,
  event: string,
  people: string[],
): Promise<Attendance[]> {
  const items = await getMany(
    table,
    people.map((person) => keyOf.attendance(person, event)),
  )
  const members = items.flatMap((item) => (item ? [valueOf<Attendance>(item)] : []))
  return (await gate.withPositions(table, { members })).members
}

/** Attendances of a person, newest first: one read of them all, which are as many as a person has RSVPs. */
export const listAttendancesOfPerson = async (
  { table, reactions: { gate } }: Attended,
  person: string,
  request: PageRequest,
  filter: Filter<Attendance> = [],
): Promise<Page<Attendance>> =>
  gate.withPositions(table, await searchIn(table, () => attendancesOfPerson(table, person), request, filter))

async function findByIdentifier(table: Table, event: string, identifier: Literal) {
  const holder = await findHolder(table, 'attendance', identifier)
  if (holder === undefined) return undefined
  const [person, of] = holder.includes('/') ? holder.split('/') : [otherPartyIn(holder, event), event]
  const attendance = of === event && person ? await loadAttendance(table, person, event) : undefined
  const isNative = identifier.nativeId !== undefined
  return isNative && attendance?.id !== identifier.nativeId ? undefined : attendance
}

/** The attendance of an owner with an identifier, if the rest of a filter takes it. A native one names no event. */
async function holdersOf(table: Table, owner: Owner, identifier: Literal, filter: Filter<Attendance>) {
  const [person = '', event = ''] = (await findHolder(table, 'attendance', identifier))?.split('/') ?? []
  const item = await getOne(table, keyOf.attendance(person, event))
  const attendance = item && allOf(item) === attendancesOf(owner) ? valueOf<Attendance>(item) : undefined
  return attendance && matches(filter, attendance) ? [attendance] : []
}
