import { object } from '../../fields/json-schema.js'
import type { Operation } from '../../hal/descriptions/operation.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import type { ApiVersion } from '../../hal/version.js'
import { allEndpoints } from '../../http/endpoints/endpoints.js'
import { bodySchema } from '../body.js'
import { type Row, rowsOf } from './fields.js'
import { type DescribedVersion, type Documented, shownDocument } from './relations.js'

/** A field of a resource: in requests, answers, or both. */
interface Field extends Row {
  /** Names who sets it: methods, the organizers, or this service. */
  setBy: string
  /** Its name in an older version. */
  older: string
}

const SETTERS = { interface: 'organizers', organizers: 'organizers', decision: 'PUT' }

/** A field of a body, with the method that sends it and the name of the body. */
type Sent = Row & { method: string; body: string }

/**
 * Returns all fields of a resource, those of requests and of answers, with their names in older versions.
 * @param version that of the document
 */
export function fieldsOf(site: Documented, document: DocumentSchema, version: ApiVersion): Field[] {
  const [described, ...older] = site.versions.slice(site.versions.findIndex((each) => each.version === version))
  const names = olderNames(document, older)
  const sent = allEndpoints.flatMap(({ name, route }) => {
    const operation = described?.operations[name]
    return operation && shownDocument(operation)?.name === document.name
      ? sentBy(site, document, route.split(' ')[0] as string, operation)
      : []
  })
  const shown = rowsOf(object('', document.fields))
  const more = sent.filter(
    ({ path }, i) => !shown.some((row) => row.path === path) && sent.findIndex((each) => each.path === path) === i,
  )
  const posts = new Set(sent.flatMap(({ method, body }) => (method === 'POST' ? [body] : [])))
  const setters = new Map(document.names?.map(({ as, settableBy }) => [as, settableBy && SETTERS[settableBy]]))
  return [...shown, ...more].map((row) => {
    const inBodies = sent.filter(({ path }) => path === row.path)
    const methods = [...new Set(inBodies.map(({ method }) => method))].join(', ')
    return {
      ...row,
      // Rules of a body say more than what an answer means.
      description: inBodies[0]?.description || row.description,
      // A field that one of several bodies requires is a choice.
      required:
        posts.size > 0 && [...posts].every((name) => inBodies.some(({ body, required }) => body === name && required)),
      setBy: methods || (setters.get(row.path.split(/[.[]/)[0] as string) ?? 'the service'),
      older: names.get(row.path) ?? '',
    }
  })
}

/** The fields of an operation's bodies. Those of an envelope, such as `person`, are those of what it holds. */
function sentBy(site: Documented, document: DocumentSchema, method: string, { body }: Operation): Sent[] {
  return (body ?? []).flatMap((each) => {
    const envelopes = Object.entries(each.fields).filter(
      ([name, field]) => 'fields' in field && !(name in document.fields),
    )
    return rowsOf(bodySchema(site, each)).map(({ required, ...row }) => {
      const [envelope] = envelopes.find(([name]) => row.path.startsWith(`${name}.`)) ?? []
      const inner = envelope && row.path.slice(envelope.length + 1)
      const [field = ''] = inner?.split(/[.[]/) ?? []
      // A field that answers leave out is among the names alone.
      const isOfDocument = field in document.fields || document.names?.some(({ as }) => as === field)
      return {
        ...row,
        required: required && !each.mayBeBare,
        method,
        body: each.name,
        path: inner !== undefined && isOfDocument ? inner : row.path,
      }
    })
  })
}

/** The names that older versions have for the fields of a document. */
function olderNames({ name, names = [] }: DocumentSchema, older: DescribedVersion[]): Map<string, string> {
  const documents = older.flatMap(({ operations }) =>
    Object.values(operations).flatMap((operation) => shownDocument(operation) ?? []),
  )
  const others = documents.find((document) => document.name === name)?.names ?? []
  return new Map(
    names.flatMap(({ key, as }) => others.filter((other) => other.key === key).map((other) => [as, other.as] as const)),
  )
}
