import { notFound } from '../../runtime/errors.js'
import type { Filter, Literal } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import { type Contacts, type Person } from '../person.js'
import type { Owner } from '../../runtime/owner.js'
import { type PersonDependencies, holderOfTyped } from '../record-person.js'
import { changePerson, loadPerson } from './change-person.js'
import { createPerson } from './create-person.js'
import { contactKeys } from './contacts.js'
import { readCountry } from '../../access/store/read-settings.js'
import { type PeopleById, findPeople, findPresent } from './find-people.js'
import { among, findHolder } from '../../resources/identifiers.js'
import { isContended, syncContention } from '../../collections/contention.js'
import { readPage } from '../../collections/read-page.js'
import { lengthIn, lists } from '../../collections/numbered-list.js'
import { getTogether } from '../../table/reads.js'
import { search } from '../../collections/search/search.js'
import type { Table } from '../../table/table.js'

export type PersonStore = PersonDependencies['people'] & {
  /** @throws OsdiError not_found, also for another owner's person */
  find(owner: Owner, id: string): Promise<Person>
  findPresent(owner: Owner, id: string): Promise<Person | undefined>
  /** People of an owner's list, newest first. @throws OsdiError invalid, as search */
  list(owner: Owner, page: PageRequest, filter?: Filter<Person>): Promise<Page<Person>>
  /** Those of the people that are in the owner's list: one request for up to a hundred of them. */
  findMany(owner: Owner, ids: string[]): Promise<PeopleById>
}

/**
 * Stores people: the item, its position in the owner's list, its identifiers, and a claim for its email and its phone,
 * so that concurrent requests with the same contact find one person.
 */
export function personStore(table: Table): PersonStore {
  const store: PersonStore = {
    async find(owner, id) {
      const person = await loadPerson(table, id)
      if (person?.owner !== owner) throw notFound()
      return person
    },

    findPresent: (owner, id) => findPresent(table, owner, id),

    async list(owner, request, filter = []) {
      const list = lists.peopleOf(owner)
      if (filter.length === 0) return readPage<Person>(table, list, request)
      const own = async (id: string | undefined) => {
        const person = id === undefined ? undefined : await loadPerson(table, id)
        return person?.owner === owner ? person : undefined
      }
      const withContact = (kind: 'email' | 'phone') => async (value: Literal) =>
        own(await holderOfTyped(owner, { [kind]: value.text }, store))
      const email = withContact('email')
      const holderOf = {
        identifier: async (value: Literal) => own(await findHolder(table, among('person', owner), value)),
        ...{ email, email_address: email, phone_number: withContact('phone') },
      }
      return search(table, { list, holderOf }, request, filter)
    },

    findMany: (owner, ids) => findPeople(table, owner, ids),

    holderOf: (owner, contacts) => holderOf(table, owner, contacts),

    countryOf: (owner) => readCountry(table, owner),

    async lookUp(owner, contacts) {
      const list = lists.peopleOf(owner)
      // A partition takes 3,000 reads a second, fewer than there are RSVPs in a rush.
      const isRead = !isContended(table, list)
      const [length, holder] = await Promise.all([
        isRead ? getTogether(table, [list.length]) : [],
        holderOf(table, owner, contacts),
      ])
      syncContention(table, list, length[0])
      return { holder, total: isRead ? lengthIn(length[0]) : undefined }
    },

    create: (person) => createPerson(table, person),
    change: (owner, id, change) => changePerson(table, owner, id, change),
  }
  return store
}

async function holderOf(table: Table, owner: Owner, contacts: Contacts): Promise<string | undefined> {
  const claims = await getTogether(table, contactKeys(owner, contacts))
  return claims.find((each) => each !== undefined)?.['person'] as string | undefined
}
