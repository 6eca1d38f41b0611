import type { Owner } from '../../runtime/owner.js'
import type { Attendance } from '../../attendances/attendance.js'
import { readFriendCode } from '../../attendances/friend-code.js'
import type { OsdiEvent } from '../../events/event.js'
import { NOTHING_WORKED, type WhatWorked, tallyOf } from '../what-worked.js'
import { change } from '../../table/change.js'
import { either, isBelow, lacks } from '../../table/condition.js'
import { lengthIn, lengthOf, lists } from '../../collections/numbered-list.js'
import { readWhole } from '../../collections/read-page.js'
import { getTogether } from '../../table/reads.js'
import { type Key, type Table, idInKey, keyOf, valueOf } from '../../table/table.js'
import { updateIgnoringConflict } from '../../table/transaction.js'
import { loadEvent } from '../../events/store/load-event.js'
import { findKeys } from '../../attendances/links/link-key-store.js'

/*
 * The outcomes of an event depend on what becomes of each RSVP, so they are counted from all of them: at once for an
 * event of usual size, else by a function of a queue, for all who ask. An RSVP knows nothing of it.
 */

/** The most RSVPs that are counted while a page is read. */
const AT_ONCE = 2_000

/** RSVPs of one read. */
const PIECE = 500

/** A count of many RSVPs is good for this time. One that no process has finished by then is asked for again. */
const GOOD_MS = 10 * 60_000

/** The outcomes at an event, and when they were counted. */
export interface CountedWorked {
  worked: WhatWorked
  /** Absent while nothing was counted yet. */
  counted_date?: string
  /** Whether a newer count is under way. */
  isUnderWay: boolean
}

/** The RSVPs that may be counted at once, and the age of a count that was kept, in milliseconds. */
interface Asked {
  atOnce?: number
  age?: number
}

type Event = Pick<OsdiEvent, 'id' | 'owner' | 'start_date' | 'timezone_identifier' | 'location_timezone'>

interface Kept {
  worked?: WhatWorked
  counted_date?: string
  asked_date?: string
}

export async function whatWorked(
  table: Table,
  event: Event,
  { atOnce = AT_ONCE, age = 0 }: Asked = {},
  now = new Date(),
): Promise<CountedWorked> {
  // The events of a campaign are asked for at once, and share these reads.
  const [item, ofList] = await getTogether(table, [keyOf.whatWorked(event.id), lists.attendancesOf(event.id).length])
  const length = lengthIn(ofList)
  const { worked, counted_date, asked_date } = item ? valueOf<Kept>(item) : ({} as Kept)
  const isYounger = (date: string | undefined, ms: number) =>
    date !== undefined && now.getTime() - Date.parse(date) < ms
  const known = worked && counted_date !== undefined ? { worked, counted_date } : undefined
  if (known && isYounger(counted_date, age)) return { ...known, isUnderWay: false }
  if (length <= atOnce) {
    const counted = await countAll(table, event, length, now)
    if (length > 0) await keep(table, event, counted)
    return { ...counted, isUnderWay: false }
  }
  if (known && isYounger(counted_date, GOOD_MS)) return { ...known, isUnderWay: false }
  if (!isYounger(asked_date, GOOD_MS)) await ask(table, event, now)
  return { worked: NOTHING_WORKED, ...known, isUnderWay: true }
}

/** Returns what was counted last, with the other reads of the request. @returns undefined before the first count */
export async function lastCounted(table: Table, event: string): Promise<WhatWorked | undefined> {
  const [item] = await getTogether(table, [keyOf.whatWorked(event)])
  return item && valueOf<Kept>(item).worked
}

/** The stream's announcement of a count that waits. */
export type WaitingWorked = Key & { waits_for_people: Owner }

/** Counts what worked at an event that the stream shows waiting. It may be announced twice or late. */
export async function countWorked(table: Table, { pk }: WaitingWorked): Promise<void> {
  const id = idInKey(pk)
  const event = await loadEvent(table, id)
  if (!event) return
  const length = await lengthOf(table, lists.attendancesOf(id))
  await keep(table, event, await countAll(table, event, length, new Date()))
}

/** Counts all RSVPs. */
async function countAll(table: Table, event: Event, length: number, now: Date) {
  const keys = length > 0 ? await findKeys(table) : undefined
  const tally = tallyOf(event, (code) => keys && readFriendCode(keys, event.id, code)?.person)
  const list = lists.attendancesOf(event.id)
  for (let first = 1; first <= length; first += PIECE)
    for (const item of await readWhole(table, list, first, Math.min(length, first + PIECE - 1)))
      tally.add(valueOf<Attendance>(item))
  return { worked: tally.result(), counted_date: now.toISOString() }
}

/** Keeps a count, unless a later one is kept. */
const keep = (table: Table, { id }: Event, counted: Required<Pick<Kept, 'worked' | 'counted_date'>>) =>
  updateIgnoringConflict(
    table,
    change(
      keyOf.whatWorked(id),
      { set: { event: id, ...counted }, remove: ['waits_for_people', 'asked_date'] },
      either(lacks('counted_date'), isBelow('counted_date', counted.counted_date)),
    ),
  )

/** Lets the stream announce that RSVPs are to be counted, once for all pages that ask within some minutes. */
async function ask(table: Table, { id, owner }: Event, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GOOD_MS).toISOString()
  await updateIgnoringConflict(
    table,
    change(
      keyOf.whatWorked(id),
      { set: { event: id, waits_for_people: owner, asked_date: now.toISOString() } },
      either(lacks('asked_date'), isBelow('asked_date', before)),
    ),
  )
}
