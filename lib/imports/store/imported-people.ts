import type { Table } from '../../table/table.js'
import { changePerson } from '../../people/store/change-person.js'
import { type PersonStore, personStore } from '../../people/store/person-store.js'

/** Opens people as an import changes them: it never takes a phone number from the person who has it. */
export const importedPeople = (table: Table): PersonStore => ({
  ...personStore(table),
  change: (owner, id, change) => changePerson(table, owner, id, change, undefined, 'stay'),
})
