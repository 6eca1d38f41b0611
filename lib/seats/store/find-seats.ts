import { log } from '../../runtime/log.js'
import { OsdiError } from '../../runtime/errors.js'
import type { AttendableEvent } from '../../events/event.js'
import { type Admission, admissionOf } from '../../events/capacity.js'
import { getOne } from '../../table/reads.js'
import { type Item, type Key, type Table, keyOf } from '../../table/table.js'
import type { SeatsSeen, Seats } from './seats.js'
import type { CauseOfPromotion, OwnAttendance } from './promote.js'
import { settle } from './settle.js'

/** Whether an event looks full, so that its seats are read before anything is written. */
export const looksFull = (
  { capacity = Infinity, totals }: Pick<AttendableEvent, 'capacity' | 'totals'>,
  seats: Seats,
  count: number,
) => totals.accepted + totals.guests + count > capacity || !seats.mayBeFree()

/**
 * Looks for free seats for a party. Where the seats are closed and no one can join a waiting list, a change of the
 * capacity may be under way, or have been interrupted: it is settled first. Where they stay closed, the list may have
 * been switched on since the event was read.
 * @param causeOf as settle
 * @param beside another item, which is read with the seats; nothing is settled where it is found
 */
export async function lookForSeats(
  table: Table,
  event: AttendableEvent,
  seats: Seats,
  count: number,
  causeOf: CauseOfPromotion,
  beside?: Key,
): Promise<{ admission: Admission; found: Item | undefined }> {
  const seen = ({ open, found }: SeatsSeen, waitlist = event.waitlist ?? false) => ({
    admission: admissionOf({ ...event, waitlist }, open, count),
    found,
  })
  const look = await seats.look(beside)
  if (look.open >= count || look.found || !look.isClosed || event.waitlist) return seen(look)
  await settle(table, event.id, causeOf)
  const after = await seats.look(beside)
  if (after.open >= count || !after.isClosed) return seen(after)
  return seen(after, (await getOne(table, keyOf.event(event.id)))?.['waitlist'] === true)
}

/**
 * Records of settlements that are due which one change removes: more than it leaves, and so few that a rush of changes
 * does not remove each of them hundreds of times.
 */
const FEW = 5

/**
 * Settles the seats of an event after a change that is written and has left a record of it: where others settle them
 * at the same time, it may be left to them or to the consumer of the stream.
 * @param causeOf and `own` as settle
 */
export async function settleAfterwards(
  table: Table,
  event: string,
  causeOf: CauseOfPromotion,
  own?: OwnAttendance,
): Promise<void> {
  try {
    await settle(table, event, causeOf, FEW, own)
  } catch (error) {
    if (!(error instanceof OsdiError)) throw error
    log({ level: 'warn', message: `Seats of event:${event} are left to be settled: ${error.message}` })
  }
}
