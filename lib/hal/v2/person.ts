import { invalid } from '../../domain/errors.js'
import type { Body, BodyFields } from '../../domain/fields/body-field.js'
import { personFields } from '../../domain/fields/person.js'
import { tagName } from '../../domain/fields/values.js'
import { bodyFields, namedFilters, ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import type { Person, PersonChange } from '../../domain/person.js'
import type { Site } from '../../domain/site.js'
import { readChangeOf, readNew } from '../../input/read-body.js'
import { collection } from '../collection.js'
import { link, withCuries } from '../links.js'
import type { Resource } from '../resource.js'
import { v2 } from './version.js'

/** People under the names of version 2, whose answers do not show the origin system. */
export const personVocabulary = ownNames(personFields, { origin_system: { isBodyOnly: true } })

export const personFilters = (site: Site) => namedFilters<Person>(personVocabulary, site)

/** Each tag is looked up, and written by itself. */
const tagNames: BodyFields[string] = { each: tagName, most: 100 }

/** What both helpers take: a person, and tags by name. */
export const helperFields = (site: Site): BodyFields => ({
  person: { fields: bodyFields(personVocabulary, site) },
  add_tags: tagNames,
  remove_tags: tagNames,
})

export interface Signup {
  person: PersonChange
  add_tags: string[]
  remove_tags: string[]
}

/**
 * Reads the body of the person signup helper.
 * @throws OsdiError invalid, naming every fault; also when there is neither email nor phone
 */
export function readSignup(site: Site, body: Body): Signup & { ignored: string[] } {
  const { values, ignored } = readNew(helperFields(site), body, site)
  return { ...signupIn(values), ignored }
}

/**
 * Returns the person and the tags among the values of a helper's body.
 * @throws OsdiError invalid when there is neither email nor phone, by which people are found
 */
export function signupIn(values: Record<string, unknown>): Signup {
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

export function readPersonChange(site: Site, body: Body) {
  const { values, ignored } = readChangeOf(personVocabulary, body, site)
  return { change: values, ignored }
}

/** A person on its own, with curies. */
export const personResource = (site: Site, person: Person): Resource =>
  withCuries(site, embeddedPerson(site, person))

/** A person within a collection. */
export const embeddedPerson = (site: Site, person: Person): Resource => ({
  ...serialize(personVocabulary, person, site),
  _links: {
    self: link(site, v2, 'people', person.id),
    'osdi:attendances': link(site, v2, 'people', person.id, 'attendances'),
  },
})

/** A page of people. */
export const personCollection = (site: Site, page: Page<Person>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'people'),
    rel: 'osdi:people',
    query,
    resource: (person) => embeddedPerson(site, person),
  })
