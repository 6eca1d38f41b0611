import type { Owner } from '../../runtime/owner.js'
import type { Person } from '../person.js'
import { getMany, getTogether } from '../../table/reads.js'
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

/** Reads a person of an owner's list who is not erased, together with what else the request reads. */
export async function findPresent(table: Table, owner: Owner, id: string): Promise<Person | undefined> {
  const [item] = await getTogether(table, [keyOf.person(id)])
  const person = item && valueOf<Person>(item)
  return person?.owner === owner && person.erased_date === undefined ? person : undefined
}
