import { isChecked, kindOf } from '../items/items.js'
import { listOf } from '../lists/numbered-list.js'
import { changeOf } from '../search/changes.js'
import type { Item } from '../table.js'

/** What can be found by its changes. */
interface Dated extends Item {
  id: string
  modified_date: string
  revision: number
}

/** Where a changed item should stand in the index over changes, if it does not stand there. */
export function missingChange(item: Item) {
  const dated = item as Dated
  const memberOf = isChecked(item, 'changes') ? kindOf(item)?.memberOf : undefined
  const list = memberOf && listOf(memberOf.list, String(item[memberOf.of]))
  if (!list || !(dated.revision > 1)) return undefined
  const change = changeOf(list, dated)
  const isThere = item['changed_in'] === change.changed_in && item['changed_at'] === change.changed_at
  return isThere ? undefined : change
}

/** What is wrong with an item by itself: it was changed, and the index over changes does not show it so. */
export const changeFaults = (item: Item): string[] =>
  missingChange(item)
    ? [`The item ${item.pk} ${item.sk} was changed, and is not in the index over changes as it should be.`]
    : []
