import { invalid } from '../../runtime/errors.js'
import { isParameterRead, noteParameters } from '../../runtime/request-context.js'
import type { GatewayRequest } from '../request.js'
import type { Filter } from '../../fields/filter.js'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, type PageRequest } from '../../fields/page.js'
import { type NamedFields, readFilter } from '../../fields/read-filter.js'

/*
 * A function that reads a parameter notes its name: `Osdi-Ignored` names the others. A test compares the names with the
 * parameters that the endpoint declares in OpenAPI.
 */

/**
 * Reads `page` and `per_page` as leniently as this family's clients need it: leading digits count (`2?filter=x` is page
 * 2), a page below 1 is page 1, other text is the default, and a larger number than the maximum is the maximum.
 */
export function readPageRequest(query: string): PageRequest {
  noteParameters('page', 'per_page')
  const parameters = new URLSearchParams(query)
  const after = parameters.get('after')
  return {
    page: Math.min(positive(parameters.get('page')) ?? 1, Number.MAX_SAFE_INTEGER),
    per_page: Math.min(positive(parameters.get('per_page')) ?? DEFAULT_PER_PAGE, MAX_PER_PAGE),
    ...(after && { after }),
  }
}

/**
 * Reads `filter`. Several filters are joined by `and`; an empty one matches everything. What can be filtered can be
 * traversed with `after`.
 * @throws OsdiError invalid, as readFilter
 */
export function readFilterRequest<Resource>(query: string, fields: NamedFields<Resource>): Filter<Resource> {
  noteParameters('filter', 'after')
  return new URLSearchParams(query).getAll('filter').flatMap((text) => readFilter(text, fields))
}

/**
 * Reads whether lists of attendances embed people.
 * @throws OsdiError invalid for anything else that should be embedded
 */
export function embedsPeople(query: string): boolean {
  noteParameters('embed')
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
  noteParameters('after', 'limit')
  const parameters = new URLSearchParams(query)
  const after = parameters.get('after')
  const limit = Math.min(positive(parameters.get('limit')) ?? DEFAULT_PER_PAGE, MAX_PER_PAGE)
  return { ...(after && { after }), limit }
}

/** Returns the names in the query of a GET that its endpoint has not read. */
export const unreadParameters = ({ rawQueryString }: Pick<GatewayRequest, 'rawQueryString'>): string[] =>
  [...new Set(new URLSearchParams(rawQueryString).keys())].filter((name) => !isParameterRead(name))

function positive(text: string | null): number | undefined {
  const number = Number.parseInt(text ?? '', 10)
  return number >= 1 ? number : undefined
}
