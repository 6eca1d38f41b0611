import { comparableEmail } from '../fields/email.js'
import { derivedId } from '../fields/identifier.js'
import { type OptIn, type Person, changedPerson } from '../people/person.js'
import type { PersonDependencies } from '../people/record-person.js'
import { notFound } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'

/** A ticked box that waits for its confirmation. It holds no address. */
export interface AskedOptIn extends Omit<OptIn, 'confirmed_date'> {
  owner: Owner
  person: string
  /** The language of the form. */
  language?: string
}

/** Goes to the address that was entered in a form with a ticked box. */
export interface OptInMail {
  kind: 'opt-in'
  opt_in: string
  person: string
  /** All who know the address can ask: the limit of mails to a mailbox holds. */
  from_form: true
}

/** An address of a list gets one mail in so long. */
export const ONCE_MS = 24 * 60 * 60_000

/** The link in the mail works for so long. */
export const KEPT_S = 30 * 24 * 60 * 60

/** Identifies the box of an address, of which one waits in a list. */
export const idOfOptIn = (owner: Owner, address: string): string => derivedId('opt-in', owner, comparableEmail(address))

/** The dependencies of confirming a box by a link. */
export interface OptInDependencies {
  /** @returns the box that a token names; undefined when the service did not sign it, or its key was revoked */
  readToken: (token: string) => Promise<string | undefined>
  optIns: { find(id: string, now: Date): Promise<AskedOptIn | undefined> }
  findPerson: (id: string) => Promise<Person | undefined>
  now: () => Date
}

/** A box that waits, and the person who has its address. */
export interface FoundOptIn {
  asked: AskedOptIn
  person: Person
}

/** Finds the box of a link. @throws OsdiError not_found when it leads nowhere, or the person has another address now */
export async function findOptIn(
  token: string,
  { readToken, optIns, findPerson, now }: OptInDependencies,
): Promise<FoundOptIn> {
  const id = await readToken(token)
  const asked = id === undefined ? undefined : await optIns.find(id, now())
  const person = asked && (await holderOf(asked, id as string, findPerson))
  if (!person) throw notFound()
  return { asked, person }
}

/** Returns the person of a box, or the one into whom they were merged, if the address of the box is theirs. */
export async function holderOf(
  { owner, person: of }: AskedOptIn,
  id: string,
  findPerson: OptInDependencies['findPerson'],
): Promise<Person | undefined> {
  let person = await findPerson(of)
  while (person?.merged_into !== undefined) person = await findPerson(person.merged_into)
  const address = person?.email_addresses[0]?.address
  return address !== undefined && idOfOptIn(owner, address) === id ? person : undefined
}

/** Whether mail may go to a person who confirms: not where the address has bounced or complained since. */
export const mayConfirm = ({ email_addresses: [email] }: Person): boolean =>
  email !== undefined && !['subscribed', 'bouncing', 'spam complaint'].includes(email.status)

/** Subscribes the person of a link, and keeps the proof. Repeating it changes nothing. @throws OsdiError not_found */
export async function confirmOptIn(
  token: string,
  dependencies: OptInDependencies & Pick<PersonDependencies, 'people' | 'geocode'>,
): Promise<void> {
  const { people, geocode, now } = dependencies
  const { asked, person: found } = await findOptIn(token, dependencies)
  const { date, text, page } = asked
  const sent = {
    email_addresses: { status: 'subscribed' },
    opt_in: { date, text, page, confirmed_date: now().toISOString() },
  } as const
  await people.change(found.owner, found.id, async (person) =>
    mayConfirm(person) ? changedPerson(person, sent, now(), geocode) : person,
  )
}
