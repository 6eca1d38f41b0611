import { invalid, notFound } from '../../runtime/errors.js'
import type { Body } from '../../fields/field.js'
import { personFields } from '../person-fields.js'
import { bodyFields, namedFilters, otherNames } from '../../fields/vocabulary.js'
import type { PageRequest } from '../../fields/page.js'
import type { Person, PersonChange } from '../person.js'
import type { Site } from '../../runtime/site.js'
import { readNew } from '../../fields/read-body.js'
import { resourceOf, documentOf, pagesOf, type Resource } from '../../hal/document.js'
import { dated } from '../../hal/v1/names.js'
import { v1 } from '../../hal/v1/version.js'

/** Relations of a person, with their paths. */
const RELATIONS = {
  'osdi:question_answers': 'question_answers',
  'osdi:attendance': 'attendance',
  'osdi:signatures': 'signatures',
  'osdi:submissions': 'submissions',
  'osdi:donations': 'donations',
}

/** The names of a person's fields in version 1; statuses, phones, languages and custom fields came with version 2. */
export const personVocabulary = otherNames(personFields, {
  given_name: 'given_name',
  family_name: 'family_name',
  identifiers: 'identifiers',
  ...dated,
  origin_system: 'originating_system',
  email_addresses: {
    as: 'email_addresses',
    inner: { primary: 'primary', address: 'address' },
    meaning: 'At most one',
  },
  postal_addresses: 'postal_addresses',
  erased_date: ':erased_at',
  merged_into: ':merged_into',
})

/**
 * Reads the body of a POST: a person, who is matched by email.
 * @throws OsdiError invalid, naming every fault; also when there is no email
 */
export function readNewPerson(site: Site, body: Body): { person: PersonChange; ignored: string[] } {
  const { values, ignored } = readNew(bodyFields(personVocabulary, site), body, site)
  const person = values as PersonChange
  if (person.email_addresses?.address) return { person, ignored }
  const description = 'email_addresses is required'
  throw invalid([{ error_code: 'required', description, properties: ['email_addresses'] }])
}

export const personFilters = (site: Site) => namedFilters<Person>(personVocabulary, site)

/** A person within a collection (version 1, "Embedded person"). */
export const embeddedPerson = /* @__PURE__ */ documentOf(v1, {
  vocabulary: personVocabulary,
  links: ({ id }: Person) => ({
    self: `people/${id}`,
    ...Object.fromEntries(Object.entries(RELATIONS).map(([rel, path]) => [rel, `people/${id}/${path}`])),
  }),
})

/** A person on its own, or within an individual event. */
export const personResource = /* @__PURE__ */ resourceOf(embeddedPerson)
export const personCollection = /* @__PURE__ */ pagesOf(v1, { at: 'people', rel: 'osdi:people' }, embeddedPerson)

/**
 * Serializes an empty collection for data that this service does not have, so that every link of a person resolves.
 * @throws OsdiError not_found when a person has no relation with this path
 */
export function emptyRelation(site: Site, { id }: Person, path: string, request: PageRequest, query: string): Resource {
  const rel = Object.entries(RELATIONS).find(([, each]) => each === path)?.[0]
  if (rel === undefined) throw notFound()
  const pages = pagesOf(v1, { at: path, rel }, (_site: Site, never: never) => never)
  return pages(site, { ...request, members: [], total_records: 0 }, query, ['people', id])
}
