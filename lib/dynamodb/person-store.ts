import { notFound } from '../domain/errors.js'
import type { Page, PageRequest } from '../domain/page.js'
import type { Person } from '../domain/person.js'
import type { Owner } from '../domain/principal.js'
import { getMany, getOne } from './reads.js'
import { lists, readPage } from './numbered-list.js'
import { type Table, keyOf, valueOf } from './table.js'

/** People by their ids. */
export type PeopleById = ReadonlyMap<string, Person>

export interface PersonStore {
  /** @throws OsdiError not_found, also for another owner's person */
  find(owner: Owner, id: string): Promise<Person>
  /** People of an owner's list, newest first. */
  list(owner: Owner, page: PageRequest): Promise<Page<Person>>
  /** Those of the people that are in the owner's list: one request for up to a hundred of them. */
  findMany(owner: Owner, ids: string[]): Promise<PeopleById>
}

export function personStore(table: Table): PersonStore {
  return {
    async find(owner, id) {
      const item = await getOne(table, keyOf.person(id))
      if (item?.['owner'] !== owner) throw notFound()
      return valueOf<Person>(item)
    },

    list: (owner, request) => readPage<Person>(table, lists.peopleOf(owner), request),

    async findMany(owner, ids) {
      const distinct = [...new Set(ids)]
      const items = await getMany(table, distinct.map(keyOf.person))
      const own = items.flatMap((item) => (item?.['owner'] === owner ? [valueOf<Person>(item)] : []))
      return new Map(own.map((person) => [person.id, person]))
    },
  }
}
