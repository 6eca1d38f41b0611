import { identified } from '../../resources/identified.js'
import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import { lists } from '../../collections/numbered-list.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Table, keyOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import type { OsdiEvent } from '../event.js'
import { isSelectable, originPolicy } from '../origin.js'
import { attendableChange } from './attendable.js'
import { loadEvent } from './load-event.js'

/** The reaction of another room when an event is written. */
export interface EventReaction {
  /** Builds what is written together with a new event. */
  withNew?: (table: Table, event: OsdiEvent) => TransactItem[]
  /** Builds what is written together with a change of an event. */
  withChange?: (table: Table, before: OsdiEvent, after: OsdiEvent) => TransactItem[]
  /** Does what follows a change, after which the event is read again; undefined where nothing follows. */
  afterChange?: (table: Table, before: OsdiEvent, after: OsdiEvent) => Promise<void> | undefined
}

/**
 * Writes events: the item, its identifiers, its positions in lists, what RSVPs know of it, and what other rooms write
 * with it in one transaction.
 * @param reactions of the other rooms, in the order in which they work
 */
export function eventWriter(table: Table, reactions: readonly EventReaction[]): IdentifiedStore<OsdiEvent> {
  const kept = identified<OsdiEvent>(table, {
    type: 'event',
    keyOf: ({ id }) => keyOf.event(id),
    listOf: ({ owner }) => lists.eventsOf(owner),
    itemOf: ({ total_accepted: _accepted, total_attendances: _length, totals: _totals, ...kept }) => kept,
    load: (id) => loadEvent(table, id),
    furtherLists: (event) => furtherLists(event).map(({ list }) => list),
    withNew: (event, positions) => [
      ...furtherLists(event).map(({ key }, i) => putNew(table, key, { event: event.id, ...positions[i] })),
      ...reactions.flatMap(({ withNew }) => withNew?.(table, event) ?? []),
    ],
    withChange: (before, after) => [
      ...attendableChange(table, before, after),
      ...reactions.flatMap(({ withChange }) => withChange?.(table, before, after) ?? []),
    ],
  })
  return {
    ...kept,

    async change(owner, id, change, ...others) {
      let known: OsdiEvent | undefined
      const changed = async (before: OsdiEvent, slugs: readonly string[]) => {
        known = before
        return change(before, slugs)
      }
      const event = await kept.change(owner, id, changed, ...others)
      let isFollowed = false
      for (const { afterChange } of reactions) {
        const work = afterChange?.(table, known ?? event, event)
        if (work) isFollowed = true
        await work
      }
      return isFollowed ? ((await loadEvent(table, id)) ?? event) : event
    },
  }
}

/** The other lists that a new event joins, with the key of its item in each. */
const furtherLists = ({ id, event_campaign_id: campaign, ...event }: OsdiEvent) => [
  ...(campaign ? [{ list: lists.eventsOfCampaign(campaign), key: keyOf.campaignEvent(campaign, id) }] : []),
  ...(originPolicy(event).listed ? [{ list: lists.actionsOf(event.owner), key: keyOf.action(id) }] : []),
  ...(isSelectable(event) ? [{ list: lists.selectableOf(event.owner), key: keyOf.selectable(id) }] : []),
]
