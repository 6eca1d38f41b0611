import type { Owner } from '../../runtime/owner.js'
import type { Person } from '../person.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'

/** People by their ids. */
export type PeopleById = ReadonlyMap<string, Person>

/** Reads those of some people that are in an owner's list: one request for up to a hundred of them. */
export async function findPeople(table: Table, owner: Owner, ids: string[]): Promise<PeopleById> {
  const distinct = [...new Set(ids)]
  const items = await getMany(table, distinct.map(keyOf.person))
  const own = items.flatMap((item) => (item?.['owner'] === owner ? [valueOf<Person>(item)] : []))
  return new Map(own.map((person) => [person.id, person]))
}
