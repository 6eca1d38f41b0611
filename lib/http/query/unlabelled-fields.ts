import type { Body } from '../../fields/body-field.js'
import type { GatewayRequest } from '../request.js'

/** Parameters of a query that are no fields. */
const OF_QUERIES = ['background_request', 'page', 'per_page', 'filter', 'after']

/** Fields that are always arrays, also with one value. */
const ARRAYS = ['identifiers', 'add_tags', 'remove_tags', 'languages_spoken']

/** A form begins with a name, which JSON never does. */
const FORM = /^[\w:.%+-]+=/

/**
 * Reads fields that a program sends where JSON belongs: in the query of a POST without a body, or as a form that is
 * labelled as JSON in a PUT. Parsons does both (lib/http/body/README.md).
 * @param text the body
 * @returns undefined when there are none, so that the body is refused like every body that is no JSON
 */
export function fieldsInsteadOfJson(
  { rawQueryString, requestContext }: GatewayRequest,
  text: string,
): Body | undefined {
  const { method } = requestContext.http
  if (method === 'POST' && text === '') return fieldsIn(rawQueryString)
  return method === 'PUT' && FORM.test(text) ? fieldsIn(text) : undefined
}

function fieldsIn(form: string): Body | undefined {
  const sent = new URLSearchParams(form)
  const names = [...new Set(sent.keys())].filter((name) => !OF_QUERIES.includes(name))
  if (names.length === 0) return undefined
  const valueOf = (name: string) => {
    const values = sent.getAll(name)
    return values.length > 1 || ARRAYS.includes(name) ? values : values[0]
  }
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}
