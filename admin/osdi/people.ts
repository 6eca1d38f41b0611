import type { Body } from '../../lib/fields/field.js'
import { contactsIn, numberAlone, type Person, type PersonChange } from '../../lib/people/person.js'
import { changePerson, readNumber, recordPerson } from '../../lib/people/record-person.js'
import { isSamePhone } from '../../lib/fields/phone.js'
import { comparableEmail } from '../../lib/fields/email-address.js'
import { among, findHolder } from '../../lib/resources/identifiers.js'
import { personVocabulary, readPersonChange } from '../../lib/people/documents/person.v2.js'
import { idOf } from './source/collection.js'
import { eraseHere, isErasedAt, mergeHere, mergedIntoAt, restoreErased } from './erased-people.js'
import {
  type Importing,
  type Recorded,
  bodyOf,
  changeOf,
  createOrChange,
  datesOf,
  importCollection,
  linkedId,
  newIdOf,
  retryRefused,
} from './importing.js'
import { type Loss, OTHERS, lossesOf, withPlaces } from './losses.js'
import type { Document } from './source/source.js'
import { holderOf } from '../../lib/people/store/find-people.js'

/** Statuses that only the service itself knows; the API does not take them. */
const REPORTED = ['bouncing', 'previous bounce', 'spam complaint', 'previous spam complaint']

/** Imports the people of the service, with the statuses of their contacts. */
export async function importPeople(importing: Importing): Promise<number> {
  const record = (document: Document, known: string | undefined) => importPerson(importing, document, known)
  await retryRefused(importing, PEOPLE, record)
  return importCollection(importing, { ...PEOPLE, path: 'people' }, record)
}

const contactKeys = (document: Document): string[] =>
  [
    ...listIn(document, 'email_addresses').map(({ address }) => comparableEmail(String(address))),
    // Their last digits are the same in every writing.
    ...listIn(document, 'phone_numbers').map(({ number }) => String(number).replace(/\D/g, '').slice(-7)),
  ].filter(Boolean)

const listIn = (document: Document, name: string): Document[] => {
  const list: unknown = document[name]
  return Array.isArray(list) ? list.filter((each): each is Document => Boolean(each)) : []
}

const PEOPLE = {
  kind: 'people' as const,
  keysOf: contactKeys,
  lookUp: { type: 'person' as const, idIn: idOf },
}

/** Records a person. One who is here already is matched as a sign-up would be. */
async function importPerson(importing: Importing, sent: Document, known: string | undefined): Promise<Recorded> {
  const { document, losses } = withPlaces(sent)
  let here: Person | undefined
  const did = await createOrChange<Person>(document, known, {
    create: async () => (here = await createPerson(importing, document)),
    find: async (id) => (here = (await importing.stores.owners.people([id]))[0]),
    change: async (before, id) => {
      here = (await changePersonHere(importing, document, before, id)) ?? here
    },
  })
  const ignored = readPersonChange(importing.site, bodyOf(importing, document)).ignored
  return {
    did,
    losses: importing.isTurnout
      ? []
      : [
          ...losses,
          ...lossesOf(ignored, bodyOf(importing, document), importing.site.nativePrefix),
          ...sharedPhone(document, here),
        ],
    sameAs: othersIn(importing, document, here),
  }
}

/** The number of a document that another person here has: it is in a custom field. */
function sharedPhone(document: Document, here: Person | undefined): Loss[] {
  const number = String(listIn(document, 'phone_numbers')[0]?.['number'] ?? '')
  const kept = here?.custom_fields[OTHERS.phone_numbers]?.split(', ') ?? []
  const isKept = kept.some((each) => isSamePhone(each.replace(/\D/g, ''), number))
  if (!number || !isKept || here?.phone_numbers.some((each) => isSamePhone(each.number, number))) return []
  const why = `Another person here has the phone number: it is in the custom field ${OTHERS.phone_numbers}.`
  return [{ field: 'phone_numbers', why }]
}

/** The identifiers of other people there who are this person here. */
const othersIn = ({ system }: Importing, document: Document, here: Person | undefined): string[] =>
  (here?.identifiers ?? []).filter((each) => each.startsWith(`${system}:`) && each !== `${system}:${idOf(document)}`)

async function createPerson(importing: Importing, document: Document): Promise<Person | undefined> {
  const { owner } = importing
  const sent = await withFreePhone(importing, await readPerson(importing, document, bodyOf(importing, document)))
  if (!isErasedAt(importing, document))
    return recordPerson(recordingOf(importing, document), owner, await withoutStatus(importing, sent))
  if (await restoreErased(importing, document)) return undefined
  const keep = mergedIntoAt(importing, document)
  const merged_into = keep === undefined ? undefined : await findOrImport(importing, keep)
  const { modified_date: erased_date } = datesOf(document)
  const more = { erased_date, ...(merged_into && { merged_into }) }
  return recordPerson(recordingOf(importing, document, more), owner, { identifiers: sent.identifiers ?? [] })
}

/**
 * Two people of the service may have one phone number: a household. They stay two people here, so the number is that of
 * the first, and a custom field of the others. No import takes a number from the person who has it.
 * @param id of the person here, who may have the number
 */
