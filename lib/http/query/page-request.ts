import { invalid } from '../../runtime/errors.js'
import type { GatewayRequest } from '../request.js'
import type { Filter } from '../../fields/filter.js'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, type PageRequest } from '../../fields/page.js'
import { type NamedFields, readFilter } from '../../fields/read-filter.js'

/**
 * Reads `page` and `per_page` as leniently as this family's clients need it: leading digits count (`2?filter=x` is page
 * 2), a page below 1 is page 1, other text is the default, and a larger number than the maximum is the maximum.
 */
export function readPageRequest(query: string): PageRequest {
  const parameters = new URLSearchParams(query)
  const after = parameters.get('after')
  return {
    page: Math.min(positive(parameters.get('page')) ?? 1, Number.MAX_SAFE_INTEGER),
    per_page: Math.min(positive(parameters.get('per_page')) ?? DEFAULT_PER_PAGE, MAX_PER_PAGE),
    ...(after && { after }),
  }
}

/**
 * Reads `filter`. Several filters are joined by `and`; an empty one matches everything.
 * @throws OsdiError invalid, as readFilter
 */
export const readFilterRequest = <Resource>(query: string, fields: NamedFields<Resource>): Filter<Resource> =>
  new URLSearchParams(query).getAll('filter').flatMap((text) => readFilter(text, fields))

/**
 * Reads whether lists of attendances embed people.
 * @throws OsdiError invalid for anything else that should be embedded
 */
export function embedsPeople(query: string): boolean {
  const wanted = new URLSearchParams(query).getAll('embed')
  if (wanted.some((each) => each !== 'person'))
    throw invalid([
      {
        error_code: 'malformed',
        description: 'Attendances embed their people only: embed=person',
        properties: ['embed'],
      },
    ])
  return wanted.length > 0
}

/** Reads `after` and `limit` of a request for messages. */
export function readPullRequest(query: string): { after?: string; limit: number } {
  const parameters = new URLSearchParams(query)
  const after = parameters.get('after')
  const limit = Math.min(positive(parameters.get('limit')) ?? DEFAULT_PER_PAGE, MAX_PER_PAGE)
  return { ...(after && { after }), limit }
}

const PARAMETERS = ['page', 'per_page', 'filter', 'after', 'embed', 'background_request']

/** Returns the names in the query of a GET that no endpoint reads; only messages have a limit. */
export const unreadParameters = ({
  rawQueryString,
  rawPath,
}: Pick<GatewayRequest, 'rawQueryString' | 'rawPath'>): string[] =>
  [...new URLSearchParams(rawQueryString).keys()].filter(
    (name) => !PARAMETERS.includes(name) && !(name === 'limit' && rawPath.endsWith('/messages')),
  )

function positive(text: string | null): number | undefined {
  const number = Number.parseInt(text ?? '', 10)
  return number >= 1 ? number : undefined
}
