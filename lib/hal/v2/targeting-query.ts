import { type Fault, invalid } from '../../domain/errors.js'
import type { Body } from '../../domain/fields/body-field.js'
import { MAX_EVENTS, queryFields, selectionFields } from '../../domain/fields/targeting-query.js'
import { ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import { type Site, native } from '../../domain/site.js'
import type { TargetingQuery } from '../../domain/targeting-query.js'
import { readChangeOf, readDraft } from '../../input/read-body.js'
import { collection } from '../collection.js'
import { idIn, link, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { v2 } from './version.js'

export const queryVocabulary = ownNames(queryFields)

/** @throws OsdiError invalid, naming every fault */
export function readNewQuery(site: Site, body: Body) {
  const { values, ignored } = readDraft(queryVocabulary, body, site)
  return { draft: { ...values, ...eventsIn(site, values) }, ignored }
}

/**
 * Reads a change. What a query asks is never ignored because it is invalid, as other fields are: the query would
 * still find people whom its owner does not want.
 * @throws OsdiError invalid, naming every fault of what the query asks
 */
export function readQueryChange(site: Site, body: Body) {
  const { values, ignored } = readChangeOf(queryVocabulary, body, site)
  const refused = ignored.filter((path) => Object.hasOwn(selectionFields, path.replace(/[.[].*/s, '')))
  const [first, ...others] = refused.map(malformed)
  if (first) throw invalid([first, ...others])
  return { change: { ...values, ...eventsIn(site, values) }, ignored }
}

interface NamedEvents {
  include?: string[] | null
  exclude?: string[] | null
}

/** Replaces the addresses of events by their ids. */
function eventsIn(site: Site, { include, exclude }: NamedEvents) {
  const ids = (names: string[]) => names.map((name) => idIn(site, name, 'events') ?? name)
  return { ...(include && { include: ids(include) }), ...(exclude && { exclude: ids(exclude) }) }
}

const malformed = (path: string): Fault => ({
  error_code: 'malformed',
  description: `${path} is not valid: an event, at most ${MAX_EVENTS} of them, any or every, or a date and time`,
  properties: [path],
})

/** A query on its own, with curies. */
export const queryResource = (site: Site, query: TargetingQuery): Resource =>
  withCuries(site, embeddedQuery(site, query))

const embeddedQuery = (site: Site, query: TargetingQuery): Resource => ({
  ...serialize(queryVocabulary, query, site, {
    result_date: query.result?.created_date,
    total_people: query.result?.total_people,
    total_subscribed: query.result?.total_subscribed,
  }),
  _links: queryLinks(site, query),
})

function queryLinks(site: Site, { id, result }: TargetingQuery): { self: Link } & Record<string, Link> {
  const self = link(site, v2, 'targeting', 'queries', id)
  return {
    self,
    [native(site, 'results')]: { href: `${self.href}/results` },
    ...(result && {
      [native(site, 'result')]: { href: `${self.href}/results/${result.id}` },
      [native(site, 'people')]: { href: `${self.href}/people` },
      [native(site, 'people_csv')]: { href: `${self.href}/people.csv` },
    }),
  }
}

/** A page of queries. */
export const queryCollection = (site: Site, page: Page<TargetingQuery>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'targeting', 'queries'),
    rel: native(site, 'queries'),
    query,
    resource: (each) => embeddedQuery(site, each),
  })
