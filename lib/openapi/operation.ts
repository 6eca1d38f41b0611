import type { Site } from '../runtime/site.js'
import type { Endpoint } from '../http/endpoints/endpoints.js'
import type { Operation } from '../hal/descriptions/operation.js'
import { type Schema } from '../fields/json-schema.js'
import { reference } from '../hal/descriptions/schema.js'
import type { ApiVersion } from '../hal/version.js'
import { MOST_ROWS } from '../http/body/rows-body.js'
import { type Example, exampleOf } from './examples.js'
import { headersOf } from './headers.js'
import { parametersOf } from './parameters.js'
import { PROBLEM } from '../http/error-answer.js'
import { needsKey, refusalsOf } from './refusals.js'

const HAL = 'application/hal+json'
const FORM = 'application/x-www-form-urlencoded'
const PAGE = { 'text/html': { schema: { description: 'A page, where the request accepts one' } } }

/** Returns the operation object of an endpoint: its request and all answers. */
export function operationObject(site: Site, version: ApiVersion, endpoint: Endpoint, operation: Operation) {
  const { tag, summary, description, body, form, formExample, answer, keyless } = operation
  const isPublic = !needsKey(endpoint.route)
  const example = exampleOf(site, endpoint.name)
  const isOpen = endpoint.needs.length === 0 || isPublic
  const response = (status: number, reason: string, content?: object) => [
    status,
    {
      description: reason,
      headers: Object.fromEntries(
        headersOf(version, operation, {
          status,
          isPublic,
          isPost: endpoint.route.startsWith('POST '),
          wantsKey: !isOpen,
        }).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
      ...(content && { content }),
    },
  ]
  return {
    operationId: idOf(version, endpoint),
    tags: [tag],
    summary,
    description: description ?? `The answer: ${answer.description}.`,
    parameters: parametersOf(endpoint.route, operation),
    ...(body && {
      requestBody: {
        required: true,
        content: bodyContent(reference({ name: operation.isBulk ? rowsName(body) : nameOf(body) }), example),
      },
    }),
    ...(form && { requestBody: { required: true, content: formContent(reference(form), formExample) } }),
    responses: Object.fromEntries([
      operation.isEmpty ? response(204, 'Done') : response(200, 'Done', answerContent(operation, example)),
      ...(operation.later ? [response(202, operation.later, answerContent(operation, undefined))] : []),
      ...(operation.validated ? [response(304, 'You have it already')] : []),
      ...[...refusalsOf(endpoint, operation)].map(([status, reason]) =>
        response(status, reason, { ...refusalContent(status), ...(form && PAGE) }),
      ),
    ]) as Record<string, object>,
    security: isOpen ? [] : [{ [version.keyHeader]: [] }, ...(keyless ? [{}] : [])],
    ...(version.deprecated && { deprecated: true }),
  }
}

/** Returns `listEvents` for an endpoint of the version, `embedGetEvent` for one without a version. */
const idOf = ({ path }: ApiVersion, { name }: Endpoint) =>
  name.replace(`${path.slice('/api/'.length)}/`, '').replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase())

/** By media type. */
type BodyContent = Partial<Record<string, { schema: Schema | undefined; example?: object }>>

const bodyContent = (schema: Schema, example: Example | undefined): BodyContent => ({
  'application/json': {
    schema,
    ...(example && { example: example.body }),
  },
})

const formContent = (schema: Schema, example: object | undefined): BodyContent => ({
  [FORM]: { schema, ...(example && { example }) },
})

function answerContent(operation: Operation, example: Example | undefined) {
  const { answer, form } = operation
  if ('mediaType' in answer) {
    const types = [answer.mediaType, ...(answer.otherTypes ?? [])]
    return Object.fromEntries(types.map((type) => [type, { schema: { description: answer.description } }]))
  }
  const documents = alternatives(operation)
  return {
    [HAL]: {
      schema: reference({ name: nameOf(documents) }),
      ...(example && { example: example.answer }),
    },
    ...(form && PAGE),
  }
}

const rowsName = (body: { name: string }[]) => `${nameOf(body)}Rows`

/** Returns the schemas of bodies with many rows. */
export const rowsSchemas = (operations: Operation[]): Record<string, Schema> =>
  Object.fromEntries(
    operations.flatMap(({ body, isBulk, besideRows }) => {
      if (!body || !isBulk) return []
      const items = reference({ name: nameOf(body) })
      const rows = { type: 'array', minItems: 1, maxItems: MOST_ROWS, items }
      return [
        [
          rowsName(body),
          {
            type: 'object',
            description: 'Many rows. `application/x-ndjson` has them as lines, in bodies of up to 4 MB',
            properties: { rows, ...besideRows },
            required: ['rows'],
          },
        ] as const,
      ]
    }),
  )

/** Returns the documents with which an operation may be answered. */
const alternatives = ({ answer, background, keyless }: Operation): { name: string }[] =>
  'mediaType' in answer ? [] : [answer, ...(background ? [{ name: 'Nothing' }] : []), ...(keyless ? [keyless] : [])]

const nameOf = (documents: { name: string }[]) => documents.map(({ name }) => name).join('Or')

/**
 * Returns the schemas of bodies and answers with alternatives. They have names: generated Go code with alternatives
 * within a response does not compile, and other generators call them after one of the operations.
 */
export const alternativeSchemas = (operations: Operation[]): Record<string, Schema> =>
  Object.fromEntries(
    operations
      .flatMap((operation) => [operation.body ?? [], alternatives(operation)])
      .filter(({ length }) => length > 1)
      .map((documents) => [nameOf(documents), { anyOf: documents.map(reference) }]),
  )

/** API Gateway itself answers 413 for bodies of several megabytes, and 500 for its own faults. */
const refusalContent = (status: number) => ({
  [HAL]: { schema: { $ref: '#/components/schemas/Error' } },
  [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } },
  ...([413, 500].includes(status) && {
    'application/json': { schema: { $ref: '#/components/schemas/GatewayMessage' } },
  }),
})
