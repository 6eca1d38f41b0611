import { isDeepStrictEqual } from 'node:util'
import type { OsdiEvent } from '../../events/event.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { cellOf } from '../hilbert-curve.js'
import { leavesListsAt, listedFrom, listingsWith } from '../listed-event.js'
import { pointOf } from '../../events/event-point.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Item, type Table, keyOf } from '../../table/table.js'

/*
 * Public lists are read by anybody, at a cost that follows from what is asked for alone. So an event is kept in each of
 * its lists as lists show it, in the order of starts and in the order of places, and is written there with the event in
 * one transaction (docs/decisions/0055). An RSVP changes none of these items.
 */

/** Stands where a cell would, for events without a place: behind all cells. */
export const NO_CELL = '~'

/** A cell in keys: they sort as the cells do. */
export const cellText = (cell: number) => cell.toString(16).padStart(12, '0')

/**
 * Returns the items by which an event stands in its lists; none for an event that is in no list. They have no owner,
 * which would put them into the index over starts.
 */
export function listedItems(event: OsdiEvent): Item[] {
  const listed = listedFrom(event)
  if (!listed) return []
  const { start } = listed
  const [point, expires] = [pointOf(listed), leavesListsAt(listed)]
  const cell = point ? cellText(cellOf(point)) : NO_CELL
  return listingsWith(event).flatMap(({ scope, holds }) =>
    [keyOf.listedByStart(scope, holds, start, event.id), keyOf.listedByPlace(scope, holds, cell, start, event.id)].map(
      (key) => ({ ...listed, expires, ...key }),
    ),
  )
}

/** An event is written into its lists; a change reaches them, and the event may leave or join some. */
export const listingsOfEvent = {
  withNew: (table, event) => listedItems(event).map((item) => putListed(table, item)),

  withChange(table, before, after) {
    const [old, fresh] = [listedItems(before), listedItems(after)]
    if (isDeepStrictEqual(old, fresh)) return []
    const keys = new Set(fresh.map(textOf))
    const left = old.filter((item) => !keys.has(textOf(item)))
    return [
      ...fresh.map((item) => putListed(table, item)),
      ...left.map(({ pk, sk }) => ({ Delete: { TableName: table.name, Key: { pk, sk } } })),
    ]
  },
} satisfies EventReaction

const textOf = ({ pk, sk }: Item) => `${pk} ${sk}`

const putListed = (table: Table, item: Item): TransactItem => ({
  Put: { TableName: table.name, Item: item },
})
