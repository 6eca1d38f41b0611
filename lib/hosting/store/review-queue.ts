import type { OsdiEvent } from '../../events/event.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { isWaiting } from '../review.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Item, type Key, type Table, keyOf } from '../../table/table.js'

/*
 * The queue of a campaign has an item for each event that waits for the team, in the order in which they came. It is
 * written with the event in one transaction.
 */

/** Returns the place of an event in the queue; undefined for one that does not wait. */
function placeInQueue(event: OsdiEvent): Key | undefined {
  const { id, review, event_campaign_id: campaign } = event
  return campaign && review && isWaiting(event) ? keyOf.waitingReview(campaign, review.date, id) : undefined
}

/** Returns the item by which an event waits; none for an event that does not. */
function queuedItems(event: OsdiEvent): Item[] {
  const key = placeInQueue(event)
  return key ? [{ ...key, event: event.id }] : []
}

/** Returns the item by which a campaign finds the events of a host; none for an event that no supporter hosts. */
function itemsOfHost({ id, host_link, event_campaign_id: campaign, creator }: OsdiEvent): Item[] {
  if (!host_link || !campaign) return []
  return [{ ...keyOf.hostOfEvent(campaign, creator, id), person: creator, event: id }]
}

const put = (table: Table, item: Item): TransactItem => ({ Put: { TableName: table.name, Item: item } })

/** An event stands in the queue as long as it waits, and among those of its host. */
export const queueOfEvent = {
  withNew: (table, event) => [...queuedItems(event), ...itemsOfHost(event)].map((item) => put(table, item)),

  withChange(table, before, after) {
    const [old, fresh] = [placeInQueue(before), placeInQueue(after)]
    const remove = ({ pk, sk }: Key) => ({ Delete: { TableName: table.name, Key: { pk, sk } } })
    return [
      ...(old?.sk === fresh?.sk
        ? []
        : [...queuedItems(after).map((item) => put(table, item)), ...(old ? [remove(old)] : [])]),
      // Its host was merged into another person.
      ...(before.creator === after.creator
        ? []
        : [...itemsOfHost(after).map((item) => put(table, item)), ...itemsOfHost(before).map(remove)]),
    ]
  },
} satisfies EventReaction
