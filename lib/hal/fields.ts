import type { GenericSchema } from 'valibot'
import { safeParse } from 'valibot'
import { type Fault, invalid } from '../domain/errors.js'

/**
 * What a version's bodies may hold, by the names of that version: the vocabulary, read side by side with the
 * specification's table of fields. Names that are not here are read-only or unknown, and ignored.
 */
export type Fields = Record<string, Field>

export type Field = {
  /** The name of the field in the domain, where the version has another. */
  as?: string
  required?: boolean
  /** What a POST without a value has, where the owner says so. */
  otherwise?: () => string | undefined
} & (
  | { value: GenericSchema }
  /** A list of entries that stand for themselves. */
  | { each: GenericSchema; most: number }
  /** An object with fields of its own. */
  | { fields: Fields }
  /** A list of objects, of which the primary one is taken, or else the first. */
  | { primaryOf: Fields }
)

/** What was read of a body. */
export interface Reading {
  /** Values by the names of the domain. */
  values: Record<string, unknown>
  /** Paths of what was not taken, as the caller wrote them. */
  ignored: string[]
}

/** A JSON object. */
export type Body = Record<string, unknown>

/**
 * Reads the body of a POST. An empty value of an optional field is no value.
 * @throws OsdiError invalid, naming every fault of the body
 */
export function readNew(fields: Fields, body: Body): Reading {
  const faults: Fault[] = []
  const reading = read(fields, body, '', faults, 'create')
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return reading
}

/**
 * Reads the body of a PUT: only what was sent. An empty value of an optional field clears it, as null; entries
 * that are invalid are ignored (version 2, endpoint rule 4).
 */
export function readChange(fields: Fields, body: Body): Reading {
  const faults: Fault[] = []
  const reading = read(fields, body, '', faults, 'change')
  return { ...reading, ignored: [...reading.ignored, ...faults.flatMap(({ properties }) => properties)] }
}

type Purpose = 'create' | 'change'

function read(fields: Fields, body: Body, prefix: string, faults: Fault[], purpose: Purpose): Reading {
  const values: Record<string, unknown> = {}
  const ignored = Object.keys(body)
    .filter((name) => !Object.hasOwn(fields, name) && !name.startsWith('_'))
    .map((name) => prefix + name)
  for (const [name, field] of Object.entries(fields)) {
    const path = prefix + name
    const sent = Object.hasOwn(body, name) ? body[name] : undefined
    // An absent group may have required fields inside.
    const missing = isEmpty(sent) && !('fields' in field && purpose === 'create')
    if (missing) {
      const otherwise = purpose === 'create' ? field.otherwise?.() : undefined
      if (otherwise !== undefined) values[field.as ?? name] = otherwise
      else if (field.required && purpose === 'create') faults.push(required(path))
      else if (field.required && sent !== undefined) ignored.push(path)
      else if (sent !== undefined && purpose === 'change') values[field.as ?? name] = null
      continue
    }
    const inner = readField(field, isEmpty(sent) ? {} : sent, path, faults, purpose)
    ignored.push(...(inner?.ignored ?? []))
    if (inner) values[field.as ?? name] = inner.value
  }
  return { values, ignored }
}

const isEmpty = (sent: unknown) =>
  sent === undefined || sent === null || (typeof sent === 'string' && !sent.trim())

function readField(field: Field, sent: unknown, path: string, faults: Fault[], purpose: Purpose) {
  if ('value' in field) return readValue(field.value, sent, path, faults)
  if ('each' in field) return readEach(field, sent, path, faults)
  if ('primaryOf' in field) return readPrimary(field.primaryOf, sent, path, faults, purpose)
  if (!isObject(sent)) {
    faults.push(malformed(path, 'must be an object'))
    return undefined
  }
  const { values, ignored } = read(field.fields, sent as Body, `${path}.`, faults, purpose)
  return { value: values, ignored }
}

function readValue(schema: GenericSchema, sent: unknown, path: string, faults: Fault[]) {
  const { success, output, issues } = safeParse(schema, sent)
  if (success) return { value: output, ignored: [] }
  faults.push(malformed(path, issues[0].message))
  return undefined
}

/** A list whose entries stand for themselves: in a change, the good ones are taken and the others ignored. */
function readEach(
  { each, most }: { each: GenericSchema; most: number },
  sent: unknown,
  path: string,
  faults: Fault[],
) {
  if (!Array.isArray(sent) || sent.length > most) {
    faults.push(malformed(path, `must be an array of at most ${most} entries`))
    return undefined
  }
  const entries = sent.map((entry, i) => readValue(each, entry, `${path}[${i}]`, faults))
  return { value: entries.flatMap((entry) => (entry ? [entry.value] : [])), ignored: [] }
}

function readPrimary(fields: Fields, sent: unknown, path: string, faults: Fault[], purpose: Purpose) {
  if (!Array.isArray(sent) || sent.some((entry) => !isObject(entry))) {
    faults.push(malformed(path, 'must be an array of objects'))
    return undefined
  }
  const chosen = Math.max(
    0,
    sent.findIndex((entry: Body) => entry['primary'] === true),
  )
  const { primary: _known, ...entry } = (sent[chosen] ?? {}) as Body
  const { values, ignored } = read(fields, entry, `${path}[${chosen}].`, faults, purpose)
  return { value: values, ignored }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const required = (path: string): Fault => ({
  error_code: 'required',
  description: `${path} is required`,
  properties: [path],
})

const malformed = (path: string, must: string): Fault => ({
  error_code: 'malformed',
  description: `${path} ${must}`,
  properties: [path],
})
