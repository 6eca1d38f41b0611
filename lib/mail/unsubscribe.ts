import { notFound } from '../runtime/errors.js'
import { type Person, changedPerson } from '../people/person.js'
import type { PersonDependencies } from '../people/record-person.js'

/** Dependencies of leaving a mailing list by a link. */
export interface UnsubscribeDependencies {
  /** @returns the person whom a token names; undefined when the service did not sign it, or its key was revoked */
  readToken: (token: string) => Promise<string | undefined>
  findPerson: (id: string) => Promise<Person | undefined>
}

/** Finds the person of a link. @throws OsdiError not_found when it leads nowhere, also after an erasure */
export async function findReader(token: string, { readToken, findPerson }: UnsubscribeDependencies): Promise<Person> {
  const id = await readToken(token)
  const person = id === undefined ? undefined : await findPerson(id)
  if (!person || person.erased_date !== undefined) throw notFound()
  return person
}

/** Takes a person off the mailing list of its owner. Repeating it changes nothing. @throws OsdiError not_found */
export async function unsubscribeByLink(
  token: string,
  dependencies: UnsubscribeDependencies & Pick<PersonDependencies, 'people' | 'geocode' | 'now'>,
): Promise<void> {
  const { people, geocode, now } = dependencies
  const { owner, id, email_addresses } = await findReader(token, dependencies)
  // An address that bounces or has complained gets no mail, and says so.
  if (email_addresses[0]?.status !== 'subscribed') return
  const sent = { email_addresses: { status: 'unsubscribed' } } as const
  await people.change(owner, id, (person) => changedPerson(person, sent, now(), geocode))
}
