import { setTimeout as sleep } from 'node:timers/promises'
import { type Contact, type Person, allContactsOf } from './person.js'
import type { Owner } from '../runtime/owner.js'
import { isA } from '../table/items/items.js'
import { getMany } from '../table/reads.js'
import { type Item, type Key, type Table, idInKey, keyIn, keyOf } from '../table/table.js'

/** The findings of an audit about contacts of people. They do not contain contacts: reports are passed on. */
export interface ContactFindings {
  faults: string[]
  /** Claims of emails whose person was never written. The next sign-up with the email matches that person. */
  orphanedClaims: number
}

/** Long enough for a person who is being changed, or written after the claim of an email. */
const SETTLING_MS = 300

/**
 * Finds faults between people and the claims of their contacts in some items of the table: each contact leads to
 * exactly the person who has it. Apparent faults are read again after a moment.
 */
export async function contactFindings(table: Table, items: Item[]): Promise<ContactFindings> {
  const [people, claims] = await Promise.all([
    checkTwice(
      table,
      items.filter((item) => isA('person', item)),
      unclaimed,
    ),
    checkTwice(
      table,
      items.filter((item) => isA('contact', item)),
      astray,
    ),
  ])
  return {
    faults: [...people, ...claims].flatMap(({ fault }) => fault ?? []),
    orphanedClaims: claims.filter(({ fault }) => fault === undefined).length,
  }
}

/** An item that is not as it should be; without a fault, it is only unfinished. */
interface Finding {
  item: Item
  fault?: string
}

/** Looks at items as they were scanned, and then at those that look wrong as they are. */
async function checkTwice(
  table: Table,
  items: Item[],
  look: (table: Table, items: Item[]) => Promise<Finding[]>,
): Promise<Finding[]> {
  const suspects = new Set((await look(table, items)).map(({ item }) => item))
  if (suspects.size === 0) return []
  await sleep(SETTLING_MS)
  const now = await getMany(table, [...suspects].map(keyIn), { consistent: true })
  return look(
    table,
    now.filter((item) => item !== undefined),
  )
}

/** People with a contact that is not claimed for them. */
async function unclaimed(table: Table, people: Item[]): Promise<Finding[]> {
  const listed = people.flatMap((item) => contactsIn(item).map((contact) => ({ item, ...contact })))
  const claims = await getMany(
    table,
    listed.map(({ key }) => key),
    { consistent: true },
  )
  return listed.flatMap(({ item, kind }, i) => {
    const holder = claims[i]?.['person']
    if (holder === idIn(item)) return []
    const claim = holder === undefined ? 'without a claim' : `that is claimed for person:${holder as string}`
    return { item, fault: `person:${idIn(item)} has ${named[kind]} ${claim}.` }
  })
}

/** Claims of a contact that their person does not have. */
async function astray(table: Table, claims: Item[]): Promise<Finding[]> {
  const people = await getMany(
    table,
    claims.map(({ person }) => keyOf.person(person as string)),
    { consistent: true },
  )
  return claims.flatMap((item, i): Finding | [] => {
    const person = people[i]
    if (contactsIn(person).some(({ key }) => key.pk === item.pk)) return []
    const isEmail = item.pk.includes('#email:')
    if (!person && isEmail) return { item }
    const claim = `${isEmail ? named.email : named.phone} is claimed for person:${item['person'] as string}, who`
    return { item, fault: `${claim} ${person ? 'does not have it' : 'does not exist'}.` }
  })
}

const named = { email: 'an email', phone: 'a phone number' }

const idIn = ({ pk }: Item) => idInKey(pk)

/** The contacts of a person's item, and the keys of their claims. */
function contactsIn(item: object | undefined): { kind: Contact['kind']; key: Key }[] {
  if (!item) return []
  const { owner, email_addresses = [], phone_numbers = [], further_contacts = [] } = item as Partial<Person>
  return allContactsOf({ email_addresses, phone_numbers, further_contacts }).map(({ kind, value }) => ({
    kind,
    key: keyOf.contact(owner as Owner, kind, value),
  }))
}
