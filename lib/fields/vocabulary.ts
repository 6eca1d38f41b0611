import type { FilterField, FilterFields } from './filter.js'
import type { NamedFields } from './read-filter.js'
import { type Site, native } from '../runtime/site.js'
import type { BodyFields, BodyValue, Field, Fields, Texts } from './field.js'
import { type Property, type Schema, maybe } from './json-schema.js'

/** The name of a field in a version. */
export interface Name {
  as: string
  /** Whether the name carries the prefix of the installation. */
  isOurs?: true
  /** The names of what an object holds; what is not named is not shown. */
  inner?: Record<string, string>
  /** Its name in the other version. */
  elsewhere?: string
  /** Another meaning than the declared one. */
  meaning?: string
  /** Another way to read it from a body. */
  body?: BodyValue
  /** Whether POST must send it, though the domain does without. */
  required?: true
  /** Whether bodies hold it and answers do not. */
  isBodyOnly?: true
  /** Whether answers hold it and bodies do not. */
  isShownOnly?: true
}

/** The fields of a resource under the names of a version. Fields without a name are not in the version. */
export interface Vocabulary<T extends Fields = Fields> {
  fields: T
  names: [key: string, name: Name, field: Field][]
}

/**
 * Names fields as the domain does, with exceptions; null leaves a field out.
 * @param elsewhere names of fields in the other version
 */
export const ownNames = <T extends Fields>(
  fields: T,
  exceptions: { [Key in keyof T]?: string | Partial<Name> | null } = {},
  elsewhere: { [Key in keyof T]?: string } = {},
): Vocabulary<T> => ({
  fields,
  names: Object.entries(fields).flatMap(([key, field]) => {
    const other = elsewhere[key]
    const own: Name = { as: key, ...(field.isOurs && { isOurs: true }), ...(other && { elsewhere: other }) }
    const exception = exceptions[key]
    if (exception === null) return []
    const name = typeof exception === 'string' ? spelled(exception) : { ...own, ...exception }
    return [[key, name, field] as [string, Name, Field]]
  }),
})

/** Names the fields of a version that has other names, in its order. A name that begins with `:` is our own. */
export const otherNames = <T extends Fields>(
  fields: T,
  names: { [Key in keyof T]?: string | Name },
): Vocabulary<T> => ({
  fields,
  names: Object.entries(names as Record<string, string | Name>).map(([key, name]) => [
    key,
    { ...(typeof name === 'string' ? spelled(name) : name), elsewhere: key },
    fields[key] as Field,
  ]),
})

const spelled = (name: string): Name => (name.startsWith(':') ? { as: name.slice(1), isOurs: true } : { as: name })

type Prefix = Pick<Site, 'nativePrefix'>

/** Returns the name of a field in bodies and answers. */
const nameOf = ({ as, isOurs }: Name, site: Prefix | undefined) => {
  if (!isOurs) return as
  if (!site) throw new Error(`The field ${as} needs the prefix of an installation`)
  return native(site, as)
}

/** Returns the fields that a body may hold, by the names of a version. */
export function bodyFields<T extends Fields>(of: Vocabulary<T> | T, site?: Prefix): BodyFields {
  const entries = vocabularyOf(of).names.flatMap(([key, name, field]) => {
    const value = name.body ?? field.kind.body
    if (!field.settable || !value || name.isShownOnly) return []
    const bodyName = nameOf(name, site)
    const body = {
      ...value,
      ...(bodyName !== key && { as: key }),
      ...((name.required ?? field.presence === 'required') && { required: true }),
      ...(field.default && { default: field.default }),
      ...(name.elsewhere && name.elsewhere !== bodyName && { elsewhere: name.elsewhere }),
    }
    return [[bodyName, body] as const]
  })
  return Object.fromEntries(entries)
}

/** Returns the properties of a document, by the names of a version. */
export function properties<T extends Fields>(of: Vocabulary<T> | T, site?: Prefix): Record<string, Property> {
  return Object.fromEntries(
    vocabularyOf(of)
      .names.filter(([, { isBodyOnly }]) => !isBodyOnly)
      .map(([, name, field]) => [nameOf(name, site), propertyOf(name, field)]),
  )
}

/** The name that a version shows for a field, and who sets it where bodies do not. */
export interface ShownName {
  /** The name in the domain, by which versions are compared. */
  key: string
  as: string
  settableBy: Field['settableBy']
}

/** Returns the names of a document, in its order. */
export const shownNames = ({ names }: Vocabulary, site: Prefix): ShownName[] =>
  names.map(([key, name, { settableBy }]) => ({
    key,
    as: nameOf(name, site),
    settableBy,
  }))

/** Returns what the fields of a body mean, by the names of a version. */
export const meanings = ({ names }: Vocabulary, site: Prefix): Record<string, Property> =>
  Object.fromEntries(names.map(([, name, field]) => [nameOf(name, site), propertyOf(name, field)]))

function propertyOf(name: Name, { kind, meaning, presence }: Field): Property {
  const schema = inner(kind.schema(name.meaning ?? meaning), name.inner)
  return presence === 'optional' ? maybe(schema) : schema
}

