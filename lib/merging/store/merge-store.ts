import type { MergeDependencies } from '../merge-people.js'
import type { ListItem } from '../../lists/email-list.js'
import { groupIdOf } from '../../runtime/owner.js'
import { append } from '../../collections/append.js'
import { lists } from '../../collections/numbered-list.js'
import { getBeside, getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import { attendancesOfPerson } from '../../attendances/store/attendances-of-person.js'
import { type AssignOrdinals, mergeInto } from './merge-attendance.js'
import { mergePeople } from './merge-people.js'
import { tagStore } from '../../tags/store/tag-store.js'
import { keyOfOwner } from '../../table/items/items.js'

/** Dependencies of merging the people of an owner. */
export const mergeDependencies = (table: Table, assignOrdinals: AssignOrdinals): MergeDependencies => ({
  mergePeople: mergePeople(table),
  attendances: {
    allOfPerson: (person) => attendancesOfPerson(table, person),
    mergeInto: mergeInto(table, assignOrdinals),
  },
  tags: tagStore(table),
  lists: {
    ofPerson: async (person) =>
      (await getBeside(table, keyOf.listItem('', person))).map((item) => valueOf<ListItem>(item)),
    add: async (item) => {
      const key = keyOf.listItem(item.list, item.person)
      await append(table, [lists.itemsOf(item.list)], ([position]) => [putNew(table, key, { ...item, ...position })])
    },
  },
  async hasRole(owner, person) {
    const group = groupIdOf(owner)
    if (group !== undefined) return (await getOne(table, keyOf.member(group, person))) !== undefined
    return (await getOne(table, keyOfOwner(owner)))?.['person'] === person
  },
  now: () => new Date(),
})
