import { setTimeout as sleep } from 'node:timers/promises'
import { type Contact, type Person, allContactsOf } from '../../domain/people/person.js'
import type { Owner } from '../../domain/access/principal.js'
import { isA } from '../items/items.js'
import { getMany } from '../reads.js'
import { type Item, type Key, type Table, idInKey, keyOf } from '../table.js'

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
      items.filter((item) => isA('person', item)),
      (some) => unclaimed(table, some),
    ),
    checkTwice(
      items.filter((item) => isA('contact', item)),
      (some) => astray(table, some),
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

async function checkTwice(items: Item[], look: (some: Item[]) => Promise<Finding[]>): Promise<Finding[]> {
  const suspects = await look(items)
  if (suspects.length === 0) return []
  await sleep(SETTLING_MS)
  return look([...new Set(suspects.map(({ item }) => item))])
}

const readConsistently = (table: Table, items: Key[]) =>
  getMany(
    table,
    items.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  )

/** People with a contact that is not claimed for them. */
async function unclaimed(table: Table, people: Item[]): Promise<Finding[]> {
  const now = await readConsistently(table, people)
  const listed = people.flatMap((item, i) => contactsIn(now[i]).map((contact) => ({ item, ...contact })))
  const claims = await readConsistently(
    table,
    listed.map(({ key }) => key),
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
  const now = await readConsistently(table, claims)
  const ids = now.map((claim) => claim?.['person'] as string | undefined)
  const people = await readConsistently(
    table,
    ids.map((id) => keyOf.person(id ?? '')),
  )
  return claims.flatMap((item, i): Finding | [] => {
    const [id, person] = [ids[i], people[i]]
    if (id === undefined || contactsIn(person).some(({ key }) => key.pk === item.pk)) return []
    const isEmail = item.pk.includes('#email:')
    if (!person && isEmail) return { item }
    const claim = `${isEmail ? named.email : named.phone} is claimed for person:${id}, who`
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
