import type { Body } from '../../lib/domain/fields/body-field.js'
import { contactsIn, type Person, type PersonChange } from '../../lib/domain/people/person.js'
import { changePerson, recordPerson } from '../../lib/domain/people/record-person.js'
import { personStore } from '../../lib/dynamodb/stores/people/person-store.js'
import { findHolder } from '../../lib/dynamodb/stores/identifiers/identifiers.js'
import { personVocabulary, readPersonChange } from '../../lib/hal/v2/people/person.js'
import { idOf } from './collection.js'
import { eraseHere, isErasedAt, mergeHere, mergedIntoAt, restoreErased } from './erased-people.js'
import {
  type Importing,
  bodyOf,
  changeOf,
  createOrChange,
  datesOf,
  importCollection,
  linkedId,
  newIdOf,
} from './importing.js'
import type { Document } from './source.js'

/** Statuses that only the service itself knows; the API does not take them. */
const REPORTED = ['bouncing', 'previous bounce', 'spam complaint', 'previous spam complaint']

/** Imports the people of the service, with the statuses of their contacts. */
export const importPeople = (importing: Importing): Promise<number> =>
  importCollection(
    importing,
    { path: 'people', keysOf: contactKeys, lookUp: { type: 'person', idIn: idOf } },
    (document, known) => importPerson(importing, document, known),
  )

const contactKeys = (document: Document): string[] =>
  [
    ...((document['email_addresses'] ?? []) as Document[]).map(({ address }) => address as unknown),
    ...((document['phone_numbers'] ?? []) as Document[]).map(({ number }) => number as unknown),
  ].map((contact) => String(contact).toLowerCase())

/** Records a person. One who is here already is matched as a sign-up would be. */
const importPerson = (importing: Importing, document: Document, known: string | undefined): Promise<void> =>
  createOrChange<Person>(document, known, {
    create: () => createPerson(importing, document),
    find: async (id) => (await importing.stores.owners.people([id]))[0],
    change: (here, id) => changePersonHere(importing, document, here, id),
  })

async function createPerson(importing: Importing, document: Document): Promise<void> {
  const { owner } = importing
  const sent = readPerson(importing, document, bodyOf(importing, document))
  if (!isErasedAt(importing, document)) {
    await recordPerson(owner, await withoutStatus(importing, sent), dependenciesOf(importing, document))
    return
  }
  if (await restoreErased(importing, document)) return
  const keep = mergedIntoAt(importing, document)
  const merged_into = keep === undefined ? undefined : await findOrImport(importing, keep)
  const { modified_date: erased_date } = datesOf(document)
  const more = { erased_date, ...(merged_into && { merged_into }) }
  await recordPerson(
    owner,
    { identifiers: sent.identifiers ?? [] },
    dependenciesOf(importing, document, more),
  )
}

async function changePersonHere(
  importing: Importing,
  document: Document,
  here: Person,
  id: string,
): Promise<void> {
  const keep = mergedIntoAt(importing, document)
  if (here.erased_date !== undefined) return
  if (keep !== undefined) return mergeHere(importing, id, await findOrImport(importing, keep))
  if (isErasedAt(importing, document)) return eraseHere(importing, document, id)
  const body = changeOf(importing, personVocabulary, document)
  const removed = importing.isTurnout ? Object.keys(here.custom_fields).map((name) => [name, null]) : []
  const custom_fields = {
    ...(Object.fromEntries(removed) as Body),
    ...(body['custom_fields'] as Body | null),
  }
  const sent = readPerson(importing, document, { ...body, custom_fields })
  await changePerson(importing.owner, id, sent, dependenciesOf(importing, document))
}

const dependenciesOf = (importing: Importing, document: Document, more?: Partial<Person>) => ({
  ...{ geocode: importing.geocode, nativePrefix: importing.site.nativePrefix, now: () => new Date() },
  people: importing.imported.people({ ...datesOf(document), more }),
  newId: () => newIdOf(importing, document),
})

/** A person who unsubscribed here stays so, whatever the other service knows. */
async function withoutStatus({ owner, stores }: Importing, sent: PersonChange): Promise<PersonChange> {
  const holder = await personStore(stores.table).holderOf(owner, contactsIn(sent))
  // A process that was killed may have claimed the contact and not written the person.
  const [here] = holder === undefined ? [] : await stores.owners.people([holder])
  if (here === undefined) return sent
  const { email_addresses: email, phone_numbers: phone, ...others } = sent
  return {
    ...others,
    ...(email?.address && { email_addresses: { address: email.address } }),
    ...(phone?.number && { phone_numbers: { number: phone.number } }),
  }
}

function readPerson(
  { site }: Importing,
  document: Document,
  body: Parameters<typeof readPersonChange>[1],
): PersonChange {
  const { change } = readPersonChange(site, body)
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

/** The native id at the service of the person that a document is about. */
export const linkedPerson = ({ prefix }: Importing, document: Document): string | undefined =>
  linkedId(document, 'osdi:person') ?? (document[`${prefix}:person_id`] as string | undefined)

/**
 * Finds the person that a document links to, and imports those that no list of the service has shown.
 * @returns undefined when the service does not have the person any more
 */
export const personOf = async (importing: Importing, document: Document): Promise<string | undefined> => {
  const id = linkedPerson(importing, document)
  return id ? findOrImport(importing, id) : undefined
}

/** The same of a person by the native id at the service. */
export async function findOrImport(importing: Importing, id: string): Promise<string | undefined> {
  const find = () => findHolder(importing.stores.table, 'person', { text: `${importing.system}:${id}` })
  const known = await find()
  if (known !== undefined) return known
  const person = await importing.source.get(`people/${id}`)
  if (!person) return undefined
  await importPerson(importing, person, undefined)
  return find()
}
