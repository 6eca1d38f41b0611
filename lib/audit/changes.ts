import { isChecked, kindOf } from '../table/items/items.js'
import { listOf } from '../collections/numbered-list.js'
import { changeOf } from '../collections/search/changes.js'
import { allOf } from '../collections/search/modified.js'
import type { Item } from '../table/table.js'

/** An item in the index over changes. */
interface Dated extends Item {
  id: string
  created_date: string
  modified_date: string
  revision: number
}

/** Returns the attributes that a changed item should have for the index over changes, if it lacks them. */
export function missingChange(item: Item) {
  const list = changedIn(item)
  if (!list) return undefined
  const change = changeOf(list, item as Dated)
  const isThere = item['changed_in'] === change.changed_in && item['changed_at'] === change.changed_at
  return isThere ? undefined : change
}

/** The list that a changed item is a member of; undefined where it is not a member of one, or was not changed. */
function changedIn(item: Item) {
  const memberOf = isChecked(item, 'changes') ? kindOf(item)?.memberOf : undefined
  const isChanged = memberOf && (item as Dated).revision > 1
  return isChanged ? listOf(memberOf.list, String(item[memberOf.of])) : undefined
}

/** Finds what is wrong with an item by itself: it was changed, and the index over changes does not show it so. */
export const changeFaults = (item: Item): string[] =>
  missingChange(item)
    ? [`The item ${item.pk} ${item.sk} was changed, and is not in the index over changes as it should be.`]
    : []

/** Finds an item that the index over dates does not have, or has in another partition than that of its id. */
export const modifiedFaults = (item: Item): string[] =>
  allOf(item) === undefined ? [`The item ${item.pk} ${item.sk} is not in the index over dates as it should be.`] : []
