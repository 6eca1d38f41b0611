import { type GenericSchema, safeParse } from 'valibot'
import { type Fault, invalid } from '../runtime/errors.js'
import { isBlank } from './values.js'
import { type Body, type BodyField, type BodyFields, defaultOf, type Change, type Draft, type Fields } from './field.js'
import { type Vocabulary, bodyFields } from './vocabulary.js'
import type { Site } from '../runtime/site.js'

/** The result of reading a body. */
export interface Reading {
  /** Values by the names of the domain. */
  values: Record<string, unknown>
  /** Paths of what was not taken, as the caller wrote them. */
  ignored: string[]
}

/**
 * Reads the body of a POST that creates a resource, under the names of a version.
 * @throws OsdiError invalid, naming every fault of the body
 */
export function readDraft<T extends Fields>(vocabulary: Vocabulary<T>, body: Body, site: Site) {
  const { values, ignored } = readNew(bodyFields(vocabulary, site), body, site)
  // The table that declares the type of the draft is the one that the body is read by.
  return { draft: values as Draft<T>, ignored }
}

/** Reads the body of a PUT that changes a resource, under the names of a version. */
export function readChangeOf<T extends Fields>(vocabulary: Vocabulary<T>, body: Body, site: Site) {
  const { values, ignored } = readChange(bodyFields(vocabulary, site), body)
  return { change: values as Change<T>, ignored }
}

/**
 * Reads the body of a POST. An empty value of an optional field is not a value. Nothing looks into what is unknown.
 * @throws OsdiError invalid, naming every fault of the body
 */
export function readNew(fields: BodyFields, body: Body, site: Pick<Site, 'defaultOriginSystem'> = {}): Reading {
  const reader: Reader = { purpose: 'create', site, faults: [], ignored: [] }
  const values = read(fields, body, '', reader)
  const [first, ...others] = reader.faults
  if (first) throw invalid([first, ...others], reader.ignored)
  return { values, ignored: reader.ignored }
}

/**
 * Reads the body of a PUT: only what was sent. An empty value of an optional field clears it, as null; entries
 * that are invalid are ignored (version 2, endpoint rule 4).
 */
export function readChange(fields: BodyFields, body: Body): Reading {
  const reader: Reader = { purpose: 'change', site: {}, faults: [], ignored: [] }
  const values = read(fields, body, '', reader)
  return { values, ignored: [...reader.ignored, ...reader.faults.flatMap(({ properties }) => properties)] }
}

type Purpose = 'create' | 'change'

/** The state of reading a body. */
interface Reader {
  purpose: Purpose
  site: Pick<Site, 'defaultOriginSystem'>
  faults: Fault[]
  ignored: string[]
}

function read(fields: BodyFields, body: Body, prefix: string, reader: Reader): Record<string, unknown> {
  const { purpose, faults, ignored } = reader
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(body))
    if (!Object.hasOwn(fields, name) && !name.startsWith('_')) ignored.push(prefix + name)
  for (const [name, field] of Object.entries(fields)) {
    const path = prefix + name
    const raw = Object.hasOwn(body, name) ? body[name] : undefined
    const sent = 'asText' in field && field.asText ? field.asText(raw, body) : raw
    // An absent group may have required fields inside.
    const missing = isEmpty(sent) && !('fields' in field && purpose === 'create')
    if (missing) {
      const preset = purpose === 'create' ? defaultOf(field, reader.site) : undefined
      if (preset !== undefined) values[field.as ?? name] = preset
      else if (field.required && purpose === 'create')
        faults.push(
          required(path, field.elsewhere && Object.hasOwn(body, field.elsewhere) ? field.elsewhere : undefined),
        )
      else if (sent !== undefined && (isNeeded(field) || (purpose === 'change' && field.neverCleared)))
        ignored.push(path)
      else if (sent !== undefined && purpose === 'change') values[field.as ?? name] = null
      continue
    }
    const value = readField(field, isEmpty(sent) ? {} : sent, path, reader)
    if (value !== undefined) values[field.as ?? name] = value
  }
  return values
}

/** Whether nothing clears a field: it is required, or has a required one inside. */
const isNeeded = (field: BodyField): boolean =>
  field.required === true || ('fields' in field && Object.values(field.fields).some(isNeeded))

const isEmpty = (sent: unknown) => sent === undefined || sent === null || (typeof sent === 'string' && isBlank(sent))

/** @returns undefined where there is a fault: no value of a body is */
function readField(field: BodyField, sent: unknown, path: string, reader: Reader): unknown {
  if ('value' in field) return readValue(field.value, sent, path, reader)
  if ('whole' in field) return readWhole(field.whole, sent, path, reader)
  if ('each' in field) return readEach(field, sent, path, reader)
  if ('firstOf' in field) return readFirst(field, sent, path, reader)
  if ('named' in field) return readNamed(field, sent, path, reader)
  if ('primaryOf' in field) return readPrimary(field.primaryOf, sent, path, reader)
  if (!isObject(sent)) return refuse(path, 'must be an object', reader)
  return read(field.fields, sent, `${path}.`, reader)
}

