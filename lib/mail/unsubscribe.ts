import { notFound } from '../runtime/errors.js'
import { readUnsubscribeToken } from '../attendances/links/link-token.js'
import { readSigned } from '../attendances/links/link-key-store.js'
import { type Person, changedPerson } from '../people/person.js'
import type { Recording } from '../people/record-person.js'
import { changePerson } from '../people/store/change-person.js'
import { loadPerson } from '../people/store/find-people.js'
import type { App } from '../table/app.js'

/**
 * Finds the person of a link, or the one into whom they were merged.
 * @throws OsdiError not_found when it leads nowhere, also after an erasure
 */
export async function findReader(table: App['table'], token: string): Promise<Person> {
  const id = await readSigned(table, token, readUnsubscribeToken)
  let person = id === undefined ? undefined : await loadPerson(table, id)
  while (person?.merged_into !== undefined) person = await loadPerson(table, person.merged_into)
  if (!person || person.erased_date !== undefined) throw notFound()
  return person
}

/** Takes a person off the mailing list of its owner. Repeating it changes nothing. @throws OsdiError not_found */
export async function unsubscribeByLink({ table, geocode, now }: Recording, token: string): Promise<void> {
  const { owner, id, email_addresses } = await findReader(table, token)
  // An address that bounces or has complained gets no email, and says so.
  if (email_addresses[0]?.status !== 'subscribed') return
  const sent = { email_addresses: { status: 'unsubscribed' } } as const
  await changePerson(table, owner, id, (person) => changedPerson(person, sent, now(), geocode))
}
