import { settingsIn } from '../access/owner-settings.js'
import type { Owner } from '../runtime/owner.js'
import { isA } from '../table/items/items.js'
import { scan } from '../table/scan.js'
import { planForgetting as plan } from '../forgetting/store/forgetting.js'
import type { Table } from '../table/table.js'

/**
 * Plans to forget people, of owners who want that and were imported. Reads the whole table. Repeating it changes
 * nothing.
 * @returns for how many owners it was planned
 */
export async function planForgetting(table: Table): Promise<number> {
  let planned = 0
  for await (const items of scan(table))
    for (const item of items) {
      const type = (['group', 'account'] as const).find((each) => isA(each, item))
      if (type === undefined || !settingsIn(item).forget_after) continue
      const owner: Owner = `${type}:${String(item['id'])}`
      if ((await plan(table, owner)) === undefined) planned += 1
    }
  return planned
}
