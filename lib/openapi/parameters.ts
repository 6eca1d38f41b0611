import { OPERATORS } from '../fields/filter.js'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../fields/page.js'
import { needsKey } from './refusals.js'
import type { Operation } from '../hal/descriptions/operation.js'
import type { Schema } from '../fields/json-schema.js'
import { CALENDAR_SECRET, EXAMPLE_IDS, REMOVED_WEBHOOK } from '../hal/descriptions/example-ids.js'

/*
 * The parameters of the query and the headers of requests. A new one is a line in `parametersOf`.
 */

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: true
  schema: Schema
  /** A value that every installation takes: programs that fill a request in send it. */
  example?: string
}

const page: Parameter = {
  name: 'page',
  in: 'query',
  description: 'The number of the page, from 1. Anything else is read as 1',
  schema: { type: 'integer', minimum: 1, default: 1 },
}
const perPage: Parameter = {
  name: 'per_page',
  in: 'query',
  description: `How many records on a page. More than ${MAX_PER_PAGE} is read as ${MAX_PER_PAGE}`,
  schema: { type: 'integer', minimum: 1, default: DEFAULT_PER_PAGE },
}
const background: Parameter = {
  name: 'background_request',
  in: 'query',
  description: 'With `true`, the answer is `{}`. The work is done when the answer arrives',
  schema: { type: 'boolean', default: false },
}

const conditions: Parameter[] = [
  {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags of answers that you have; one of them gives 304',
    schema: { type: 'string' },
  },
  {
    name: 'If-Modified-Since',
    in: 'header',
    description: 'The `Last-Modified` of the answer that you have; counts only without `If-None-Match`',
    schema: { type: 'string' },
  },
]
const filterBy = (fields: string[]): Parameter => ({
  name: 'filter',
  in: 'query',
  description: `Conditions such as \`${fields[0]} eq 'x'\`, joined by \`and\`. Operators: ${OPERATORS.join(', ')}. Fields: ${fields.join(', ')}`,
  schema: { type: 'string' },
  example: `${fields.find((field) => field.startsWith('modified_')) ?? fields[0]} gt '2026-01-01'`,
})
const after: Parameter = {
  name: 'after',
  in: 'query',
  description: 'The cursor of a traversal. Take it from the link `next`',
  schema: { type: 'string' },
  // An empty one is none.
  example: '',
}

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of the resource that you read. If it has changed since, the answer is 412',
  schema: { type: 'string' },
  example: '*',
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A name of your own for this request. Sent again within a day, it is answered as the first time',
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]+$', minLength: 1, maxLength: 255 },
}

/** Returns the parameters of an operation. */
export const parametersOf = (
  route: string,
  { answer, filters, background: isBackground, supportsIfMatch, validated, parameters = [] }: Operation,
): Parameter[] => [
  ...pathParameters(route),
  ...('isCollection' in answer && answer.isCollection ? [page, perPage] : []),
  ...(filters ? [filterBy(Object.keys(filters)), after] : []),
  ...(isBackground ? [background] : []),
  ...(route.startsWith('POST ') && needsKey(route) ? [idempotencyKey] : []),
  ...(supportsIfMatch ? [ifMatch] : []),
  ...(validated ? conditions : []),
  ...parameters.map((each) => ({ ...each, in: 'query' as const })),
]

function pathParameters(route: string): Parameter[] {
  const parts = route.split('/')
  return parts.flatMap((part, i) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? [] : [pathParameter(name, exampleOfId(route, parts[i - 1] as string))]
  })
}

const pathParameter = (name: string, example: string | undefined): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: /id$/.test(name) ? 'A native identifier without its prefix' : `The ${name}`,
  schema: { type: 'string', ...(/id$/.test(name) && { format: 'uuid' }) },
  ...(example !== undefined && { example }),
})

/** Further values, by the part of a path before them. */
const OTHERS: Record<string, string> = {
  attendance: EXAMPLE_IDS.attendances,
  items: EXAMPLE_IDS.people,
  calendars: `${CALENDAR_SECRET}.ics`,
  embed: 'widget.js',
  // A relation that people have without data.
  '{id}': 'signatures',
}

/** @param of the part of the path before the id */
function exampleOfId(route: string, of: string): string | undefined {
  if (route.startsWith('DELETE ') && of === 'webhooks') return REMOVED_WEBHOOK
  return { ...OTHERS, ...EXAMPLE_IDS }[of]
}
