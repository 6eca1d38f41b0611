import { missingChange } from '../audit/changes.js'
import { scan } from '../table/scan.js'
import { type Item, type Table, keyIn } from '../table/table.js'
import { updateIgnoringConflict } from '../table/transaction.js'
import { is } from '../table/condition.js'
import { change } from '../table/change.js'

/** Puts into the index over changes what was changed before there was one; reads the whole table. @returns how many */
export async function indexChanges(table: Table): Promise<number> {
  let indexed = 0
  for await (const items of scan(table)) indexed += await indexChangesOf(table, items)
  return indexed
}

async function indexChangesOf(table: Table, items: Item[]): Promise<number> {
  const missing = items.flatMap((item) => {
    const set = missingChange(item)
    return set ? [{ item, set }] : []
  })
  for (const { item, set } of missing)
    await updateIgnoringConflict(
      table,
      // A concurrent change puts it into the index, too.
      change(keyIn(item), { set }, is('revision', item['revision'])),
    )
  return missing.length
}
