import { type Attendance, otherPartyIn } from '../attendance.js'
import { notFound } from '../../runtime/errors.js'
import { type Filter, type Literal, matches } from '../../fields/filter.js'
import type { Owner } from '../../runtime/owner.js'
import type { Page, PageRequest, UncountedPage } from '../../fields/page.js'
import type { AttendanceDependencies } from '../record-attendance.js'
import { attendanceKind, attendancesOf, holderOf } from './attendance-items.js'
import { assertItemSize } from '../../resources/item-size.js'
import { claim, findHolder, identifierIn, releaseClaim } from '../../resources/identifiers.js'
import { releaseOrphanedIdentifiers } from '../../resources/orphaned-claims.js'
import { lists } from '../../collections/numbered-list.js'
import { getMany, getOne, getTogether } from '../../table/reads.js'
import { allOf, newestChanges } from '../../collections/search/modified.js'
import { search, searchIn } from '../../collections/search/search.js'
import { attendancesOfPerson } from './attendances-of-person.js'
import { changeStatus } from './change-status.js'
import { createAttendee } from './new-attendee.js'
import { pageOfAttendances } from './page-of-attendances.js'
import { record } from './record-attendance.js'
import { withPosition } from './gate.js'
import type { AttendanceReactions } from './reactions.js'
import { writeResource } from '../../resources/write-resource.js'
import { sourcesForgotten } from './rsvp-statistics.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { updateIgnoringConflict, updateWith } from '../../table/transaction.js'
import { is } from '../../table/condition.js'
import { change } from '../../table/change.js'

export type AttendanceStore = AttendanceDependencies['attendances'] & {
  /** @throws OsdiError not_found */
  find(event: string, id: string): Promise<Attendance>
  /**
   * Attendances of an event, newest first.
   * @param known how many there are, if the caller has just read it
   * @throws OsdiError invalid, as search
   */
  listOfEvent(event: string, page: PageRequest, filter?: Filter<Attendance>, known?: number): Promise<Page<Attendance>>
  /**
   * Attendances at all events of an owner, newest change first.
   * @throws OsdiError invalid, as newestChanges
   */
  listOfOwner(owner: Owner, page: PageRequest, filter: Filter<Attendance>): Promise<UncountedPage<Attendance>>
  /** The attendances of an event that some people have, in the order of the people. */
  ofPeople(event: string, people: string[]): Promise<Attendance[]>
  allOfPerson(person: string): Promise<Attendance[]>
  /** Attendances of a person, newest first: one read of them all, which are as many as a person has RSVPs. */
  listOfPerson(person: string, page: PageRequest, filter?: Filter<Attendance>): Promise<Page<Attendance>>
}

/** Stores attendances. The item is in its person's partition, and a member of its event's list. */
export function attendanceStore(table: Table, reactions: AttendanceReactions): AttendanceStore {
  const { gate } = reactions
  return {
    async find(event, id) {
      const attendance = await load(table, otherPartyIn(id, event), event)
      if (attendance?.id !== id) throw notFound()
      return withPosition(gate, table, attendance)
    },

    async listOfEvent(event, request, filter = [], known) {
      if (filter.length === 0) return pageOfAttendances(table, gate, event, request, known)
      const list = lists.attendancesOf(event)
      const identifier = (value: Literal) => findByIdentifier(table, event, value)
      return gate.withPositions(table, await search(table, { list, holderOf: { identifier } }, request, filter))
    },

    async listOfOwner(owner, request, filter) {
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
    },

    async ofPeople(event, people) {
      const items = await getMany(
        table,
        people.map((person) => keyOf.attendance(person, event)),
      )
      const members = items.flatMap((item) => (item ? [valueOf<Attendance>(item)] : []))
      return (await gate.withPositions(table, { members })).members
    },

    allOfPerson: (person) => attendancesOfPerson(table, person),

    listOfPerson: async (person, request, filter = []) =>
      gate.withPositions(table, await searchIn(table, () => attendancesOfPerson(table, person), request, filter)),

    create: (person, attends) => createAttendee(table, reactions, person, attends),

    record: record(table, reactions),

    changeStatus: changeStatus(table, reactions),

    async setQuiet(event, id, quiet) {
      // It leaves the revision: every other write changes the attributes that it means, and no more.
      const key = keyOf.attendance(otherPartyIn(id, event), event)
      await updateIgnoringConflict(table, change(key, { set: { quiet: quiet || undefined } }, is('id', id)))
    },

    async tellAgain(event, attendance, at, autoresponse) {
      const { id, person } = attendance
      const cause = reactions.causeOf(event, { ...attendance, modified_date: at }, autoresponse)
      const told = change(keyOf.attendance(person, event.id), { set: cause }, is('id', id))
      if (Object.keys(cause).length > 0) await updateIgnoringConflict(table, told)
    },

    openSeats: (event) => gate.openSeats(table, event),

    async identify(event, id, change) {
      const person = otherPartyIn(id, event)
      const leftOut: string[] = []
      return retryOnConflict(async () => {
        const before = await load(table, person, event)
        if (before?.id !== id) throw notFound()
        const wanted = change(before)
        if (wanted === before) return before
        const identifiers = wanted.identifiers.filter((each) => !leftOut.includes(each))
        const after = assertItemSize({ ...wanted, identifiers }, 'attendance')
        const claimed = after.identifiers.filter((each) => !before.identifiers.includes(each))
        const claims = claimed.map((each) => claim(table, 'attendance', each, holderOf(before)))
        const freed = before.identifiers
          .filter((each) => !wanted.identifiers.includes(each))
          .map((each) => releaseClaim(table, 'attendance', each, holderOf(before)))
        const changed =
          before.referrer_data.source === after.referrer_data.source ? [] : [sourcesForgotten(table, event)]
        const { outcome, latest } = await writeResource(table, (writer) =>
          updateWith(table, writer.update(attendanceKind, before, after), [...claims, ...freed, ...changed]),
        )
        if (outcome === 'written') return withPosition(gate, table, latest(after))
        const held = outcome.of('identifier')
        if (held.length === 0 || !(await releaseOrphanedIdentifiers(table, held)))
          leftOut.push(...held.map(identifierIn))
        return undefined
      })
    },
  }
}

async function findByIdentifier(table: Table, event: string, identifier: Literal) {
  const holder = await findHolder(table, 'attendance', identifier)
  if (holder === undefined) return undefined
  const [person, of] = holder.includes('/') ? holder.split('/') : [otherPartyIn(holder, event), event]
  const attendance = of === event && person ? await load(table, person, event) : undefined
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

async function load(table: Table, person: string, event: string): Promise<Attendance | undefined> {
  const [item] = await getTogether(table, [keyOf.attendance(person, event)])
  return item && valueOf<Attendance>(item)
}
