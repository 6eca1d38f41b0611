import { log } from '../../log.js'
import { OsdiError } from '../../domain/errors.js'
import type { AttendableEvent } from '../../domain/event.js'
import type { Key, Table } from '../table.js'
import type { Look, Seats } from './seats.js'
import { settle } from './settle.js'

/** Whether an event looks full, so that its seats are read before anything is written. */
export const looksFull = (
  { capacity = Infinity, totals }: Pick<AttendableEvent, 'capacity' | 'totals'>,
  seats: Seats,
  count: number,
) => totals.accepted + totals.guests + count > capacity || !seats.mayBeFree()

/**
 * Looks for free seats. Where the places are closed and no one can join a waiting list, a change of the capacity may be
 * under way, or have been interrupted: it is settled first.
 */
export async function lookForSeats(
  table: Table,
  event: AttendableEvent,
  seats: Seats,
  count: number,
  beside?: Key,
): Promise<Look> {
  const look = await seats.look(count, beside)
  if (look.isFree || look.found || !look.isClosed || event.waitlist) return look
  await settle(table, event.id)
  return seats.look(count, beside)
}

/** Whether changes of attendances of an event may leave something to be settled. */
export const isSettled = ({ waitlist, past_capacity }: AttendableEvent) =>
  waitlist !== undefined || past_capacity !== undefined

/**
 * Settles the places of an event after a change that is written and has left a record of it: where others settle them
 * at the same time, it may be left to them or to the consumer of the stream.
 */
export async function settleAfterwards(table: Table, event: string): Promise<void> {
  try {
    await settle(table, event)
  } catch (error) {
    if (!(error instanceof OsdiError)) throw error
    log({ level: 'warn', message: `Places of event:${event} are left to be settled: ${error.message}` })
  }
}
