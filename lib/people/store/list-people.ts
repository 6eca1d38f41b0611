import type { Filter, Literal } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Person } from '../person.js'
import type { Owner } from '../../runtime/owner.js'
import { among, findHolder } from '../../resources/identifiers.js'
import { readPage } from '../../collections/read-page.js'
import { lists } from '../../collections/numbered-list.js'
import { search } from '../../collections/search/search.js'
import type { Table } from '../../table/table.js'
import { holderOfTyped, loadPerson } from './find-people.js'

/** Reads people of an owner's list, newest first. @throws OsdiError invalid, as search */
export async function listPeople(
  table: Table,
  owner: Owner,
  request: PageRequest,
  filter: Filter<Person> = [],
): Promise<Page<Person>> {
  const list = lists.peopleOf(owner)
  if (filter.length === 0) return readPage<Person>(table, list, request)
  const own = async (id: string | undefined) => {
    const person = id === undefined ? undefined : await loadPerson(table, id)
    return person?.owner === owner ? person : undefined
  }
  const withContact = (kind: 'email' | 'phone') => async (value: Literal) =>
    own(await holderOfTyped(table, owner, { [kind]: value.text }))
  const email = withContact('email')
  const holderOf = {
    identifier: async (value: Literal) => own(await findHolder(table, among('person', owner), value)),
    email,
    email_address: email,
    phone_number: withContact('phone'),
  }
  return search(table, { list, holderOf }, request, filter)
}
