import { invalid } from '../../domain/errors.js'
import type { Page } from '../../domain/page.js'
import type { Audience, Found, QueryResult } from '../../domain/query-result.js'
import { collection } from '../collection.js'
import { resultFields } from '../../domain/fields/targeting-query.js'
import { utc } from '../../domain/fields/kinds.js'
import { ownNames, serialize } from '../../domain/fields/vocabulary.js'
import { type Site, native } from '../../domain/site.js'
import { link, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
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

export const resultVocabulary = ownNames(resultFields)

/** A result on its own, with curies. */
export const resultResource = (site: Site, result: QueryResult): Resource =>
  withCuries(site, embeddedResult(site, result))

function embeddedResult(site: Site, result: QueryResult): Resource {
  const isComplete = result.status === 'complete'
  return {
    ...serialize(resultVocabulary, result, site, {
      identifiers: [],
      ...(!isComplete && { total_people: undefined, total_subscribed: undefined }),
    }),
    _links: {
      self: link(site, v2, 'targeting', 'queries', result.query, 'results', result.id),
      [native(site, 'query')]: link(site, v2, 'targeting', 'queries', result.query),
      ...(isComplete && {
        [native(site, 'people')]: peopleLink(site, result),
        [native(site, 'people_csv')]: csvLink(site, result),
      }),
    },
  }
}

/** The people of this very result, whatever is found later. */
const peopleLink = (site: Site, { query, id }: QueryResult): Link => ({
  href: `${link(site, v2, 'targeting', 'queries', query, 'people').href}?${RESULT}=${id}`,
})

/** The file of this very result; of a long one, the part after so many people. */
export function csvLink(
  site: Site,
  { query, id }: QueryResult,
  audience: Audience = 'everybody',
  after = 0,
): Link {
  const parameters = new URLSearchParams({
    [RESULT]: id,
    ...(audience === 'email' && { [FOR]: audience }),
    ...(after > 0 && { after: String(after) }),
  })
  return {
    href: `${link(site, v2, 'targeting', 'queries', query, 'people.csv').href}?${parameters.toString()}`,
  }
}

/** A page of results. */
export const resultCollection = (
  site: Site,
  page: Page<QueryResult>,
  targetingQuery: string,
  query: string,
): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'targeting', 'queries', targetingQuery, 'results'),
    rel: native(site, 'results'),
    query,
    resource: (result) => embeddedResult(site, result),
  })

/** A page of the people of a result. Its neighbours are pages of the same result. */
export function peopleCollection(
  site: Site,
  page: Page<Found>,
  result: QueryResult,
  query: string,
): Resource {
  const pinned = new URLSearchParams(query)
  pinned.set(RESULT, result.id)
  const { _links, ...resource } = collection({
    site,
    page,
    self: link(site, v2, 'targeting', 'queries', result.query, 'people'),
    rel: 'osdi:people',
    query: pinned.toString(),
    resource: (found) => foundPerson(site, found),
  })
  return {
    ...resource,
    result_date: utc(result.created_date),
    _links: {
      ..._links,
      [native(site, 'query')]: link(site, v2, 'targeting', 'queries', result.query),
      [native(site, 'result')]: link(site, v2, 'targeting', 'queries', result.query, 'results', result.id),
      [native(site, 'people_csv')]: csvLink(site, result, readPeopleRequest(query).audience),
    },
  }
}

/** A person, and which of the included events this person attends. */
const foundPerson = (site: Site, { person, events }: Found): Resource => ({
  ...embeddedPerson(site, person),
  [native(site, 'events')]: events.map((id) => native(site, id)),
})
