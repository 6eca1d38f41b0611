import type { DynamoDBRecord } from 'aws-lambda'
import {
  type OtherWork,
  assignOrdinalsFromStream as assignFromStream,
} from '../collections/sequencer/assign-from-stream.js'
import { assignOrdinals as assign } from '../collections/sequencer/assign-ordinals.js'
import type { MayBeDue } from '../collections/due-partitions.js'
import type { DeferredWork } from '../collections/pending.js'
import type { OnCount } from '../collections/append-at.js'
import { type Sweep, sweep as sweepLists } from '../collections/sequencer/sweep.js'
import type { Table } from '../table/table.js'
import { endConfirmations } from '../attendances/store/confirmations.js'
import { attendableOf, missingEvent } from '../events/store/attendable.js'
import { becomeSelectable } from '../targeting/store/selectable.js'
import { settle as settleSeats } from '../seats/store/settle.js'
import { countTotals } from '../events/store/totals.js'
import { causeOfPromotion } from './reactions/promotion.js'

/*
 * The sequencer of the service: lists assign ordinals, and with the first attendances of an event the event becomes
 * selectable.
 */

const withAttendances: OnCount = async (table, list, length) => {
  const event = await missingEvent(table, list, length)
  return event ? { attributes: attendableOf(event), onFirstMember: () => becomeSelectable(table, event) } : {}
}

/** Settles the seats of an event. @throws OsdiError busy */
export const settle = (table: Table, event: string) => settleSeats(table, event, causeOfPromotion)

/** The work that waits in the index besides members of lists, by its kind. */
const WORK: Partial<Record<DeferredWork['kind'], (table: Table, of: string) => Promise<void>>> = {
  totals: countTotals,
  confirmations: endConfirmations,
  places: settle,
}

const otherWorkOn =
  (table: Table): OtherWork =>
  async ({ kind, of }) =>
    WORK[kind]?.(table, of)

/** Assigns ordinals to pending members of a list. @returns as collections/sequencer/assign-ordinals.ts says */
export const assignOrdinals = (table: Table, name: string, people: string[]): Promise<string[]> =>
  assign(table, name, people, withAttendances)

/** Assigns ordinals to the pending members of a batch of the stream. @returns the records to offer again */
export const assignOrdinalsFromStream = (table: Table, records: DynamoDBRecord[]): Promise<string[]> =>
  assignFromStream(table, records, withAttendances, otherWorkOn(table))

/** Assigns ordinals to members that are pending since before a time. @throws as collections/sequencer/sweep.ts says */
export const sweep = (table: Table, before: Date, deadline?: number, mayBeDue?: MayBeDue): Promise<Sweep> =>
  sweepLists(table, before, withAttendances, otherWorkOn(table), deadline, mayBeDue)
