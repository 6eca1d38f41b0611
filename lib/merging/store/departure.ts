import { DEPARTURES } from '../../table/items/pending-work.js'
import type { TransactItem } from '../../table/conflicts.js'
import { PENDING } from '../../collections/pending.js'
import { type Table, keyOf } from '../../table/table.js'

/** A request that found a person before the departure has ended after this time, in milliseconds. */
const UNDER_WAY_MS = 60_000

/** Leaves a record, in the transaction of a merge or an erasure, that the person has left. It is due a minute later. */
export const departing = (table: Table, person: string): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: {
      ...keyOf.departure(person),
      [PENDING]: DEPARTURES,
      since: new Date(Date.now() + UNDER_WAY_MS).toISOString(),
    },
  },
})
