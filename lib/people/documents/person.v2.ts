import { invalid } from '../../runtime/errors.js'
import type { Body, BodyFields } from '../../fields/field.js'
import { personFields } from '../person-fields.js'
import { tagName } from '../../fields/values.js'
import { bodyFields, namedFilters, ownNames } from '../../fields/vocabulary.js'
import type { Person, PersonChange } from '../person.js'
import type { Site } from '../../runtime/site.js'
import { readChangeOf, readNew } from '../../fields/read-body.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { v2 } from '../../hal/v2/version.js'

/** People under the names of version 2, whose answers do not show the origin system. */
export const personVocabulary = ownNames(personFields, { origin_system: { isBodyOnly: true } })

export const personFilters = (site: Site) => namedFilters<Person>(personVocabulary, site)

/** Each tag takes a read and a write of its own. */
const tagNames: BodyFields[string] = { each: tagName, most: 100 }

/** The fields of both helpers: a person, and tags by name. */
export const helperFields = (site: Site): BodyFields => ({
  person: { fields: bodyFields(personVocabulary, site), required: true },
  add_tags: tagNames,
  remove_tags: tagNames,
})

export interface Signup {
  person: PersonChange
  add_tags: string[]
  remove_tags: string[]
}

/**
 * Reads the body of the person signup helper, or a person without the helper around it, which OSDI calls a POST of a
 * person.
 * @throws OsdiError invalid, naming every fault; also when there is neither email nor phone
 */
export function readSignup(site: Site, body: Body): Signup & { ignored: string[] } {
  if (!Object.hasOwn(body, 'person') && CONTACTS.some((name) => Object.hasOwn(body, name)))
    return readBarePerson(site, body)
  const { values, ignored } = readNew(helperFields(site), body, site)
  return { ...signupIn(values), ignored }
}

const CONTACTS = ['email_addresses', 'phone_numbers']

function readBarePerson(site: Site, body: Body): Signup & { ignored: string[] } {
  const { person: _helper, ...tags } = helperFields(site)
  const fields = { ...bodyFields(personVocabulary, site), ...tags }
  const { values, ignored } = readNew(fields, body, site)
  const { add_tags, remove_tags, ...person } = values
  return { ...signupIn({ person, add_tags, remove_tags }, ''), ignored }
}

/**
 * Returns the person and the tags among the values of a helper's body.
 * @throws OsdiError invalid when there is neither email nor phone, which match people
 */
export function signupIn(values: Record<string, unknown>, prefix = 'person.'): Signup {
  const person = (values['person'] ?? {}) as PersonChange
  const tags = (name: string) => (values[name] ?? []) as string[]
  if (person.email_addresses?.address || person.phone_numbers?.number)
    return { person, add_tags: tags('add_tags'), remove_tags: tags('remove_tags') }
  throw invalid([
    {
      error_code: 'required',
      description: 'An email address or a phone number is required',
      properties: CONTACTS.map((name) => `${prefix}${name}`),
      hint: 'As lists of objects: "email_addresses": [{"address": …}] or "phone_numbers": [{"number": …}]',
    },
  ])
}

export const readPersonChange = (site: Site, body: Body) => readChangeOf(personVocabulary, body, site)

/** A person within a collection. */
export const embeddedPerson = /* @__PURE__ */ documentOf(v2, {
  vocabulary: personVocabulary,
  links: ({ id }: Person) => ({
    self: `people/${id}`,
    'osdi:attendances': `people/${id}/attendances`,
    'osdi:taggings': `people/${id}/taggings`,
  }),
})

export const personResource = /* @__PURE__ */ resourceOf(embeddedPerson)
export const personCollection = /* @__PURE__ */ pagesOf(v2, { at: 'people', rel: 'osdi:people' }, embeddedPerson)
