import type { Person } from '../people/person.js'
import { isA } from '../table/items/items.js'
import { scan } from '../table/scan.js'
import { keepFieldNames } from '../people/store/custom-field-store.js'
import { type Table, valueOf } from '../table/table.js'

/**
 * Keeps the names of custom fields of people that an earlier version has written. Reads the whole table. Repeating it
 * changes nothing.
 * @returns the number of people with custom fields
 */
export async function keepCustomFields(table: Table): Promise<number> {
  let found = 0
  for await (const items of scan(table))
    for (const item of items) {
      if (!isA('person', item)) continue
      const person = valueOf<Person>(item)
      if (Object.keys(person.custom_fields).length === 0) continue
      await keepFieldNames(table, person)
      found += 1
    }
  return found
}
