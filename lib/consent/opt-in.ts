import { comparableEmail } from '../fields/email-address.js'
import { derivedId } from '../fields/identifier.js'
import { type OptIn, type Person, changedPerson } from '../people/person.js'
import { notFound } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import { isWithoutProof } from './without-box.js'
import type { Recording } from '../people/record-person.js'
import { changePerson } from '../people/store/change-person.js'
import { loadPerson } from '../people/store/find-people.js'
import { readSigned } from '../attendances/links/link-key-store.js'
import { readOptInToken } from './opt-in-token.js'
import { optInStore } from './store/opt-in-store.js'
import type { App } from '../table/app.js'

/** A ticked box that waits for its confirmation. It holds no address. */
export interface AskedOptIn extends Omit<OptIn, 'confirmed_date'> {
  owner: Owner
  person: string
  /** The language of the form. */
  language?: string
  /** There was no box: the owner asks a person who is on the list already, and stays so without an answer. */
  is_listed?: true
}

/** Goes to the address that was entered in a form with a ticked box. */
export interface OptInMail {
  kind: 'opt-in' | 'opt-in-listed'
  opt_in: string
  person: string
  /** All who know the address can ask by a form: the limit of emails to a mailbox holds. */
  from_form?: true
}

/** An address of a list gets one email within this time. */
export const ONCE_MS = 24 * 60 * 60_000

/** The link in the email works for this time. */
export const KEPT_S = 30 * 24 * 60 * 60

/** Keeps for this time that a person on the list was asked, so that nobody is asked twice. */
export const KEPT_LISTED_S = 20 * 365 * 24 * 60 * 60

/** Identifies the box that waits for an address of a list, or the question to people on the list. */
export const idOfOptIn = (owner: Owner, address: string, kind: OptInMail['kind'] = 'opt-in'): string =>
  derivedId(kind, owner, comparableEmail(address))

/** A box that waits, and the person who has its address. */
export interface FoundOptIn {
  asked: AskedOptIn
  person: Person
}

/** Finds the box of a link. @throws OsdiError not_found when it leads nowhere, or the person has another address now */
export async function findOptIn({ table, now }: Pick<App, 'table' | 'now'>, token: string): Promise<FoundOptIn> {
  const id = await readSigned(table, token, readOptInToken)
  const asked = id === undefined ? undefined : await optInStore(table).find(id, now())
  const person = asked && (await holderOf(table, asked, id as string))
  if (!person) throw notFound()
  return { asked, person }
}

/** Returns the person of a box, or the one into whom they were merged, if the address of the box is theirs. */
export async function holderOf(
  table: App['table'],
  { owner, person: of, is_listed }: AskedOptIn,
  id: string,
): Promise<Person | undefined> {
  let person = await loadPerson(table, of)
  while (person?.merged_into !== undefined) person = await loadPerson(table, person.merged_into)
  const address = person?.email_addresses[0]?.address
  const kind = is_listed ? 'opt-in-listed' : 'opt-in'
  return address !== undefined && idOfOptIn(owner, address, kind) === id ? person : undefined
}

/**
 * Whether a person has something to confirm: not where the address has bounced or complained since, nor once more after
 * the person has left the list, and on the list only where no proof is kept.
 */
export const mayConfirm = ({ is_listed, date }: Pick<AskedOptIn, 'is_listed' | 'date'>, person: Person): boolean => {
  const [email] = person.email_addresses
  if (is_listed && isWithoutProof(person)) return true
  if (person.opt_ins?.some((confirmed) => confirmed.date === date)) return false
  return email !== undefined && !['subscribed', 'bouncing', 'spam complaint'].includes(email.status)
}

/** Subscribes the person of a link, and keeps the proof. Repeating it changes nothing. @throws OsdiError not_found */
export async function confirmOptIn(recording: Recording, token: string): Promise<void> {
  const { table, geocode, now } = recording
  const { asked, person: found } = await findOptIn(recording, token)
  const { date, text, page } = asked
  const sent = {
    email_addresses: { status: 'subscribed' },
    opt_in: { date, text, page, confirmed_date: now().toISOString() },
  } as const
  await changePerson(table, found.owner, found.id, async (person) =>
    mayConfirm(asked, person) ? changedPerson(person, sent, now(), geocode) : person,
  )
}
