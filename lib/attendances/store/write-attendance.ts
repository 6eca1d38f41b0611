import type { Person } from '../../people/person.js'
import type { TransactItem } from '../../table/conflicts.js'
import type { WithCount } from '../../collections/append-at.js'
import { type NumberedList, type Position, lists } from '../../collections/numbered-list.js'
import type { PendingAttributes } from '../../collections/pending.js'
import type { Table } from '../../table/table.js'
import { personItems } from '../../people/store/person-items.js'
import { admissionForAccept, attendableOf } from '../../events/store/attendable.js'
import { changeOfCounts } from '../change-of-counts.js'
import { type Ended, writeResource } from '../../resources/write-resource.js'
import { type NewAttendance, attendanceItems } from './attendance-items.js'
import type { AttendanceReactions } from './reactions.js'

/** A person who is written together with the attendance. */
export interface Newcomer {
  person: Person
  /** The claims of contacts that are not written yet. */
  claims: TransactItem[]
}

/** A new attendance, and its person if the person is new. */
export interface NewRsvp extends NewAttendance {
  newcomer?: Newcomer | undefined
}

/** The lists that an RSVP joins: the attendances of the event, the people of an owner, a personal list. */
type Into = [NumberedList, ...NumberedList[]]

/** Sends the items of an RSVP, which joins lists. */
export type Send<Missed> = (
  into: Into,
  items: (positions: (Position | PendingAttributes)[]) => TransactItem[],
  count: WithCount,
) => Promise<'written' | Missed>

/** Writes an RSVP: the attendance with what reacts to it, its member of a personal list, and a new person. */
export function writeAttendance<Missed>(
  table: Table,
  reactions: AttendanceReactions,
  rsvp: NewRsvp,
  send: Send<Missed>,
): Promise<Ended<Missed>> {
  const { passage, event, newcomer, joins } = rsvp
  const into: Into = [lists.attendancesOf(event.id)]
  if (newcomer) into.push(lists.peopleOf(newcomer.person.owner))
  if (joins !== undefined) into.push(lists.itemsOf(joins))
  return writeResource(table, (writer) =>
    send(
      into,
      ([position, ...others]) => [
        ...(newcomer ? [...newcomer.claims, ...personItems(table, writer, newcomer.person, others[0])] : []),
        ...attendanceItems(table, writer, reactions, rsvp, position, joins === undefined ? undefined : others.at(-1)),
      ],
      {
        counts: changeOfCounts(undefined, passage.attendance),
        onFirstMember: () => reactions.withFirst(table, event),
        attributes: attendableOf(event),
        // A canceled event refuses it, also where the event was read before it was canceled.
        admission: admissionForAccept(event),
      },
    ),
  )
}
