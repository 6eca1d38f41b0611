import type { DynamoDBRecord } from 'aws-lambda'
import {
  type OtherWork,
  assignOrdinalsFromStream as assignFromStream,
} from '../lists/sequencer/assign-from-stream.js'
import { assignOrdinals as assign } from '../lists/sequencer/assign-ordinals.js'
import type { MayBeDue } from '../lists/due-partitions.js'
import type { OnCount } from '../lists/on-count.js'
import { type Sweep, sweep as sweepLists } from '../lists/sequencer/sweep.js'
import type { Table } from '../table.js'
import { endConfirmations } from './attendances/confirmations.js'
import { attendableOf, missingEvent } from './places/attendable.js'
import { becomeSelectable } from './targeting/selectable.js'
import { settle } from './places/settle.js'
import { countTotals } from './places/totals.js'

/*
 * The sequencer of the service: lists assign ordinals, and with the first attendances of an event the event becomes
 * selectable.
 */

const withAttendances: OnCount = async (table, list, length) => {
  const event = await missingEvent(table, list, length)
  return event ? { attributes: attendableOf(event), onFirstMember: () => becomeSelectable(table, event) } : {}
}

/** Does what waits in the index besides members of lists. */
const otherWorkOn =
  (table: Table): OtherWork =>
  ({ kind, of }) => {
    if (kind === 'totals') return countTotals(table, of)
    return kind === 'confirmations' ? endConfirmations(table, of) : settle(table, of)
  }

/** Assigns ordinals to pending members of a list. @returns as lists/assign-ordinals.ts says */
export const assignOrdinals = (table: Table, name: string, people: string[]): Promise<string[]> =>
  assign(table, name, people, withAttendances)

/** Assigns ordinals to the pending members of a batch of the stream. @returns the records to offer again */
export const assignOrdinalsFromStream = (table: Table, records: DynamoDBRecord[]): Promise<string[]> =>
  assignFromStream(table, records, withAttendances, otherWorkOn(table))

/** Assigns ordinals to the members that have been pending since before a time. @throws as lists/sweep.ts says */
export const sweep = (table: Table, before: Date, deadline?: number, mayBeDue?: MayBeDue): Promise<Sweep> =>
  sweepLists(table, before, withAttendances, otherWorkOn(table), deadline, mayBeDue)
