import { picklist, pipe, transform } from 'valibot'
import { type Fault, invalid } from '../../domain/errors.js'
import { MAX_IDENTIFIERS_PER_REQUEST } from '../../domain/identifier.js'
import type { Page } from '../../domain/page.js'
import {
  MAX_EVENTS,
  type QueryChange,
  type QueryDraft,
  type TargetingQuery,
} from '../../domain/targeting-query.js'
import { collection } from '../collection.js'
import { type Body, type Fields, readChange, readNew } from '../fields.js'
import { alone, idIn, link, native } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { utc } from '../time.js'
import { identifier, instant, text } from '../values.js'
import { v2 } from './version.js'

/** An event as a query names it: by an identifier, native or not, or by its address. */
const event = pipe(
  text,
  transform((name) => idIn(name, 'events') ?? name),
)

const selectionFields: Fields = {
  include: { each: event, most: MAX_EVENTS, required: true },
  match: { value: picklist(['any', 'every'], 'must be any or every') },
  exclude: { each: event, most: MAX_EVENTS },
  rsvp_from: { value: instant },
  rsvp_before: { value: instant },
}

/** The fields of a query that a body may hold; the others are read-only. */
export const queryFields: Fields = {
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  title: { value: text, required: true },
  ...selectionFields,
}

/** @throws OsdiError invalid, naming every fault */
export function readNewQuery(body: Body) {
  const { values, ignored } = readNew(queryFields, body)
  return { draft: values as unknown as QueryDraft, ignored }
}

/**
 * Reads a change. What a query asks is never ignored because it is invalid, as other fields are: it would go on
 * finding people whom its owner does not want.
 * @throws OsdiError invalid, naming every fault of what the query asks
 */
export function readQueryChange(body: Body) {
  const { values, ignored } = readChange(queryFields, body)
  const refused = ignored.filter((path) => Object.hasOwn(selectionFields, path.replace(/[.[].*/s, '')))
  const [first, ...others] = refused.map(unsound)
  if (first) throw invalid([first, ...others])
  return { change: values as QueryChange, ignored }
}

const unsound = (path: string): Fault => ({
  error_code: 'malformed',
  description: `${path} is not valid: an event, at most ${MAX_EVENTS} of them, any or every, or a date and time`,
  properties: [path],
})

/** A query on its own, with curies. */
export const queryResource = (query: TargetingQuery): Resource => alone(embeddedQuery(query))

const embeddedQuery = (query: TargetingQuery): Resource => ({
  identifiers: [native(query.id), ...query.identifiers],
  created_date: utc(query.created_date),
  modified_date: utc(query.modified_date),
  title: query.title,
  include: query.include.map((id) => native(id)),
  match: query.match,
  exclude: query.exclude.map((id) => native(id)),
  ...(query.rsvp_from && { rsvp_from: utc(query.rsvp_from) }),
  ...(query.rsvp_before && { rsvp_before: utc(query.rsvp_before) }),
  ...(query.result && {
    result_date: utc(query.result.created_date),
    total_people: query.result.total_people,
    total_subscribed: query.result.total_subscribed,
  }),
  _links: queryLinks(query),
})

function queryLinks({ id, result }: TargetingQuery): { self: Link } & Record<string, Link> {
  const self = link(v2, 'targeting', 'queries', id)
  return {
    self,
    [native('results')]: { href: `${self.href}/results` },
    ...(result && {
      [native('result')]: { href: `${self.href}/results/${result.id}` },
      [native('people')]: { href: `${self.href}/people` },
      [native('people_csv')]: { href: `${self.href}/people.csv` },
    }),
  }
}

/** A page of queries. */
export const queryCollection = (page: Page<TargetingQuery>, query: string): Resource =>
  collection({
    page,
    self: link(v2, 'targeting', 'queries'),
    rel: native('queries'),
    query,
    resource: embeddedQuery,
  })
