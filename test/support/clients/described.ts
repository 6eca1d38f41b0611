import { gunzipSync } from 'node:zlib'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Schema } from '../../../lib/fields/json-schema.js'
import type { DocumentSchema } from '../../../lib/hal/descriptions/schema.js'
import { environment } from '../../../lib/runtime/environment.js'
import type { Operation, Operations } from '../../../lib/hal/descriptions/operation.js'
import { findEndpoint } from '../../../lib/http/endpoints/routing.js'
import { announcements } from '../../../lib/app/documents/announcements.js'
import { errors } from '../../../lib/app/documents/errors.js'
import { describedVersions } from '../../../lib/app/documents/described-versions.js'
import { openApi } from '../../../lib/openapi/document.js'
import type { SimpleRequest } from '../../../local/http/gateway.js'
import type { HttpResponse } from '../../../local/http/result.js'

/*
 * Every answer of the suite is held against the OpenAPI description of its version: its status, its headers, its
 * media type, its body, where its links lead, and the body of the request that was taken. What is not described is
 * an error of the test that met it.
 */

/** The description of a version: the document, and its parts. */
export interface Description {
  operations: Operations
  document: ReturnType<typeof openApi>
}

/**
 * Shared by all files that this process runs (begin-anew.ts): descriptions take a tenth of a second, and compiling the
 * schemas of a file a second. The key of descriptions is the environment but for the table and folders of a file.
 */
const ofProcess = globalThis as {
  descriptions?: Map<string, Description[]>
  validators?: WeakMap<object, (schema: Schema) => ValidateFunction>
}
const described = (ofProcess.descriptions ??= new Map())
const validators = (ofProcess.validators ??= new WeakMap())

let known: Description[] | undefined

/** The descriptions of all versions, as the environment of this process makes them. */
export const descriptions = (): Description[] => (known ??= remembered())

function remembered(): Description[] {
  const { tableName: _table, dynamodbEndpoint: _endpoint, images: _images, ...others } = environment()
  const key = JSON.stringify(others)
  const found = described.get(key) ?? described.set(key, allDescriptions()).get(key)
  return found as Description[]
}

const allDescriptions = (): Description[] =>
  describedVersions(environment()).map(({ version, operations }) => ({
    operations,
    document: closed(openApi(environment(), version, operations, errors, version.deprecated ? [] : announcements)),
  }))

/** The description for tests, where no answer has a field that is not described. Bodies of requests stay open. */
function closed<Document extends ReturnType<typeof openApi>>(document: Document): Document {
  const ofRequests = new Set<string>()
  const noteReferences = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (ofRequests.has(name)) continue
      ofRequests.add(name)
      noteReferences(document.components.schemas[name])
    }
  }
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods)) noteReferences(operation.requestBody)
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    ofRequests.has(name) ? schema : closedSchema(schema),
  ])
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> },
  }
}

const closedSchema = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, closedSchema(each)])),
    additionalProperties: schema['additionalProperties'] ?? false,
  }),
  ...(schema.items && { items: closedSchema(schema.items) }),
})

/** Headers that come with any answer. */
const OF_HTTP = [
  'strict-transport-security',
  'content-type',
  'content-length',
  'apigw-requestid',
  'vary',
  'content-encoding',
]

/** An answer has it where an installation allows the origin of the request, which no description can know. */
const EXPOSES = 'access-control-expose-headers'

/** @throws Error saying what of the answer is not described */
export function assertDescribed(request: SimpleRequest, sent: HttpResponse): void {
  const response = uncompressed(sent)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const match = findEndpoint(method, request.path.split('?')[0] as string)
  const { document, operations } = descriptions().find((each) => match && each.operations[match.endpoint.name]) ?? {}
  const name = `${request.method} ${request.path}`
  if (!match || !document || !operations) return assertRefusal(name, response)
  // A path that ends in a slash is sent on.
  if (match.endpoint.page && response.status === 308) return
  const operation = operations[match.endpoint.name] as Operation
  const described = document.paths[match.endpoint.route.split(' ')[1] as string]?.[method.toLowerCase()]
  const answer = described?.responses[response.status] as DescribedAnswer | undefined
  if (!answer) throw new Error(`${name}: status ${response.status} is not described: ${response.body.toString()}`)
  const isCors = (header: string) => Object.hasOwn(response.headers, EXPOSES) && header.startsWith('access-control-')
  const strange = Object.keys(response.headers).filter(
    (header) => !OF_HTTP.includes(header) && !isCors(header) && !Object.hasOwn(answer.headers, header),
  )
  if (strange.length > 0 && !isFromGateway(response))
    throw new Error(`${name}: headers are not described: ${strange.join(', ')}`)
  if (request.method === 'HEAD' || !answer.content) return
  assertContent(name, response, answer.content, document)
  if (response.status !== 200 || !response.headers['content-type']?.includes('json')) return
  if ('links' in operation.answer && response.body.length > 2)
    assertLinks(name, operation.answer, JSON.parse(response.body.toString()))
  const taken = described?.requestBody?.content['application/json']?.schema
  const isJson = Buffer.from(request.body ?? '')
    .toString()
    .startsWith('{')
  if (taken && isJson && !operation.isBulk && !response.headers['osdi-ignored'])
    assertValid(
      `${name}: the body that was taken`,
      taken,
      documentedForm(name, said(JSON.parse(Buffer.from(request.body ?? '').toString()))),
      document,
    )
}

