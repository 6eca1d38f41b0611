import { fitting } from './fitting.js'
import { notFound } from '../../domain/errors.js'
import type { Filter, Literal } from '../../domain/filter.js'
import type { Page, PageRequest } from '../../domain/page.js'
import { type Contacts, type Person, contactsOf } from '../../domain/person.js'
import type { Owner } from '../../domain/principal.js'
import type { PeopleWorld } from '../../domain/record-person.js'
import { changeOf, datedInTime, datedNow } from '../search/changes.js'
import { claim, findHolder, holderIn, letGo } from './identifiers.js'
import { type Waiting, append } from '../lists/append.js'
import { readPage } from '../lists/read-page.js'
import { type Place, lists } from '../lists/numbered-list.js'
import { getMany, getOne } from '../reads.js'
import { search } from '../search/search.js'
import { type Key, type Table, keyOf, valueOf } from '../table.js'
import { type Refusals, type TransactItem, compete, putNew, putOnce, updateWith } from '../transaction.js'
import { updateOf } from '../update.js'

/** People by their ids. */
export type PeopleById = ReadonlyMap<string, Person>

export type PersonStore = PeopleWorld['people'] & {
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
 * People: the item, its place in the owner's list, its identifiers, and a claim for its email and its phone, so
 * that either leads to one person of the list whatever races.
 */
export function personStore(table: Table): PersonStore {
  const store: PersonStore = {
    async find(owner, id) {
      const person = await load(table, id)
      if (person?.owner !== owner) throw notFound()
      return person
    },

    async has(owner, id) {
      const person = await load(table, id)
      return person?.owner === owner && person.erased_date === undefined
    },

    async list(owner, request, filter = []) {
      const list = lists.peopleOf(owner)
      if (filter.length === 0) return readPage<Person>(table, list, request)
      const holderOf = async (identifier: Literal) => {
        const id = await findHolder(table, 'person', identifier)
        const person = id && (await load(table, id))
        return person && person.owner === owner ? person : undefined
      }
      return search(table, { list, holderOf }, request, filter)
    },

    async findMany(owner, ids) {
      const distinct = [...new Set(ids)]
      const items = await getMany(table, distinct.map(keyOf.person))
      const own = items.flatMap((item) => (item?.['owner'] === owner ? [valueOf<Person>(item)] : []))
      return new Map(own.map((person) => [person.id, person]))
    },

    async holderOf(owner, contacts) {
      const claims = await getMany(table, contactKeys(owner, contacts), { consistent: true })
      return claims.find((each) => each !== undefined)?.['person'] as string | undefined
    },

    async create(person) {
      const contacts = contactsOf(fitting(person, 'person'))
      // An email alone is claimed first, by a put: half of what it costs in the transaction. Somebody who dies
      // in between leaves the claim to whoever comes next with the email.
      const isClaimed = contacts.email !== undefined && contacts.phone === undefined
      if (isClaimed) {
        const key = keyOf.contact(person.owner, 'email', contacts.email as string)
        const stood = await putOnce(table, key, { person: person.id })
        if (stood && stood['person'] !== person.id) return undefined
      }
      const leftOut = new Set<string>()
      for (;;) {
        const identifiers = person.identifiers.filter((each) => !leftOut.has(each))
        let kept = { ...person, identifiers }
        const claimed = isClaimed ? [] : contactKeys(person.owner, contacts)
        const refusals = await append(table, [lists.peopleOf(person.owner)], ([place]) => [
          ...claimed.map((key) => claimContact(table, key, person.id)),
          ...personItems(table, (kept = datedNow(kept)), place),
        ])
        if (refusals.length === 0) return datedAnew(table, kept)
        const stood = refusals.slice(claimed.length)
        if (refusals.slice(0, claimed.length).some(Boolean) || stood[identifiers.length]) return undefined
        identifiers.filter((_, i) => stood[i]).forEach((each) => leftOut.add(each))
      }
    },

    async change(owner, id, change) {
      const leftOut: string[] = []
      const changed = await compete(async () => {
        const before = await load(table, id)
        if (before?.owner !== owner) return 'nobody'
        const after = fitting(without(await change(before), before, leftOut), 'person')
        if (after === before) return { person: before, leftOut }
        const writes = claimsBetween(table, before, after)
        const update = {
          Key: keyOf.person(id),
          ...updateOf(
            before,
            { ...after, ...changeOf(lists.peopleOf(owner), after) },
            { revision: before.revision },
          ),
        }
        const outcome = await updateWith(
          table,
          update,
          writes.map(({ item }) => item),
        )
        if (outcome === 'written') return { person: await datedAnew(table, after), leftOut }
        leftOut.push(...(await makeWay(store, owner, id, writes, outcome)))
        return undefined
      })
      return changed === 'nobody' ? undefined : changed
    },
  }
  return store
}

/** The items of a new person: its contacts, its identifiers, itself. */
export const newPersonItems = (
  table: Table,
  person: Person,
  place: Place | Waiting | undefined,
): TransactItem[] => [
  ...contactKeys(person.owner, contactsOf(person)).map((key) => claimContact(table, key, person.id)),
  ...personItems(table, person, place),
]

const personItems = (table: Table, person: Person, place: Place | Waiting | undefined): TransactItem[] => [
  ...person.identifiers.map((identifier) => claim(table, 'person', identifier, person.id)),
  putNew(table, keyOf.person(person.id), { ...person, ...place }),
]

/** A claim of a contact that nobody has, or the person has already. */
const claimContact = (table: Table, key: Key, person: string): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { person, ...key },
    ConditionExpression: 'attribute_not_exists(pk) OR person = :person',
    ExpressionAttributeValues: { ':person': person },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

async function load(table: Table, id: string): Promise<Person | undefined> {
  const item = await getOne(table, keyOf.person(id))
  return item && valueOf<Person>(item)
}

const datedAnew = (table: Table, person: Person) =>
  datedInTime(table, lists.peopleOf(person.owner), keyOf.person(person.id), person)

/** Email first: it says more surely who somebody is. */
export const contactKeys = (owner: Owner, { email, phone }: Contacts): Key[] => [
  ...(email ? [keyOf.contact(owner, 'email', email)] : []),
  ...(phone ? [keyOf.contact(owner, 'phone', phone)] : []),
]

/** One item that a change of a person writes besides, and what it is about, by its path. */
interface ClaimWrite {
  path: string
  item: TransactItem
}

/** What a change claims, and what it lets go: contacts, and the identifiers of who is erased. */
function claimsBetween(table: Table, before: Person, after: Person): ClaimWrite[] {
  const { owner, id } = after
  const [old, fresh] = [contactsOf(before), contactsOf(after)]
  const contacts = (['email', 'phone'] as const).flatMap((kind): ClaimWrite[] => {
    if (old[kind] === fresh[kind]) return []
    const path = kind === 'email' ? 'email_addresses' : 'phone_numbers'
    return [
      ...(fresh[kind]
        ? [{ path, item: claimContact(table, keyOf.contact(owner, kind, fresh[kind]), id) }]
        : []),
      ...(old[kind] ? [{ path, item: freeContact(table, keyOf.contact(owner, kind, old[kind]), id) }] : []),
    ]
  })
  const identifiers = after.identifiers
    .filter((each) => !before.identifiers.includes(each))
    .map((each) => ({ path: each, item: claim(table, 'person', each, id) }))
  const freed = before.identifiers
    .filter((each) => !after.identifiers.includes(each))
    .map((each) => ({ path: each, item: letGo(table, 'person', each, id) }))
  return [...contacts, ...identifiers, ...freed]
}

const freeContact = (table: Table, key: Key, person: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: key,
    ConditionExpression: 'person = :person',
    ExpressionAttributeValues: { ':person': person },
  },
})

/**
 * Deals with what stood against a change: a phone number is taken from whoever has it, and the rest is left out.
 * @returns the paths to leave out
 */
async function makeWay(store: PersonStore, owner: Owner, id: string, writes: ClaimWrite[], stood: Refusals) {
  const leftOut: string[] = []
  for (const [i, { path }] of writes.entries()) {
    const holder = stood[i]
    if (!holder) continue
    if (path === 'phone_numbers' && holder['person'] !== id)
      await store.change(owner, holder['person'] as string, async (other) => ({
        ...other,
        phone_numbers: [],
        modified_date: new Date().toISOString(),
        revision: other.revision + 1,
      }))
    else if (path === 'email_addresses' || holderIn(holder) !== id) leftOut.push(path)
  }
  return leftOut
}

/** The person after a change, without what could not be had; the very same object when nothing is left of it. */
function without(after: Person, before: Person, leftOut: string[]): Person {
  if (leftOut.length === 0 || after === before) return after
  return {
    ...after,
    identifiers: after.identifiers.filter((each) => !leftOut.includes(each)),
    ...(leftOut.includes('email_addresses') && { email_addresses: before.email_addresses }),
  }
}
