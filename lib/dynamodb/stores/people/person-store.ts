import { assertItemSize } from '../item-size.js'
import { notFound } from '../../../domain/errors.js'
import type { Filter, Literal } from '../../../domain/fields/filter.js'
import type { Page, PageRequest } from '../../../domain/page.js'
import { type Contacts, type Person, contactsOf } from '../../../domain/people/person.js'
import type { Owner } from '../../../domain/access/principal.js'
import type { PersonDependencies } from '../../../domain/people/record-person.js'
import { changePerson, loadPerson } from './change-person.js'
import { claimContact, contactKeys } from './contacts.js'
import { keepFieldNames } from './custom-field-store.js'
import { findHolder, identifierIn } from '../identifiers/identifiers.js'
import { interestsIn, writeResource } from '../write-resource.js'
import { personItems } from './person-items.js'
import { createAttendee } from '../attendances/new-attendee.js'
import { releaseOrphanedContacts, releaseOrphanedIdentifiers } from '../identifiers/orphaned-claims.js'
import { insertTogether } from '../../insert-together.js'
import { append } from '../../lists/append.js'
import { isContended, syncContention } from '../../lists/contention.js'
import { readPage } from '../../lists/read-page.js'
import { lengthIn, lists } from '../../lists/numbered-list.js'
import { getMany, getOne, getTogether } from '../../reads.js'
import { search } from '../../search/search.js'
import { type Table, keyOf, valueOf } from '../../table.js'
import { putIfAbsent } from '../../transaction.js'

/** People by their ids. */
export type PeopleById = ReadonlyMap<string, Person>

export type PersonStore = PersonDependencies['people'] & {
  /** @throws OsdiError not_found, also for another owner's person */
  find(owner: Owner, id: string): Promise<Person>
  /** Whether a person is in an owner's list, and not erased. */
  has(owner: Owner, id: string): Promise<boolean>
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
  return {
    async find(owner, id) {
      const person = await loadPerson(table, id)
      if (person?.owner !== owner) throw notFound()
      return person
    },

    async has(owner, id) {
      const [person] = await getTogether(table, [keyOf.person(id)])
      return person?.['owner'] === owner && person['erased_date'] === undefined
    },

    async list(owner, request, filter = []) {
      const list = lists.peopleOf(owner)
      if (filter.length === 0) return readPage<Person>(table, list, request)
      const own = async (id: string | undefined) => {
        const person = id === undefined ? undefined : await loadPerson(table, id)
        return person?.owner === owner ? person : undefined
      }
      const withContact = (kind: 'email' | 'phone') => async (value: Literal) => {
        const claim = await getOne(table, keyOf.contact(owner, kind, value.text))
        return own(claim?.['person'] as string | undefined)
      }
      const email = withContact('email')
      const holderOf = {
        identifier: async (value: Literal) => own(await findHolder(table, 'person', value)),
        ...{ email, email_address: email, phone_number: withContact('phone') },
      }
      return search(table, { list, holderOf }, request, filter)
    },

    async findMany(owner, ids) {
      const distinct = [...new Set(ids)]
      const items = await getMany(table, distinct.map(keyOf.person))
      const own = items.flatMap((item) => (item?.['owner'] === owner ? [valueOf<Person>(item)] : []))
      return new Map(own.map((person) => [person.id, person]))
    },

    holderOf: (owner, contacts) => holderOf(table, owner, contacts),

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

    async create(person, attends) {
      await keepFieldNames(table, person)
      const contacts = contactsOf(assertItemSize(person, 'person'))
      // An email alone is claimed first, by a put: half of what it costs in the transaction. A process that crashes
      // in between leaves the claim to the next sign-up with the email.
      const isClaimed = contacts.email !== undefined && contacts.phone === undefined
      if (isClaimed && !(await claimEmail(table, person, contacts.email as string))) return undefined
      const claimed = isClaimed ? [] : contactKeys(person.owner, contacts)
      const claims = claimed.map((key) => claimContact(table, key, person.id))
      // In a rush on the event the person is written alone, and nothing has changed the length that was read.
      const isRush = attends && isContended(table, lists.attendancesOf(attends.event.id))
      const attendee = attends && (await createAttendee(table, person, attends, claims))
      if (attendee) return attendee
      let known = isRush ? attends.total_people : undefined
      const leftOut = new Set<string>()
      const interests = await interestsIn(table, { person: person.owner })
      for (;;) {
        const identifiers = person.identifiers.filter((each) => !leftOut.has(each))
        const kept = { ...person, identifiers }
        const { outcome, latest } = await writeResource(table, interests, (writer) =>
          append(
            table,
            [lists.peopleOf(person.owner)],
            ([position]) => [...claims, ...personItems(table, writer, kept, position)],
            { known },
          ),
        )
        known = undefined
        if (outcome === 'written') return { person: latest(kept) }
        if (outcome.at(keyOf.person(person.id))) return undefined
        const contactsHeld = outcome.of('contact')
        if (await releaseOrphanedContacts(table, contactsHeld)) continue
        if (contactsHeld.length > 0) return undefined
        const identifiersHeld = outcome.of('identifier')
        if (await releaseOrphanedIdentifiers(table, identifiersHeld)) continue
        identifiersHeld.map(identifierIn).forEach((each) => leftOut.add(each))
      }
    },

    change: (owner, id, change) => changePerson(table, owner, id, change),
  }
}

async function holderOf(table: Table, owner: Owner, contacts: Contacts): Promise<string | undefined> {
  const claims = await getTogether(table, contactKeys(owner, contacts))
  return claims.find((each) => each !== undefined)?.['person'] as string | undefined
}

/**
 * Claims an email, together with other emails that this process claims at the same time.
 * @returns false when another person has the email, or another request has claimed it
 */
function claimEmail(table: Table, { id, owner }: Person, email: string): Promise<boolean> {
  const key = keyOf.contact(owner, 'email', email)
  return insertTogether(table, key, { person: id }, async () => {
    for (;;) {
      const claim = await putIfAbsent(table, key, { person: id })
      if (!claim || claim['person'] === id) return true
      if (!(await releaseOrphanedContacts(table, [claim]))) return false
    }
  })
}
