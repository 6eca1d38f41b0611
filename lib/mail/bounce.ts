import type { Person } from '../people/person.js'
import { signInAddress } from '../access/sign-in-address.js'
import { nextVersion } from '../fields/version.js'
import { changePerson } from '../people/store/change-person.js'
import { lift, suppress } from './store/mail-store.js'
import type { App } from '../table/app.js'

/** Why nothing goes to an address any more, as OSDI has it. */
export type Suppression = 'bouncing' | 'spam complaint'

/** The status of an address that takes mail again: it gets the emails that its person asks for, and no mailing list. */
const LIFTED = { bouncing: 'previous bounce', 'spam complaint': 'previous spam complaint' } as const

/** Returns the person with the status of an address, or the same object for another address or status. */
function withSuppressed(person: Person, address: string, reason: Suppression, now: Date): Person {
  const [email] = person.email_addresses
  // A complaint says more than a bounce, which says nothing about the person.
  const isKnown = email?.status === reason || email?.status === 'spam complaint'
  if (!email || isKnown || signInAddress(email.address) !== signInAddress(address)) return person
  return {
    ...person,
    email_addresses: [{ ...email, status: reason }],
    ...nextVersion(person, now),
  }
}

/**
 * Does what a notice says: nothing goes to the address any more, and the people who have it get the status.
 * @param people who have the address
 */
export async function suppressAddress(
  { table, now }: Pick<App, 'table' | 'now'>,
  address: string,
  reason: Suppression,
  people: Pick<Person, 'owner' | 'id'>[],
): Promise<void> {
  await suppress(table, address, reason, now())
  for (const { owner, id } of people)
    await changePerson(table, owner, id, async (person) => withSuppressed(person, address, reason, now()))
}

/**
 * Lets mail go to an address again. The people who have it are not on the mailing list by that: a bounce may have come
 * after they had left it.
 * @param people who have the address
 */
export async function liftSuppression(
  { table, now }: Pick<App, 'table' | 'now'>,
  address: string,
  reasons: readonly Suppression[],
  people: Pick<Person, 'owner' | 'id'>[],
): Promise<void> {
  await lift(table, address, reasons)
  for (const { owner, id } of people)
    await changePerson(table, owner, id, async (person) => withLifted(person, address, reasons, now()))
}

function withLifted(person: Person, address: string, reasons: readonly Suppression[], now: Date): Person {
  const [email] = person.email_addresses
  const reason = reasons.find((each) => each === email?.status)
  if (!email || !reason || signInAddress(email.address) !== signInAddress(address)) return person
  return {
    ...person,
    email_addresses: [{ ...email, status: LIFTED[reason] }],
    ...nextVersion(person, now),
  }
}
