import { type Attendance, isRequested } from '../attendance.js'
import type { AttendableEvent } from '../../events/event.js'
import type { RecordOptions, Recorded, VisitorOptions } from '../record-attendance.js'
import { eventFull } from '../../events/capacity.js'
import { identifierConflict } from '../../resources/record-by-identifier.js'
import { append } from '../../collections/append.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { withCurrentSeats } from '../../events/store/attendable.js'
import { isListed } from './attendance-items.js'
import { releaseOrphanedIdentifiers } from '../../resources/orphaned-claims.js'
import { releaseOrphanedContacts } from '../../people/store/contacts.js'
import { assertItemSize } from '../../resources/item-size.js'
import { claimsOfContacts } from '../../people/store/person-items.js'
import { type Passage, withPosition } from './gate.js'
import type { AttendanceReactions } from './reactions.js'
import { writeAttendance } from './write-attendance.js'

/** The options of anyone's RSVP. */
type Options = RecordOptions & Partial<VisitorOptions>

/**
 * Writes an attendance as the gate lets it in, its position in the event's list and, if there is one, the personal
 * list's item, in one transaction. An existing attendance of the same person at the same event does not change.
 * @param event as it was read
 * @returns undefined when another request has just taken a contact of the new person of a visitor; nothing is written
 *   then
 * @throws OsdiError conflict when the event is full, or an identifier is held by another attendance
 */
export async function record(
  table: Table,
  reactions: AttendanceReactions,
  attendance: Attendance,
  event: AttendableEvent,
  options?: RecordOptions,
): Promise<Recorded>
export async function record(
  table: Table,
  reactions: AttendanceReactions,
  attendance: Attendance,
  event: AttendableEvent,
  options: VisitorOptions,
): Promise<Recorded | undefined>
export async function record(
  table: Table,
  reactions: AttendanceReactions,
  attendance: Attendance,
  event: AttendableEvent,
  options: Options = {},
) {
  const { gate } = reactions
  const recorded = await withCurrentSeats(table, event, async (current) => {
    const passage = await gate.enter(table, current, attendance, options)
    if ('known' in passage) return { attendance: passage.known, isNew: false }
    return write(table, reactions, passage, current, options)
  })
  if (!recorded || recorded.isNew || options.visitor) return recorded
  return { ...recorded, attendance: await withPosition(gate, table, recorded.attendance) }
}

/** @returns undefined as `record`; nothing is written then */
async function write(
  table: Table,
  reactions: AttendanceReactions,
  first: Passage,
  event: AttendableEvent,
  { personalList, justRead = false, autoresponse, visitor }: Options,
): Promise<Recorded | undefined> {
  const { person } = first.attendance
  const fresh = visitor?.person && assertItemSize(visitor.person, 'person')
  const newcomer = fresh && { person: fresh, claims: claimsOfContacts(table, fresh) }
  const isOnList = personalList !== undefined && (await isListed(table, personalList, person))
  let passage = first
  // A person who makes a request joins it with the approval.
  let joins = isOnList || isRequested(first.attendance) ? undefined : personalList
  let known = justRead ? event.total_attendances : undefined
  for (;;) {
    const { attendance, met, again, settle } = passage
    const rsvp = { passage, event, joins, autoresponse, newcomer }
    const { outcome, latest } = await writeAttendance(table, reactions, rsvp, (into, items, count) =>
      append(table, into, items, { known, ...count }),
    )
    if (outcome === 'written') {
      const written = latest(attendance)
      return { attendance: settle ? await settle(written) : written, isNew: true }
    }
    const others = outcome.all.length - (met?.(outcome) ?? 0)
    // A full event refuses a visitor before anything shows who attends.
    if (visitor && others < outcome.all.length) {
      const left = await again?.()
      if (left instanceof Error) throw left
    }
    const existing = outcome.at(keyOf.attendance(person, event.id))
    if (existing) return { attendance: valueOf<Attendance>(existing), isNew: false }
    if (await releaseOrphanedContacts(table, outcome.of('contact'))) continue
    // Another request wrote the person, or put the person on the personal list.
    if (visitor && others > 0) return undefined
    if (visitor) continue
    const held = outcome.of('identifier')
    if (held.length > 0 && (await releaseOrphanedIdentifiers(table, held))) continue
    if (held.length > 0) return knownAttendance(table, attendance, taken())
    // The person came onto the personal list meanwhile, so that only the attendance is left to be written.
    if (joins !== undefined && outcome.at(keyOf.listItem(joins, person))) {
      joins = known = undefined
      continue
    }
    const next = (await again?.()) ?? eventFull()
    if (next instanceof Error) return knownAttendance(table, attendance, next)
    passage = next
  }
}

/** The attendance that is there already; an event that is full, or a taken identifier, does not stand against it. */
async function knownAttendance(table: Table, { person, event }: Attendance, refusal: Error) {
  const item = await getOne(table, keyOf.attendance(person, event))
  if (!item) throw refusal
  return { attendance: valueOf<Attendance>(item), isNew: false }
}

const taken = () => identifierConflict('attendance')
