import { invalid } from '../../domain/errors.js'
import type { Page } from '../../domain/page.js'
import type { Audience, Found, QueryResult } from '../../domain/query-result.js'
import { collection } from '../collection.js'
import { alone, link, native } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { utc } from '../time.js'
import { embeddedPerson } from './person.js'
import { v2 } from './version.js'

const FOR = 'for'
const RESULT = 'result'

/**
 * Which people of which result a request asks for: those of the newest result unless it names one.
 * @throws OsdiError invalid for another audience than `email`
 */
export function readPeopleRequest(query: string): { audience: Audience; result: string | undefined } {
  const parameters = new URLSearchParams(query)
  const audience = parameters.get(FOR)
  if (audience !== null && audience !== 'email')
    throw invalid([
      { error_code: 'malformed', description: 'for must be email, or absent', properties: [FOR] },
    ])
  return { audience: audience ?? 'everybody', result: parameters.get(RESULT) ?? undefined }
}

/**
 * The same for a file, of which a request may ask for the part after so many people.
 * @throws OsdiError invalid
 */
export function readCsvRequest(query: string) {
  const after = Number.parseInt(new URLSearchParams(query).get('after') ?? '', 10)
  return { ...readPeopleRequest(query), after: after > 0 ? after : 0 }
}

/** A result on its own, with curies. */
export const resultResource = (result: QueryResult): Resource => alone(embeddedResult(result))

const embeddedResult = (result: QueryResult): Resource => ({
  identifiers: [native(result.id)],
  status: result.status,
  created_date: utc(result.created_date),
  expires_date: utc(result.expires_date),
  ...(result.status === 'complete' && {
    total_people: result.total_people,
    total_subscribed: result.total_subscribed,
  }),
  _links: {
    self: link(v2, 'targeting', 'queries', result.query, 'results', result.id),
    [native('query')]: link(v2, 'targeting', 'queries', result.query),
    ...(result.status === 'complete' && {
      [native('people')]: peopleLink(result),
      [native('people_csv')]: csvLink(result),
    }),
  },
})

/** The people of this very result, whatever is found later. */
const peopleLink = ({ query, id }: QueryResult): Link => ({
  href: `${link(v2, 'targeting', 'queries', query, 'people').href}?${RESULT}=${id}`,
})

/** The file of this very result; of a long one, the part after so many people. */
export function csvLink({ query, id }: QueryResult, audience: Audience = 'everybody', after = 0): Link {
  const parameters = new URLSearchParams({
    [RESULT]: id,
    ...(audience === 'email' && { [FOR]: audience }),
    ...(after > 0 && { after: String(after) }),
  })
  return { href: `${link(v2, 'targeting', 'queries', query, 'people.csv').href}?${parameters.toString()}` }
}

/** A page of results. */
export const resultCollection = (page: Page<QueryResult>, targetingQuery: string, query: string): Resource =>
  collection({
    page,
    self: link(v2, 'targeting', 'queries', targetingQuery, 'results'),
    rel: native('results'),
    query,
    resource: embeddedResult,
  })

/** A page of the people of a result. Its neighbours are pages of the same result. */
export function peopleCollection(page: Page<Found>, result: QueryResult, query: string): Resource {
  const pinned = new URLSearchParams(query)
  pinned.set(RESULT, result.id)
  const { _links, ...resource } = collection({
    page,
    self: link(v2, 'targeting', 'queries', result.query, 'people'),
    rel: 'osdi:people',
    query: pinned.toString(),
    resource: foundPerson,
  })
  return {
    ...resource,
    result_date: utc(result.created_date),
    _links: {
      ..._links,
      [native('query')]: link(v2, 'targeting', 'queries', result.query),
      [native('result')]: link(v2, 'targeting', 'queries', result.query, 'results', result.id),
      [native('people_csv')]: csvLink(result, readPeopleRequest(query).audience),
    },
  }
}

/** A person, and which of the included events this person attends. */
const foundPerson = ({ person, events }: Found): Resource => ({
  ...embeddedPerson(person),
  [native('events')]: events.map((id) => native(id)),
})
