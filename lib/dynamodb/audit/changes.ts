import type { Owner } from '../../domain/principal.js'
import { changeOf, isInIndex } from '../search/changes.js'
import { type NumberedList, lists } from '../lists/numbered-list.js'
import { type Item, keyOf } from '../table.js'

/** What can be found by its changes. */
interface Dated extends Item {
  id: string
  owner: Owner
  event: string
  created_date: string
  modified_date: string
  revision: number
}

/** The list that an item's changes are in the index of; undefined for what is no member of one. */
function listOf({ pk, sk, id, owner, event }: Dated): NumberedList | undefined {
  const isAt = (key: { pk: string; sk: string }) => key.pk === pk && key.sk === sk
  if (isAt(keyOf.event(id))) return lists.eventsOf(owner)
  if (isAt(keyOf.campaign(id))) return lists.campaignsOf(owner)
  if (isAt(keyOf.person(id))) return lists.peopleOf(owner)
  return sk === keyOf.attendance('', event).sk ? lists.attendancesOf(event) : undefined
}

/** Where a changed item should be in the index over changes, if it is not there. */
export function missingChange(item: Item) {
  const dated = item as Dated
  const list = changedIn(dated)
  if (!list) return undefined
  const change = changeOf(list, dated)
  const isThere = item['changed_in'] === change.changed_in && item['changed_at'] === change.changed_at
  return isThere ? undefined : change
}

const changedIn = (item: Dated) => (item.revision > 1 ? listOf(item) : undefined)

/**
 * Finds what is wrong with an item by itself: it was changed, and the index over changes does not show it so. Entries
 * of an earlier version are right; a repair brings them up to date.
 */
export function changeFaults(item: Item): string[] {
  const dated = item as Dated
  const list = changedIn(dated)
  return !list || isInIndex(list, item, dated)
    ? []
    : [`The item ${item.pk} ${item.sk} was changed, and is not in the index over changes as it should be.`]
}