/** Renames the properties of an object, or of the objects in a list. */
function inner(schema: Property, names: Name['inner']): Property {
  if (!names) return schema
  if (schema.items) return { ...schema, items: inner(schema.items, names) }
  const { properties: all = {}, required = [] } = schema as { required?: string[] } & Property
  const named = Object.entries(names).filter(([key]) => all[key])
  return {
    ...schema,
    properties: Object.fromEntries(named.map(([key, as]) => [as, all[key] as Property])),
    required: named.flatMap(([key, as]) => (required.includes(key) ? [as] : [])),
  }
}

/** Returns the fields of a resource under the names of a version. `computed` replaces values of the item. */
export function serialize<T extends Fields>(
  { names }: Vocabulary<T>,
  resource: { id: string },
  site: Site,
  computed: { [Key in keyof T]?: unknown } = {},
): Record<string, unknown> {
  const state: Record<string, unknown> = {}
  for (const [key, name, field] of names) {
    const kept = name.isBodyOnly ? undefined : valueOf(key, field, resource, computed)
    if (kept === undefined || kept === null || (kept === '' && field.presence === 'optional')) continue
    const value = field.kind.serialize ? field.kind.serialize(kept, { site, id: resource.id }) : kept
    state[nameOf(name, site)] = renamed(value, name.inner)
  }
  return state
}

function valueOf(key: string, { constant, presumed }: Field, resource: object, computed: object): unknown {
  if (key in computed) return computed[key as never]
  return constant ?? resource[key as never] ?? presumed
}

function renamed(value: unknown, names: Name['inner']): unknown {
  if (!names) return value
  if (Array.isArray(value)) return value.map((each) => renamed(each, names))
  const entries = Object.entries(names).map(([key, as]) => [as, (value as Record<string, unknown>)[key]])
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined))
}

/** Returns what filters may name of a kind of resource, by the names of the domain. */
export const filterFields = <Resource>(fields: Fields, site: Prefix): FilterFields<Resource> =>
  Object.fromEntries(filters<Resource>(ownNames(fields), site).map(([, name, field]) => [name, field]))

/** Returns the same by the names of a version. */
export const namedFilters = <Resource>(vocabulary: Vocabulary, site: Prefix): NamedFields<Resource> =>
  Object.fromEntries(filters<Resource>(vocabulary, site).map(([as, name, field]) => [as, [name, field]]))

/** A filter that has a name of its own has it in every version. */
const filters = <Resource>({ names }: Vocabulary, site: Prefix) =>
  names.flatMap(([key, name, field]): [as: string, name: string, FilterField<Resource>][] => {
    const { filter } = field
    if (!filter) return []
    if (filter === true) return [[nameOf(name, site) + partOf(field), key, comparisonOf(key, field, site)]]
    if (typeof filter === 'string') return [[filter, filter, comparisonOf(key, field, site)]]
    return Object.entries(filter).map(([name, texts]) => [name, name, within(key, texts)])
  })

/** Filters of a decision name its state. */
const partOf = ({ kind }: Field) => (kind.comparison === 'state' ? '.state' : '')

const within = <Resource>(key: string, { of, normal, isSame }: Texts): FilterField<Resource> => ({
  kind: 'text',
  of: (resource) => of(resource[key as keyof Resource] as never),
  ...(normal && { normal }),
  ...(isSame && { isSame }),
})

function comparisonOf<Resource>(
  key: string,
  { kind, presumed, computedOf }: Field,
  site: Prefix,
): FilterField<Resource> {
  const at = (resource: Resource, name: string) =>
    (computedOf?.(resource as never) ?? resource[name as keyof Resource] ?? presumed) as string | undefined
  switch (kind.comparison) {
    case 'text':
      return { kind: 'text', of: (resource) => [at(resource, key)], words: wordsIn(kind.schema('')) }
    case 'id':
      return {
        kind: 'text',
        of: (resource) => [(resource[key as keyof Resource] as { id?: string } | undefined)?.id],
      }
    case 'state':
      return {
        kind: 'text',
        of: (resource) => [(resource[key as keyof Resource] as { state?: string } | undefined)?.state],
        words: wordsIn(kind.schema('').properties?.['state']),
      }
    case 'flag':
      return { kind: 'text', of: (resource) => [String(at(resource, key))], words: ['true', 'false'] }
    case 'number':
      return { kind: 'number', of: (resource) => Number(at(resource, key)) }
    case 'identifiers':
      return {
        kind: 'text',
        of: (resource) => {
          const { id, identifiers } = resource as unknown as { id: string; identifiers: string[] }
          return [native(site, id), ...identifiers]
        },
        native: native(site, ''),
      }
    case 'date':
      return { kind: 'date', of: (resource) => at(resource, key) }
    case 'clock':
      return {
        kind: 'clock',
        of: (resource) => ({ clock: at(resource, key), instant: at(resource, `${key}_utc`) }),
      }
    default:
      throw new Error(`Filters cannot compare the field ${key}`)
  }
}

const wordsIn = (schema: Schema | undefined) => schema?.['enum'] as readonly string[] | undefined

const vocabularyOf = <T extends Fields>(of: Vocabulary<T> | T): Vocabulary<T> =>
  Array.isArray((of as Vocabulary<T>).names) ? (of as Vocabulary<T>) : ownNames(of as T)