const uncompressed = (response: HttpResponse): HttpResponse =>
  response.headers['content-encoding'] === 'gzip' ? { ...response, body: gunzipSync(response.body) } : response

/**
 * The form that the documentation describes, of bodies that older programs send: numbers in the place of texts, a text
 * in the place of the lines of an address, and a person without the helper around it. Generated clients would get
 * unions from a description of both.
 */
function documentedForm(name: string, body: unknown): unknown {
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (key === 'address_lines' && typeof value === 'string') return [value]
    return (key === 'number' || key === 'postal_code') && typeof value === 'number' ? String(value) : value
  })
  const documented = JSON.parse(text) as object
  const isBare = name === 'POST /api/v2/people' && !('person' in documented)
  if (!isBare) return documented
  const { add_tags, remove_tags, ...person } = documented as Record<string, unknown>
  return {
    person,
    ...(add_tags !== undefined && { add_tags }),
    ...(remove_tags !== undefined && { remove_tags }),
  }
}

interface DescribedAnswer {
  headers: object
  content?: Record<string, { schema: Schema }>
}

const isFromGateway = ({ body }: HttpResponse) => body.toString().startsWith('{"message":')

function assertContent(
  name: string,
  response: HttpResponse,
  content: NonNullable<DescribedAnswer['content']>,
  document: Description['document'],
) {
  const type = response.headers['content-type']?.split(';')[0] ?? ''
  const media = content[type] ?? content[type.replace(/\/.*/, '/*')] ?? content['*/*']
  if (!media) throw new Error(`${name}: the type ${type} is not described for ${response.status}`)
  if (type.endsWith('json')) assertValid(name, media.schema, JSON.parse(response.body.toString()), document)
}

/** Paths beside the descriptions may refuse as the described ones do. */
function assertRefusal(name: string, { status, headers, body }: HttpResponse) {
  if (status < 400 || headers['content-type'] !== 'application/hal+json' || body.length === 0) return
  const { document } = descriptions()[0] as Description
  assertValid(name, { $ref: '#/components/schemas/Error' }, JSON.parse(body.toString()), document)
}

/** Returns what compiles schemas of a document. Compiling each with all components took four times as long. */
function validatorsOf(components: object): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  formats(ajv, ['uuid', 'date-time', 'date'])
  ajv.addSchema({ components }, 'document')
  const compiled = new Map<string, ValidateFunction>()
  return (schema) => {
    const key = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const validate = compiled.get(key) ?? ajv.compile(JSON.parse(key) as Schema)
    compiled.set(key, validate)
    return validate
  }
}

function assertValid(
  name: string,
  schema: Schema,
  value: unknown,
  { components }: Pick<Description['document'], 'components'>,
) {
  const validatorOf = validators.get(components) ?? validatorsOf(components)
  validators.set(components, validatorOf)
  const validate = validatorOf(schema)
  if (validate(value)) return
  const faults = validate.errors?.map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(`${name} is not as it is described:\n${faults?.join('\n')}\n${JSON.stringify(value)}`)
}

/** @throws Error saying what of a message of a webhook is not described */
export function assertMessageDescribed(message: { type: string; timestamp: string; data: object }): void {
  const { document } = descriptions()[0] as Description
  const body = document.webhooks?.[message.type]?.post.requestBody.content['application/json'].schema
  if (!body) throw new Error(`The message ${message.type} is not described`)
  assertValid(`The message ${message.type}`, body, message, document)
}

/** Every link leads to one of the endpoints that its description names. */
function assertLinks(name: string, { links, embedded = {} }: DocumentSchema, document: any): void {
  for (const [rel, found] of Object.entries<any>(document._links ?? {}))
    for (const { href, templated } of [found].flat() as { href: string; templated?: boolean }[]) {
      if (templated) continue
      const path = href.slice(environment().publicUrl.length).split('?')[0] as string
      const ends = ['GET', 'POST'].map((method) => findEndpoint(method, path)?.endpoint.name ?? '')
      if (!links[rel]?.to.some((end) => ends.includes(end)))
        throw new Error(`${name}: ${rel} leads to ${href}, not to ${links[rel]?.to.join(' or ')}`)
    }
  for (const [rel, found] of Object.entries<any>(document._embedded ?? {})) {
    const within = embedded[rel]
    const kind = within && ('one' in within ? within.one : within.each)
    if (kind) for (const each of [found].flat()) assertLinks(`${name}: ${rel}`, kind, each)
  }
}

/** Normalizes a body: an empty value is no value, and empty links are no links. */
function said(value: any, name = ''): any {
  if (Array.isArray(value)) return value.map((each) => said(each))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries<any>(value)
    .filter(([, inner]) => inner !== null && !(typeof inner === 'string' && !inner.trim()))
    .filter(([inner, links]) => name || inner !== '_links' || typeof links === 'object')
  return Object.fromEntries(entries.map(([inner, each]) => [inner, said(each, inner)]))
}
