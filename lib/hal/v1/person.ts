import { notFound } from '../../domain/errors.js'
import type { Page, PageRequest } from '../../domain/page.js'
import type { Person } from '../../domain/person.js'
import { collection } from '../collection.js'
import { alone, link, native } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { utc } from '../time.js'
import { v1 } from './version.js'

/** What a person links to, and where. */
const RELATIONS = {
  'osdi:question_answers': 'question_answers',
  'osdi:attendance': 'attendance',
  'osdi:signatures': 'signatures',
  'osdi:submissions': 'submissions',
  'osdi:donations': 'donations',
}

/** A person on its own, or within an individual event: with curies. */
export const personResource = (person: Person): Resource => alone(embeddedPerson(person))

/** A person within a collection (version 1, "Embedded person"). */
export const embeddedPerson = (person: Person): Resource => ({
  ...(person.given_name && { given_name: person.given_name }),
  ...(person.family_name && { family_name: person.family_name }),
  identifiers: [native(person.id), ...person.identifiers],
  created_at: utc(person.created_date),
  modified_at: utc(person.modified_date),
  originating_system: person.origin_system,
  email_addresses: person.email_addresses.map(({ primary, address }) => ({ primary, address })),
  postal_addresses: person.postal_addresses,
  ...(person.erased_date && { [native('erased_at')]: utc(person.erased_date) }),
  _links: personLinks(person),
})

function personLinks({ id }: Person): { self: Link } & Record<string, Link> {
  const relations = Object.entries(RELATIONS).map(([rel, path]) => [rel, link(v1, 'people', id, path)])
  return { self: link(v1, 'people', id), ...(Object.fromEntries(relations) as Record<string, Link>) }
}

/** A page of people. */
export const personCollection = (page: Page<Person>, query: string): Resource =>
  collection({ page, self: link(v1, 'people'), rel: 'osdi:people', query, resource: embeddedPerson })

/**
 * What this service does not hold of a person: an empty collection, so that every link resolves.
 * @throws OsdiError not_found when the path is none of a person's relations
 */
export function emptyRelation({ id }: Person, path: string, request: PageRequest, query: string): Resource {
  const rel = Object.entries(RELATIONS).find(([, each]) => each === path)?.[0]
  if (rel === undefined) throw notFound()
  const page = { ...request, members: [], total_records: 0 }
  return collection({
    page,
    self: link(v1, 'people', id, path),
    rel,
    query,
    resource: (never: never) => never,
  })
}
