import { isA } from '../table/items/items.js'
import { scan } from '../table/scan.js'
import { keepFound } from '../finding/store/keep-found.js'
import { type Table, keyIn } from '../table/table.js'

/**
 * Lets people and events be found whose change was missed. Reads the whole table. Repeating it changes nothing.
 * @returns how many were not found as they are
 */
export async function indexNames(table: Table): Promise<number> {
  let indexed = 0
  for await (const items of scan(table)) {
    const found = items.filter((item) => isA('person', item) || isA('event', item))
    for (const outcome of await keepFound(table, found.map(keyIn))) {
      if (outcome.status === 'rejected') throw outcome.reason
      if (outcome.value) indexed++
    }
  }
  return indexed
}
