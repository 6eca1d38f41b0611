import { isDeepStrictEqual } from 'node:util'
import { refusalOf } from '../rsvp-refusals.js'
import type { AttendableEvent, OsdiEvent } from '../event.js'
import type { TransactItem } from '../../table/conflicts.js'
import { isA } from '../../table/items/items.js'
import { type NumberedList, lists } from '../../collections/numbered-list.js'
import type { Admission } from '../../collections/append-at.js'
import { getOne } from '../../table/reads.js'
import { type Item, type Table, idInKey, keyOf, valueOf } from '../../table/table.js'
import { isSettled, keepsSeats } from '../capacity.js'
import { type Counted, countedIn } from './totals.js'
import { has } from '../../table/condition.js'
import { change } from '../../table/change.js'
import { changing } from '../../table/transaction.js'

/*
 * The length of the attendances of an event holds what an RSVP needs of the event. An RSVP reads the length anyway, so
 * that it need not read the event, whose description may be long. The attributes are written with the first attendance,
 * unless a change of the event has written them before. A change of the event changes them in its own transaction.
 */

/** An event without the numbers of its attendances. */
type EventItself = Omit<AttendableEvent, keyof Counted>

/** The attributes of the length of an event's attendances by which the event can be attended. */
export const attendableOf = ({
  owner,
  origin,
  creator,
  explicit_creator,
  hidden,
  capacity,
  past_capacity,
  waitlist,
  approval,
  max_guests,
  rsvps_open_utc,
  rsvps_close_utc,
  event_campaign_id,
  status,
  questions = [],
  has_questions,
  location,
}: EventItself) => ({
  attendable: {
    owner,
    origin,
    creator,
    explicit_creator,
    hidden,
    ...(capacity !== undefined && { capacity }),
    ...(past_capacity !== undefined && { past_capacity }),
    ...(waitlist !== undefined && { waitlist }),
    ...(approval && { approval }),
    ...(max_guests !== undefined && { max_guests }),
    ...(rsvps_open_utc !== undefined && { rsvps_open_utc }),
    ...(rsvps_close_utc !== undefined && { rsvps_close_utc }),
    ...(event_campaign_id !== undefined && { event_campaign_id }),
    ...(status !== undefined && { status }),
    ...((has_questions ?? questions.length > 0) && { has_questions: true as const }),
    ...(location && { location: { country: location.country } }),
  },
})

/** The event as the length of its attendances shows it; undefined before the first attendance. */
export function attendableIn(id: string, length: Partial<Item> | undefined): AttendableEvent | undefined {
  const kept = length?.['attendable'] as ReturnType<typeof attendableOf>['attendable'] | undefined
  return kept && { ...kept, id, ...countedIn(length) }
}

/** The event whose attendances a list holds; undefined for another list. */
export const eventOf = ({ belongsTo }: Pick<NumberedList, 'belongsTo'>): string | undefined =>
  belongsTo && isA('event', belongsTo) ? idInKey(belongsTo.pk) : undefined

/**
 * Reads the event of a list, where the length of the list does not show it.
 * @returns undefined for a list that is not of an event, too
 */
export async function missingEvent(
  table: Table,
  list: NumberedList,
  length: Item | undefined,
): Promise<OsdiEvent | undefined> {
  const id = eventOf(list)
  if (id === undefined || length?.['attendable'] !== undefined) return undefined
  const item = await getOne(table, keyOf.event(id))
  return item && valueOf<OsdiEvent>(item)
}

/** Completes the length of an event's attendances that an import has written. */
export const attendableUpdate = (event: EventItself) =>
  change(lists.attendancesOf(event.id).length, { setIfAbsent: attendableOf(event) }, has('pk'))

/**
 * Makes the write by which a change of an event reaches the length of its attendances. Before the first attendance, it
 * creates the item: an RSVP that has read the event before the change then finds the attributes, and does not write
 * those that it knows.
 * @returns nothing for a change that no RSVP has to know
 */
export function attendableChange(table: Table, before: OsdiEvent, after: OsdiEvent): TransactItem[] {
  const { attendable } = attendableOf(after)
  if (isDeepStrictEqual(attendable, attendableOf(before).attendable)) return []
  return [changing(table, lists.attendancesOf(after.id).length, { set: { attendable } })]
}

/** RSVPs join the attendances of an event on the synchronous path unless it is canceled or not published. */
const confirmedAdmission: Admission = {
  condition: 'attribute_not_exists(attendable.#status)',
  names: { '#status': 'status' },
  refusalBy: (length) => refusalOf(attendableIn('', length) ?? {}),
}

/** Thrown when the event has got or lost a capacity or a waiting list since it was read: the work begins anew. */
export class SeatsChanged extends Error {}

type Missing = 'past_capacity' | 'waitlist'

/** Returns the condition that an event has gained none of some fields since it was read. */
const admissionWithout = (...fields: Missing[]): Admission => ({
  condition: fields.map((name) => `attribute_not_exists(attendable.${name})`).join(' AND '),
  names: {},
  refusalBy: (length) => {
    const now = attendableIn('', length)
    return fields.some((name) => now?.[name] !== undefined) ? new SeatsChanged() : undefined
  },
})

/** RSVPs to an event without a capacity take no seats. */
const unlimitedAdmission = admissionWithout('past_capacity')

const openAdmission: Admission = {
  ...confirmedAdmission,
  condition: `${confirmedAdmission.condition} AND ${unlimitedAdmission.condition}`,
  refusalBy: (length) => confirmedAdmission.refusalBy(length) ?? unlimitedAdmission.refusalBy(length),
}

/** Returns the condition on the event under which a person may come. */
export const admissionForAccept = (event: AttendableEvent) => (keepsSeats(event) ? confirmedAdmission : openAdmission)

/** Returns the condition on the event for a person to cancel, whose seats are given back and settled if need be. */
export const admissionForCancel = (event: AttendableEvent) =>
  keepsSeats(event)
    ? isSettled(event)
      ? undefined
      : admissionWithout('past_capacity', 'waitlist')
    : unlimitedAdmission

/** Does work with an event, and again with its current state when its seats have changed. */
export async function withCurrentSeats<Result>(
  table: Table,
  event: AttendableEvent,
  work: (event: AttendableEvent) => Promise<Result>,
): Promise<Result> {
  for (let current = event; ;)
    try {
      return await work(current)
    } catch (error) {
      if (!(error instanceof SeatsChanged)) throw error
      current = attendableIn(event.id, await getOne(table, lists.attendancesOf(event.id).length)) ?? current
    }
}
