import { invalid } from '../../runtime/errors.js'
import { noteParameters } from '../../runtime/request-context.js'
import type { Page } from '../../fields/page.js'
import type { Audience, Found, QueryResult } from '../query-result.js'
import { resourceOf, documentOf, pagesOf, type Link, type Resource } from '../../hal/document.js'
import { resultFields } from '../query-fields.js'
import { utc } from '../../fields/kinds.js'
import { ownNames } from '../../fields/vocabulary.js'
import { type Site, native } from '../../runtime/site.js'
import { link, linksTo } from '../../hal/links.js'
import { embeddedPerson } from '../../people/documents/person.v2.js'
import { v2 } from '../../hal/v2/version.js'

const FOR = 'for'
const RESULT = 'result'

/**
 * Reads a request for the people of a result: the newest one unless it names one.
 * @throws OsdiError invalid for another audience than `email`
 */
export function readPeopleRequest(query: string): { audience: Audience; result: string | undefined } {
  noteParameters(FOR, RESULT)
  const parameters = new URLSearchParams(query)
  const audience = parameters.get(FOR)
  if (audience !== null && audience !== 'email')
    throw invalid([{ error_code: 'malformed', description: 'for must be email, or absent', properties: [FOR] }])
  return { audience: audience ?? 'everybody', result: parameters.get(RESULT) ?? undefined }
}

/**
 * Reads a request for a part of the file of a result.
 * @throws OsdiError invalid
 */
export function readCsvRequest(query: string) {
  const after = Number.parseInt(new URLSearchParams(query).get('after') ?? '', 10)
  return { ...readPeopleRequest(query), after: after > 0 ? after : 0 }
}

export const resultVocabulary = ownNames(resultFields)

const pathOf = ({ query, id }: QueryResult) => `targeting/queries/${query}/results/${id}`

const result = /* @__PURE__ */ documentOf(v2, {
  vocabulary: resultVocabulary,
  links: (result: QueryResult) => ({
    self: pathOf(result),
    ':query': `targeting/queries/${result.query}`,
    ...(result.status === 'complete' && { ':people': peoplePath(result), ':people_csv': csvPath(result) }),
  }),
  computed: ({ status }) => (status === 'complete' ? {} : { total_people: undefined, total_subscribed: undefined }),
})

/** Returns the link to the people of this result, also after a newer one. */
const peoplePath = ({ query, id }: QueryResult) => `targeting/queries/${query}/people?${RESULT}=${id}`

/** Returns the link to the file of this result, or to a part of it. */
function csvPath({ query, id }: QueryResult, audience: Audience = 'everybody', after = 0): string {
  const parameters = new URLSearchParams({
    [RESULT]: id,
    ...(audience === 'email' && { [FOR]: audience }),
    ...(after > 0 && { after: String(after) }),
  })
  return `targeting/queries/${query}/people.csv?${parameters.toString()}`
}

/** Returns the part of the file of a result after a number of people. */
export const csvLink = (site: Site, result: QueryResult, audience: Audience, after: number): Link =>
  link(site, v2, csvPath(result, audience, after))

export const resultResource = /* @__PURE__ */ resourceOf(result)
export const resultCollection = /* @__PURE__ */ pagesOf(v2, { at: 'results', rel: ':results' }, result)

/** Serializes a person with the included events that the person attends. */
const foundPerson = (site: Site, { person, events }: Found): Resource => ({
  ...embeddedPerson(site, person),
  [native(site, 'events')]: events.map((id) => native(site, id)),
})

const foundPages = /* @__PURE__ */ pagesOf(v2, { at: 'people', rel: 'osdi:people' }, foundPerson)

/** Serializes a page of the people of a result. Its `next` and `previous` are pages of the same result. */
export function peopleCollection(site: Site, page: Page<Found>, result: QueryResult, query: string): Resource {
  const pinned = new URLSearchParams(query)
  pinned.set(RESULT, result.id)
  const home = `targeting/queries/${result.query}`
  const resource = foundPages(site, page, pinned.toString(), [home])
  return {
    ...resource,
    result_date: utc(result.created_date),
    _links: {
      ...resource._links,
      ...linksTo(site, v2, {
        self: `${home}/people`,
        ':query': home,
        ':result': pathOf(result),
        ':people_csv': csvPath(result, readPeopleRequest(query).audience),
      }),
    },
  }
}
