import { object } from '../../fields/json-schema.js'
import type { Operation } from '../../hal/descriptions/operation.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import { bodySchema } from '../body.js'
import { type Row, rowsOf } from './fields.js'
import { type Documented, type Use, shownDocument } from './relations.js'

/** A field of a resource: in requests, answers, or both. */
interface Field extends Row {
  /** Who sets it: methods, the organisers, or this service. */
  setBy: string
  /** Its name in an older version. */
  older: string
}

/** A field of a body, with the method that sends it. */
type Sent = Row & { method: string }

/**
 * Returns all fields of a resource, those of requests and of answers, with their names in an older version.
 * @param uses the relation that leads to it, as the versions use it, newest first
 */
export function fieldsOf(site: Documented, document: DocumentSchema, [use, ...older]: Use[]): Field[] {
  const names = olderNames(document, older)
  const sent = (use?.targets ?? [])
    .filter(({ operation }) => shownDocument(operation)?.name === document.name)
    .flatMap(({ endpoint, operation }) => sentBy(site, document, endpoint.route.split(' ')[0] as string, operation))
  const shown = rowsOf(object('', document.fields))
  const more = sent.filter(
    ({ path }, i) => !shown.some((row) => row.path === path) && sent.findIndex((each) => each.path === path) === i,
  )
  const ofInterface = document.names?.filter(({ isSetInInterface }) => isSetInInterface).map(({ as }) => as) ?? []
  return [...shown, ...more].map((row) => {
    const inBodies = sent.filter(({ path }) => path === row.path)
    const methods = [...new Set(inBodies.map(({ method }) => method))].join(', ')
    const isOfInterface = ofInterface.includes(row.path.split(/[.[]/)[0] as string)
    return {
      ...row,
      // Rules of a body say more than what an answer means.
      description: inBodies[0]?.description || row.description,
      required: inBodies.some(({ method, required }) => method === 'POST' && required),
      setBy: methods || (isOfInterface ? 'organisers' : 'the service'),
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
    return rowsOf(bodySchema(site, each)).map((row) => {
      const [envelope] = envelopes.find(([name]) => row.path.startsWith(`${name}.`)) ?? []
      const inner = envelope && row.path.slice(envelope.length + 1)
      const isOfDocument = inner !== undefined && (inner.split(/[.[]/)[0] as string) in document.fields
      return { ...row, method, path: isOfDocument ? inner : row.path }
    })
  })
}

/** The names that the document of an older version has for the fields of this one. */
function olderNames({ name, names = [] }: DocumentSchema, older: Use[]): Map<string, string> {
  const documents = older.flatMap(({ targets }) => targets.flatMap(({ operation }) => shownDocument(operation) ?? []))
  const others = documents.find((document) => document.name === name)?.names ?? []
  return new Map(
    names.flatMap(({ key, as }) => others.filter((other) => other.key === key).map((other) => [as, other.as] as const)),
  )
}
