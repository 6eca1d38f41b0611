import { isA } from '../table/items/items.js'
import { scan } from '../table/scan.js'
import { keepFound, settleEndings } from '../finding/store/keep-found.js'
import { SeenWords } from '../finding/store/loose-endings.js'
import { type Table, keyIn } from '../table/table.js'

/**
 * Lets people and events be found whose change was missed, and by nothing else. Reads the whole table. Repeating it
 * changes nothing.
 * @returns how many were not found as they are, and words that no name has
 */
export async function indexNames(table: Table): Promise<number> {
  let indexed = 0
  const seen = new SeenWords()
  for await (const items of scan(table)) {
    items.forEach((item) => seen.add(item))
    const found = items.filter((item) => isA('person', item) || isA('event', item))
    for (const outcome of await keepFound(table, found.map(keyIn))) {
      if (outcome.status === 'rejected') throw outcome.reason
      if (outcome.value) indexed++
    }
  }
  for await (const word of seen.loose(table)) {
    await settleEndings(table, [word])
    indexed++
  }
  return indexed
}
