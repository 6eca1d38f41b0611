import { type Contact, type Person, allContactsOf, contactsOf, isSameContact } from '../person.js'
import type { OsdiError } from '../../runtime/errors.js'
import { nextVersion } from '../../fields/version.js'
import { type Table, keyOf } from '../../table/table.js'
import { retryOnConflict, type Conflicts, type TransactItem } from '../../table/conflicts.js'
import { itemOf, updateWith } from '../../table/transaction.js'
import { personKind } from './person-items.js'
import { claimContact, releaseContact, releaseOrphanedContacts } from './contacts.js'
import { keepFieldNames } from './custom-field-store.js'
import { assertItemSize } from '../../resources/item-size.js'
import { writeResource } from '../../resources/write-resource.js'
import { releaseOrphanedIdentifiers } from '../../resources/orphaned-claims.js'
import { among, claim, releaseClaim } from '../../resources/identifiers.js'
import { loadPerson } from './find-people.js'
import type { Owner } from '../../runtime/owner.js'

/**
 * Changes a person of an owner's list, together with the claims of its contacts and identifiers. A phone number that
 * another person of the list has moves in the same transaction, so a refused change does not take it from its holder.
 * It is applied again after a conflict with a concurrent change. An email or an identifier that another person of the
 * list holds is left out.
 * @returns the person, and the paths of the domain that were left out; undefined when no person in the owner's list has
 *   this id
 * @param beside what else the transaction holds
 * @param phones whether a phone number of another person moves, or stays with its holder and is left out as an email is
 * @throws OsdiError busy, too_large, and any error of `change`; nothing is written then
 */
export async function changePerson(
  table: Table,
  owner: Owner,
  id: string,
  change: (person: Person) => Promise<Person>,
  beside?: Beside,
  phones: Phones = 'move',
): Promise<{ person: Person; leftOut: string[] } | undefined> {
  const leftOut: string[] = []
  /** The holder of the phone number that the last attempt met. */
  let phoneHolder: string | undefined
  const changed = await retryOnConflict(async () => {
    const [before, holder] = await Promise.all([
      loadPerson(table, id),
      phoneHolder === undefined ? undefined : loadPerson(table, phoneHolder),
    ])
    if (before?.owner !== owner) return 'missing'
    const after = assertItemSize(without(await change(before), before, leftOut), 'person')
    if (after === before) return { person: before, leftOut }
    await keepFieldNames(table, after, before.custom_fields)
    const former = holder && hasPhoneOf(holder, after) ? holder : undefined
    /** The former holder without the phone number. */
    const left = former && withoutPhone(former, contactsOf(after).phone as string)
    const claims = claimsBetween(table, before, after, former?.id)
    const { outcome, latest } = await writeResource(table, (writer) =>
      updateWith(table, writer.update(personKind, before, after), [
        ...(beside ? [beside.check, ...beside.items(before, after)] : []),
        ...claims.map(({ item }) => item),
        ...(left ? [itemOf(table, writer.update(personKind, former, left))] : []),
      ]),
    )
    if (outcome === 'written') return { person: latest(after), leftOut }
    if (beside && outcome.with(beside.check)) throw beside.refusal()
    if (await releaseOrphans(table, outcome)) return undefined
    leftOut.push(...heldByOthers(claims, outcome, phones))
    if (phones === 'move') phoneHolder = holderOfPhone(claims, outcome)
    return undefined
  })
  return changed === 'missing' ? undefined : changed
}

type Phones = 'move' | 'stay'

/** The other items in the transaction of a change. */
interface Beside {
  /** A condition on another item, and the error where it does not hold. */
  check: TransactItem
  refusal: () => OsdiError
  items: (before: Person, after: Person) => TransactItem[]
}

const hasPhoneOf = (holder: Person, { id, phone_numbers: [wanted] }: Person) =>
  holder.id !== id &&
  wanted !== undefined &&
  allContactsOf(holder).some(isSameContact({ kind: 'phone', value: wanted.number }))

function withoutPhone({ further_contacts, ...person }: Person, number: string): Person {
  const further = further_contacts?.filter((each) => !isSameContact({ kind: 'phone', value: number })(each))
  return {
    ...person,
    phone_numbers: person.phone_numbers.filter((each) => each.number !== number),
    ...(further && further.length > 0 && { further_contacts: further }),
    ...nextVersion(person, new Date()),
  }
}

/** A write of a claim, and the path of the field that it belongs to. */
interface ClaimWrite {
  path: string
  item: TransactItem
}

/** Returns the claims and releases of a change: contacts, new identifiers, and those of an erased person. */
function claimsBetween(table: Table, before: Person, after: Person, former: string | undefined): ClaimWrite[] {
  const { owner, id } = after
  const [old, fresh] = [allContactsOf(before), allContactsOf(after)]
  const claimed = fresh
    .filter((each) => !old.some(isSameContact(each)))
    .map(({ kind, value }) => ({
      path: pathOf(kind),
      item: claimContact(table, keyOf.contact(owner, kind, value), id, kind === 'phone' ? former : undefined),
    }))
  const released = old
    .filter((each) => !fresh.some(isSameContact(each)))
    .map(({ kind, value }) => ({
      path: pathOf(kind),
      item: releaseContact(table, keyOf.contact(owner, kind, value), id),
    }))
  const contacts = [...claimed, ...released]
  const identifiers = after.identifiers
    .filter((each) => !before.identifiers.includes(each))
    .map((each) => ({ path: each, item: claim(table, among('person', owner), each, id) }))
  const freed = before.identifiers
    .filter((each) => !after.identifiers.includes(each))
    .map((each) => ({ path: each, item: releaseClaim(table, among('person', owner), each, id) }))
  return [...contacts, ...identifiers, ...freed]
}

const EMAIL = 'email_addresses'
const PHONE = 'phone_numbers'

const pathOf = (kind: Contact['kind']) => (kind === 'email' ? EMAIL : PHONE)

/** Releases conflicting claims whose person does not have the claimed value. @returns whether there were any */
async function releaseOrphans(table: Table, conflicts: Conflicts): Promise<boolean> {
  const released = await Promise.all([
    releaseOrphanedIdentifiers(table, conflicts.of('identifier')),
    releaseOrphanedContacts(table, conflicts.of('contact')),
  ])
  return released.some(Boolean)
}

/** Returns the paths of values that others hold and keep. */
const heldByOthers = (claims: ClaimWrite[], conflicts: Conflicts, phones: Phones): string[] =>
  claims.flatMap(({ path, item }) => ((path !== PHONE || phones === 'stay') && conflicts.with(item) ? [path] : []))

const holderOfPhone = (claims: ClaimWrite[], conflicts: Conflicts) =>
  claims.map(({ path, item }) => (path === PHONE ? conflicts.with(item)?.['person'] : undefined)).find(Boolean) as
    string | undefined

/** The person after a change, without what could not be had; the very same object when nothing is left of it. */
function without(after: Person, before: Person, leftOut: string[]): Person {
  if (leftOut.length === 0 || after === before) return after
  return {
    ...after,
    identifiers: after.identifiers.filter((each) => !leftOut.includes(each)),
    ...(leftOut.includes(EMAIL) && { email_addresses: before.email_addresses }),
    ...(leftOut.includes(PHONE) && { phone_numbers: before.phone_numbers }),
  }
}