function readValue(schema: GenericSchema, sent: unknown, path: string, reader: Reader): unknown {
  const { success, output, issues } = safeParse(schema, sent)
  return success ? output : refuse(path, issues[0].message, reader)
}

function readWhole(schema: GenericSchema, sent: unknown, path: string, reader: Reader): unknown {
  const { success, output, issues } = safeParse(schema, sent)
  if (success) return output
  // In a change, a fault within the value ignores all of it.
  if (reader.purpose === 'change') return refuse(path, issues[0].message, reader)
  for (const { message, path: within = [] } of issues)
    refuse(path + within.map(({ key }) => stepTo(key)).join(''), message, reader)
  return undefined
}

const stepTo = (key: unknown) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)

type Kind<Key extends PropertyKey> = Extract<BodyField, Record<Key, unknown>>

/** In a change, the good entries are taken and the others ignored; without a good one, nothing changes. */
function readEach({ each, most }: Kind<'each'>, sent: unknown, path: string, reader: Reader): unknown {
  if (!Array.isArray(sent) || sent.length > most)
    return refuse(path, `must be an array of at most ${most} entries`, reader)
  const entries = sent
    .map((entry, i) => readValue(each, entry, `${path}[${i}]`, reader))
    .filter((value) => value !== undefined)
  return entries.length > 0 || sent.length === 0 ? entries : undefined
}

/** Nothing is looked for behind an empty first entry: it says that there is no value. */
function readFirst({ firstOf, orAlone }: Kind<'firstOf'>, sent: unknown, path: string, reader: Reader) {
  if (orAlone && typeof sent === 'string') {
    const single = readValue(firstOf, sent, path, reader)
    return single === undefined ? undefined : [single]
  }
  if (!Array.isArray(sent))
    return refuse(path, orAlone ? 'must be a string or an array of strings' : 'must be an array of strings', reader)
  ignoreOthers(sent, 0, path, reader)
  if (sent[0] !== null && isEmpty(sent[0])) return []
  const first = readValue(firstOf, sent[0], `${path}[0]`, reader)
  return first === undefined ? undefined : [first]
}

/** In a change, the good ones are taken and the others ignored. */
function readNamed({ named, names, most }: Kind<'named'>, sent: unknown, path: string, reader: Reader) {
  if (!isObject(sent)) return refuse(path, 'must be an object', reader)
  const entries = Object.entries(sent)
  if (entries.length > most) return refuse(path, `must have at most ${most} names`, reader)
  const read = entries.flatMap(([name, value]) => {
    // A name may be as long as the body.
    const entryPath = `${path}.${name.slice(0, 200).toWellFormed()}`
    if (readValue(names, name, entryPath, reader) === undefined) return []
    const taken = readValue(named, value, entryPath, reader)
    return taken === undefined ? [] : [[name, taken] as const]
  })
  return Object.fromEntries(read)
}

function readPrimary(fields: BodyFields, sent: unknown, path: string, reader: Reader): unknown {
  if (!Array.isArray(sent)) return refuse(path, 'must be an array of objects', reader)
  // As with an empty text: no value in a POST, and cleared by a PUT.
  if (sent.length === 0) return reader.purpose === 'change' ? null : undefined
  const chosen = primaryIn(sent)
  ignoreOthers(sent, chosen, path, reader)
  if (!isObject(sent[chosen])) return refuse(`${path}[${chosen}]`, 'must be an object', reader)
  const { primary: _known, ...entry } = sent[chosen]
  return read(fields, entry, `${path}[${chosen}].`, reader)
}

/** The index of the entry that is taken: the primary one, or else the first. */
export const primaryIn = (sent: readonly unknown[]): number =>
  Math.max(
    0,
    sent.findIndex((entry) => isObject(entry) && entry['primary'] === true),
  )

function ignoreOthers(sent: readonly unknown[], taken: number, path: string, { ignored }: Reader): void {
  for (const i of sent.keys()) if (i !== taken) ignored.push(`${path}[${i}]`)
}

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

function refuse(path: string, must: string, { faults }: Reader): undefined {
  faults.push({ error_code: 'malformed', description: `${path} ${must}`, properties: [path] })
}

/** @param sent the name of the field in the other version, where the body has that */
const required = (path: string, sent?: string): Fault => ({
  error_code: 'required',
  description: `${path} is required`,
  properties: [path],
  ...(sent && { hint: `\`${sent}\` is its name in another version; this version has \`${path}\`` }),
})