async function withFreePhone(
  { owner, stores, system }: Importing,
  sent: PersonChange,
  id?: string,
): Promise<PersonChange> {
  const { email, phone } = contactsIn(sent)
  if (phone === undefined) return sent
  const [holder, ofEmail] = await Promise.all([
    holderOf(stores.table, owner, { phone }),
    id ?? holderOf(stores.table, owner, { email }),
  ])
  if (holder === undefined || holder === ofEmail) return sent
  const [person] = await stores.owners.people([holder])
  const isOfService = person?.identifiers.some((each) => each.startsWith(`${system}:`)) ?? false
  const hasOtherEmail = email !== undefined && Boolean(person?.email_addresses[0])
  if (!isOfService && !hasOtherEmail && id === undefined) return sent
  const { phone_numbers: _taken, ...others } = sent
  const before = sent.custom_fields?.[OTHERS.phone_numbers]
  const numbers = [phone, ...(before ? [before] : [])].join(', ')
  return { ...others, custom_fields: { ...sent.custom_fields, [OTHERS.phone_numbers]: numbers } }
}

async function changePersonHere(
  importing: Importing,
  document: Document,
  here: Person,
  id: string,
): Promise<Person | undefined> {
  const keep = mergedIntoAt(importing, document)
  if (here.erased_date !== undefined) return undefined
  if (keep !== undefined) {
    await mergeHere(importing, id, await findOrImport(importing, keep))
    return undefined
  }
  if (isErasedAt(importing, document)) {
    await eraseHere(importing, document, id)
    return undefined
  }
  const body = changeOf(importing, personVocabulary, document)
  const removed = importing.isTurnout ? Object.keys(here.custom_fields).map((name) => [name, null]) : []
  const custom_fields = {
    ...(Object.fromEntries(removed) as Body),
    ...(body['custom_fields'] as Body | null),
  }
  const read = await readPerson(importing, document, { ...body, custom_fields })
  const sent = importing.isTurnout ? read : await withFreePhone(importing, read, id)
  return (await changePerson(recordingOf(importing, document), importing.owner, id, sent)).person
}

const recordingOf = (importing: Importing, document: Document, more?: Partial<Person>) => ({
  table: importing.stores.table,
  site: importing.site,
  geocode: importing.geocode,
  now: () => new Date(),
  ...importing.imported.people({ ...datesOf(document), more }),
  newId: () => newIdOf(importing, document),
})

/** A person who unsubscribed here stays so, whatever the other service knows. */
async function withoutStatus({ owner, stores }: Importing, sent: PersonChange): Promise<PersonChange> {
  const holder = await holderOf(stores.table, owner, contactsIn(sent))
  // A process that was killed may have claimed the contact and not written the person.
  const [here] = holder === undefined ? [] : await stores.owners.people([holder])
  if (here === undefined) return sent
  const { email_addresses: email, phone_numbers: phone, ...others } = sent
  return {
    ...others,
    ...(email?.address && { email_addresses: { address: email.address } }),
    ...(phone?.number && { phone_numbers: numberAlone(phone) }),
  }
}

async function readPerson(
  { site, owner, stores, isTurnout }: Importing,
  document: Document,
  body: Parameters<typeof readPersonChange>[1],
): Promise<PersonChange> {
  const { change: sent } = readPersonChange(site, body)
  const { number } = sent.phone_numbers ?? {}
  // Turnout's own numbers have the code of their country.
  const coded = isTurnout && number ? { ...sent, phone_numbers: { ...sent.phone_numbers, number: `+${number}` } } : sent
  const change = await readNumber(stores, owner, coded)
  const reported = (field: 'email_addresses' | 'phone_numbers') => {
    const [first] = (document[field] ?? []) as Document[]
    return REPORTED.find((status) => status === first?.['status'])
  }
  const [email, phone] = [reported('email_addresses'), reported('phone_numbers')]
  return {
    ...change,
    // Statuses that a network has reported are kept, which no caller may set.
    ...(email && change.email_addresses && { email_addresses: { ...change.email_addresses, status: email as never } }),
    ...(phone && change.phone_numbers && { phone_numbers: { ...change.phone_numbers, status: phone as never } }),
  }
}

/** The native id at the service of the person that a document is about. */
export const linkedPerson = ({ prefix }: Importing, document: Document): string | undefined =>
  linkedId(document, 'osdi:person') ?? (document[`${prefix}:person_id`] as string | undefined)

/**
 * Finds the person that a document links to, and imports those that no list of the service has listed.
 * @returns undefined when the service does not have the person any more
 */
export const personOf = async (importing: Importing, document: Document): Promise<string | undefined> => {
  const id = linkedPerson(importing, document)
  return id ? findOrImport(importing, id) : undefined
}

/** The same of a person by the native id at the service. */
export async function findOrImport(importing: Importing, id: string): Promise<string | undefined> {
  const find = () =>
    findHolder(importing.stores.table, among('person', importing.owner), { text: `${importing.system}:${id}` })
  const known = await find()
  if (known !== undefined) return known
  const person = await importing.source.get(`people/${id}`)
  if (!person) return undefined
  await importPerson(importing, person, undefined)
  return find()
}
