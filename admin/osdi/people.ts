import { contactsIn, type PersonChange } from '../../lib/domain/person.js'
import { changePerson, recordPerson } from '../../lib/domain/record-person.js'
import { findHolder } from '../../lib/dynamodb/stores/identifiers.js'
import { readPersonChange } from '../../lib/hal/v2/person.js'
import {
  type Importing,
  datesOf,
  identifiersOf,
  importCollection,
  isNewer,
  linkedId,
  newIdOf,
} from './importing.js'
import type { Document } from './source.js'

/** Statuses that only the service itself knows; the API does not take them. */
const REPORTED = ['bouncing', 'previous bounce', 'spam complaint', 'previous spam complaint']

/** Imports the people of the service, with the statuses of their contacts. */
export const importPeople = (importing: Importing): Promise<number> =>
  importCollection(importing, { name: 'people', path: 'people', keysOf: contactKeys }, (document) =>
    importPerson(importing, document).then(() => undefined),
  )

const contactKeys = (document: Document): string[] =>
  [
    ...((document['email_addresses'] ?? []) as Document[]).map(({ address }) => address as unknown),
    ...((document['phone_numbers'] ?? []) as Document[]).map(({ number }) => number as unknown),
  ].map((contact) => String(contact).toLowerCase())

/** Records a person. One who is here already is matched as a sign-up would be. @returns the id here */
async function importPerson(importing: Importing, document: Document): Promise<string> {
  const { owner, imported, stores, geocode, site } = importing
  const sent = readPerson(importing, document)
  const dependencies = {
    ...{ geocode, nativePrefix: site.nativePrefix, now: () => new Date() },
    people: imported.people(datesOf(document)),
    newId: () => newIdOf(importing, document),
  }
  const known = await findPerson(importing, sent.identifiers?.[0] ?? '')
  if (known === undefined)
    return (await recordPerson(owner, await withoutStatus(importing, sent), dependencies)).id
  const [found] = await stores.owners.people([known])
  if (found && isNewer(document, found) && found.erased_date === undefined)
    await changePerson(owner, known, sent, dependencies)
  return known
}

/** A person who unsubscribed here stays so, whatever the other service knows. */
async function withoutStatus({ owner, imported }: Importing, sent: PersonChange): Promise<PersonChange> {
  const contacts = contactsIn(sent)
  const isHere = await imported.people({ created_date: '', modified_date: '' }).holderOf(owner, contacts)
  if (isHere === undefined) return sent
  const { email_addresses: email, phone_numbers: phone, ...others } = sent
  return {
    ...others,
    ...(email?.address && { email_addresses: { address: email.address } }),
    ...(phone?.number && { phone_numbers: { number: phone.number } }),
  }
}

function readPerson(importing: Importing, document: Document): PersonChange {
  const plain = { ...document, identifiers: identifiersOf(importing, document) }
  const { change } = readPersonChange(importing.site, plain)
  const reported = (field: 'email_addresses' | 'phone_numbers') => {
    const [first] = (document[field] ?? []) as Document[]
    return REPORTED.find((status) => status === first?.['status'])
  }
  const [email, phone] = [reported('email_addresses'), reported('phone_numbers')]
  return {
    ...change,
    // Statuses that a network has reported are kept, which no caller may set.
    ...(email &&
      change.email_addresses && { email_addresses: { ...change.email_addresses, status: email as never } }),
    ...(phone &&
      change.phone_numbers && { phone_numbers: { ...change.phone_numbers, status: phone as never } }),
  }
}

/** Finds the person here who has an identifier of the service. */
const findPerson = async ({ stores }: Importing, identifier: string): Promise<string | undefined> =>
  findHolder(stores.table, 'person', { text: identifier })

/**
 * Finds the person that a document links to, and imports those that no list of the service has shown.
 * @returns undefined when the service does not have the person any more
 */
export async function personOf(importing: Importing, document: Document): Promise<string | undefined> {
  const id =
    linkedId(document, 'osdi:person') ?? (document[`${importing.prefix}:person_id`] as string | undefined)
  if (!id) return undefined
  const known = await findPerson(importing, `${importing.system}:${id}`)
  if (known !== undefined) return known
  const person = await importing.source.get(`people/${id}`)
  return person && importPerson(importing, person)
}
