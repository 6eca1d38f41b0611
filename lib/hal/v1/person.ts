import { notFound } from '../../domain/errors.js'
import { personFields } from '../../domain/fields/person.js'
import { namedFilters, otherNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page, PageRequest } from '../../domain/page.js'
import type { Person } from '../../domain/person.js'
import type { Site } from '../../domain/site.js'
import { collection } from '../collection.js'
import { link, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { dated } from './names.js'
import { v1 } from './version.js'

/** What a person links to, and where. */
const RELATIONS = {
  'osdi:question_answers': 'question_answers',
  'osdi:attendance': 'attendance',
  'osdi:signatures': 'signatures',
  'osdi:submissions': 'submissions',
  'osdi:donations': 'donations',
}

/** What version 1 calls the fields of a person; statuses, phones, languages and custom fields came with version 2. */
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
})

export const personFilters = (site: Site) => namedFilters<Person>(personVocabulary, site)

/** A person on its own, or within an individual event: with curies. */
export const personResource = (site: Site, person: Person): Resource =>
  withCuries(site, embeddedPerson(site, person))

/** A person within a collection (version 1, "Embedded person"). */
export const embeddedPerson = (site: Site, person: Person): Resource => ({
  ...serialize(personVocabulary, person, site),
  _links: personLinks(site, person),
})

function personLinks(site: Site, { id }: Person): { self: Link } & Record<string, Link> {
  const relations = Object.entries(RELATIONS).map(([rel, path]) => [rel, link(site, v1, 'people', id, path)])
  return {
    self: link(site, v1, 'people', id),
    ...(Object.fromEntries(relations) as Record<string, Link>),
  }
}

/** A page of people. */
export const personCollection = (site: Site, page: Page<Person>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v1, 'people'),
    rel: 'osdi:people',
    query,
    resource: (person) => embeddedPerson(site, person),
  })

/**
 * What this service does not hold of a person: an empty collection, so that every link resolves.
 * @throws OsdiError not_found when the path is none of a person's relations
 */
export function emptyRelation(
  site: Site,
  { id }: Person,
  path: string,
  request: PageRequest,
  query: string,
): Resource {
  const rel = Object.entries(RELATIONS).find(([, each]) => each === path)?.[0]
  if (rel === undefined) throw notFound()
  const page = { ...request, members: [], total_records: 0 }
  return collection({
    site,
    page,
    self: link(site, v1, 'people', id, path),
    rel,
    query,
    resource: (never: never) => never,
  })
}
