import { type Fault, invalid } from '../../runtime/errors.js'
import type { Body } from '../../fields/field.js'
import type { SentPlace } from '../asked-place.js'
import { MAX_EVENTS, queryFields, selectionFields } from '../query-fields.js'
import { ownNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import type { TargetingQuery } from '../targeting-query.js'
import { readChangeOf, readDraft } from '../../fields/read-body.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { idIn } from '../../hal/links.js'
import { v2 } from '../../hal/v2/version.js'

export const queryVocabulary = ownNames(queryFields)

/** @throws OsdiError invalid, naming every fault */
export function readNewQuery(site: Site, body: Body) {
  const { draft, ignored } = readDraft(queryVocabulary, body, site)
  return { draft: { ...draft, ...eventsIn(site, draft) }, ignored }
}

/**
 * Reads a change. Invalid fields of the selection are refused, not ignored as other invalid fields are: the query would
 * find people whom its owner has excluded.
 * @throws OsdiError invalid, naming every fault of the selection
 */
export function readQueryChange(site: Site, body: Body) {
  const { change, ignored } = readChangeOf(queryVocabulary, body, site)
  const refused = ignored.filter((path) => Object.hasOwn(selectionFields, path.replace(/[.[].*/s, '')))
  const [first, ...others] = refused.map(malformed)
  if (first) throw invalid([first, ...others])
  return { change: { ...change, ...eventsIn(site, change) }, ignored }
}

interface NamedEvents {
  include?: string[] | null
  exclude?: string[] | null
  near?: SentPlace | null
}

/** Replaces the addresses of events by their ids. */
function eventsIn(site: Site, { include, exclude, near }: NamedEvents) {
  const id = (name: string) => idIn(site, name, 'events') ?? name
  return {
    ...(include && { include: include.map(id) }),
    ...(exclude && { exclude: exclude.map(id) }),
    ...(near?.event !== undefined && { near: { ...near, event: id(near.event) } }),
  }
}

const malformed = (path: string): Fault => ({
  error_code: 'malformed',
  description: `${path} is not valid: an event, at most ${MAX_EVENTS} of them, any or every, a status, a search, a tag, a place, a number, or a date and time`,
  properties: [path],
})

const query = /* @__PURE__ */ documentOf(v2, {
  vocabulary: queryVocabulary,
  links: ({ id, result }: TargetingQuery) => {
    const self = `targeting/queries/${id}`
    return {
      self,
      ':results': `${self}/results`,
      ...(result && {
        ':result': `${self}/results/${result.id}`,
        ':people': `${self}/people`,
        ':people_csv': `${self}/people.csv`,
      }),
    }
  },
  computed: ({ result }) => ({
    result_date: result?.created_date,
    total_people: result?.total_people,
    total_subscribed: result?.total_subscribed,
  }),
})

export const queryResource = /* @__PURE__ */ resourceOf(query)
export const queryCollection = /* @__PURE__ */ pagesOf(v2, { at: 'targeting/queries', rel: ':queries' }, query)
