import type { PersonChange } from '../../domain/person.js'
import type { Person } from '../../domain/person.js'
import { invalid } from '../../domain/errors.js'
import { MAX_IDENTIFIERS_PER_REQUEST } from '../../domain/identifier.js'
import type { Page } from '../../domain/page.js'
import { collection } from '../collection.js'
import { type Body, type Fields, readChange, readNew } from '../fields.js'
import { alone, link, native } from '../links.js'
import { addressFields } from '../location.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { customField, customFieldName, email, identifier, line, phone, status, tagName } from '../values.js'
import { v2 } from './version.js'

/** The fields of a person that a body may hold. */
export const personFields: Fields = {
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  origin_system: { value: line },
  given_name: { value: line },
  family_name: { value: line },
  email_addresses: { primaryOf: { address: { value: email }, status: { value: status } } },
  phone_numbers: { primaryOf: { number: { value: phone }, status: { value: status } } },
  postal_addresses: { primaryOf: addressFields(line, true) },
  languages_spoken: { each: line, most: 50 },
  custom_fields: { named: customField, names: customFieldName, most: 100 },
}

/** Each is looked for, and written by itself. */
const tagNames: Fields[string] = { each: tagName, most: 100 }

/** What both helpers take of a person: who it is, and tags by name. */
export const personAndTags: Fields = {
  person: { fields: personFields },
  add_tags: tagNames,
  remove_tags: tagNames,
}

/** The body of the person signup helper. */
export const signupFields = personAndTags

export interface Signup {
  person: PersonChange
  add_tags: string[]
  remove_tags: string[]
  ignored: string[]
}

/** @throws OsdiError invalid, naming every fault; also when there is neither email nor phone */
export function readSignup(body: Body): Signup {
  const { values, ignored } = readNew(signupFields, body)
  return { ...personIn(values), ignored }
}

/**
 * The person and the tags among the values of a helper's body.
 * @throws OsdiError invalid when there is neither email nor phone, by which people are found
 */
export function personIn(values: Record<string, unknown>): Omit<Signup, 'ignored'> {
  const person = (values['person'] ?? {}) as PersonChange
  const tags = (name: string) => (values[name] ?? []) as string[]
  if (person.email_addresses?.address || person.phone_numbers?.number)
    return { person, add_tags: tags('add_tags'), remove_tags: tags('remove_tags') }
  throw invalid([
    {
      error_code: 'required',
      description: 'An email address or a phone number is required',
      properties: ['person.email_addresses', 'person.phone_numbers'],
    },
  ])
}

export function readPersonChange(body: Body) {
  const { values, ignored } = readChange(personFields, body)
  return { change: values as PersonChange, ignored }
}

/** A person on its own, with curies. */
export const personResource = (person: Person): Resource => alone(embeddedPerson(person))

/** A person within a collection. */
export const embeddedPerson = (person: Person): Resource => ({
  identifiers: [native(person.id), ...person.identifiers],
  created_date: utc(person.created_date),
  modified_date: utc(person.modified_date),
  ...(person.given_name && { given_name: person.given_name }),
  ...(person.family_name && { family_name: person.family_name }),
  email_addresses: person.email_addresses,
  phone_numbers: person.phone_numbers,
  postal_addresses: person.postal_addresses,
  languages_spoken: person.languages_spoken,
  custom_fields: person.custom_fields,
  ...(person.erased_date && { [native('erased_date')]: utc(person.erased_date) }),
  _links: {
    self: link(v2, 'people', person.id),
    'osdi:attendances': link(v2, 'people', person.id, 'attendances'),
  },
})

/** A page of people. */
export const personCollection = (page: Page<Person>, query: string): Resource =>
  collection({ page, self: link(v2, 'people'), rel: 'osdi:people', query, resource: embeddedPerson })
