import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { type BodyField, type BodyFields, defaultOf } from '../fields/field.js'
import type { Site } from '../runtime/site.js'
import type { BodySchema } from '../hal/descriptions/operation.js'
import type { Property, Schema } from '../fields/json-schema.js'

type Meaning = Record<string, Property>

/**
 * Returns the schema of a body, from the table by which it is read. The schema is open, because unknown fields are
 * ignored: a client can send back a document that it read.
 */
export function bodySchema(site: Site, { description, purpose, fields, meaning, links }: BodySchema): Schema {
  const schema = fieldsSchema(site, fields, meaning, purpose)
  if (!links) return { ...schema, description }
  const needed = Object.keys(links).filter((rel) => links[rel]?.required)
  return {
    ...schema,
    description,
    properties: { ...schema.properties, _links: linksSchema(links, needed) },
    ...(needed.length > 0 && {
      required: [...((schema['required'] as string[] | undefined) ?? []), '_links'],
    }),
  }
}

function fieldsSchema(site: Site, fields: BodyFields, meaning: Meaning, purpose: BodySchema['purpose']): Schema {
  const required = purpose === 'create' ? Object.keys(fields).filter((name) => isRequired(site, fields[name])) : []
  const properties = Object.entries(fields).map(([name, field]) => {
    const { description, ...means } = meaning[name] ?? {}
    const schema = fieldSchema(site, field, means, purpose)
    const said = [description, ...rules(field)].filter(Boolean).join('. ')
    return [name, { ...(required.includes(name) ? schema : orNothing(schema)), ...(said && { description: said }) }]
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, Schema>,
    ...(required.length > 0 && { required }),
  }
}

/** An object is required if one of its fields is: without the object, the field cannot be sent. */
const isRequired = (site: Site, field: BodyField | undefined): boolean =>
  field !== undefined &&
  ((field.required === true && defaultOf(field, site) === undefined) ||
    ('fields' in field && Object.values(field.fields).some((each) => isRequired(site, each))))

function fieldSchema(site: Site, field: BodyField, meaning: Property, purpose: BodySchema['purpose']): Schema {
  if ('value' in field) return valueSchema(field.value)
  if ('whole' in field) return wholeSchema(field.whole, meaning)
  if ('each' in field)
    return {
      type: 'array',
      items: valueSchema(field.each),
      ...(field.required && purpose === 'create' && { minItems: 1 }),
      maxItems: field.most,
    }
  if ('firstOf' in field) return firstOfSchema(field)
  if ('named' in field)
    return { type: 'object', additionalProperties: valueSchema(field.named), maxProperties: field.most }
  if ('fields' in field) return fieldsSchema(site, field.fields, meaning.properties ?? {}, purpose)
  const { required: _all, ...entry } = fieldsSchema(site, field.primaryOf, meaning.items?.properties ?? {}, purpose)
  const primary = {
    type: 'boolean',
    description: 'Of several entries the primary one is taken, or the first',
  }
  return { type: 'array', items: { ...entry, properties: { primary, ...entry.properties } } }
}

/**
 * Only the first entry is read. The schema asks for the same type in the others, which are ignored, and for a list also
 * where browser forms may send an entry alone: generators of several languages have no type for either.
 */
const firstOfSchema = ({ firstOf }: Extract<BodyField, { firstOf: GenericSchema }>): Schema => ({
  type: 'array',
  items: valueSchema(firstOf),
})

/** Adds `null` to an optional field: no value in a POST, and clears in a PUT. */
const orNothing = (schema: Schema): Schema =>
  typeof schema.type === 'string' && !('enum' in schema)
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

/** The schema of a value that is read as a whole. What is read by code alone has the properties of answers. */
function wholeSchema(whole: GenericSchema, { required: _all, optional: _, ...meaning }: Property): Schema {
  const schema = valueSchema(whole)
  return Object.keys(schema).length > 0 ? schema : meaning
}

/** The schema of a value. Rules that are code cannot be written as a schema; `rules` describes them. */
function valueSchema(value: GenericSchema): Schema {
  const { $schema: _, ...schema } = toJsonSchema(value, { typeMode: 'input', errorMode: 'ignore' })
  return schema as Schema
}

/** Returns the messages of a value's checks as sentences. Several checks may share one. */
function rules(field: BodyField): string[] {
  const value = 'value' in field ? field.value : 'each' in field ? field.each : undefined
  const pipe = ((value as { pipe?: { kind: string; message?: unknown }[] } | undefined)?.pipe ?? []).filter(
    ({ kind, message }) => kind === 'validation' && typeof message === 'string',
  )
  const subject = 'each' in field ? 'Each ' : 'It '
  return [...new Set(pipe.map(({ message }) => subject + (message as string)))]
}

const linksSchema = (links: NonNullable<BodySchema['links']>, required: string[]): Schema => ({
  type: 'object',
  description: 'Links to others',
  properties: Object.fromEntries(
    Object.entries(links).map(([rel, { description }]) => [
      rel,
      { type: 'object', description, properties: { href: { type: 'string' } }, required: ['href'] },
    ]),
  ),
  ...(required.length > 0 && { required }),
})
