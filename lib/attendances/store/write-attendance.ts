import type { Person } from '../../people/person.js'
import type { TransactItem } from '../../table/conflicts.js'
import type { WithCount } from '../../collections/on-count.js'
import { type NumberedList, type Position, lists } from '../../collections/numbered-list.js'
import type { PendingAttributes } from '../../collections/pending.js'
import type { Table } from '../../table/table.js'
import { personItems } from '../../people/store/person-items.js'
import { withCountForRsvp } from '../../targeting/store/selectable.js'
import { type Ended, writeResource } from '../../resources/write-resource.js'
import { type NewAttendance, attendanceItems } from './attendance-items.js'

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

/** Writes an RSVP: the attendance with its seats, its mail and its member of a personal list, and a new person. */
export function writeAttendance<Missed>(
  table: Table,
  rsvp: NewRsvp,
  send: Send<Missed>,
): Promise<Ended<Missed>> {
  const { attendance, event, newcomer, joins } = rsvp
  const into: Into = [lists.attendancesOf(event.id)]
  if (newcomer) into.push(lists.peopleOf(newcomer.person.owner))
  if (joins !== undefined) into.push(lists.itemsOf(joins))
  return writeResource(table, (writer) =>
    send(
      into,
      ([position, ...others]) => [
        ...(newcomer ? [...newcomer.claims, ...personItems(table, writer, newcomer.person, others[0])] : []),
        ...attendanceItems(table, writer, rsvp, position, joins === undefined ? undefined : others.at(-1)),
      ],
      withCountForRsvp(table, event, attendance),
    ),
  )
}
