import type { Schema } from '../../fields/json-schema.js'
import { Prose } from '../../html/prose.js'

/** A field of a body or an answer, at any depth. */
export interface Row {
  /** `location.postal_code`, `email_addresses[].address` */
  path: string
  type: string
  required: boolean
  description: string
}

/** All fields of an object, those within it after it. Links have lists of their own. */
export function rowsOf({ properties = {}, required }: Schema, prefix = ''): Row[] {
  return Object.entries(properties)
    .filter(([name]) => name !== '_links' && name !== '_embedded')
    .flatMap(([name, property]) => {
      const schema = withoutNull(property)
      const path = prefix + name
      return [
        {
          path,
          type: typeOf(schema),
          required: (required as string[] | undefined)?.includes(name) ?? false,
          description: property.description ?? '',
        },
        ...rowsOf(schema, `${path}.`),
        ...(schema.items?.properties ? rowsOf(schema.items, `${path}[].`) : []),
      ]
    })
}

/** @param isBody whether it matters which fields are required */
export const FieldList = ({ schema, isBody = false }: { schema: Schema; isBody?: boolean }) => (
  <dl class="rows">
    {rowsOf(schema).map(({ path, type, required, description }) => (
      <>
        <dt>
          <code>{path}</code> <span class="type">{type}</span>
          {isBody && required && (
            <>
              {' '}
              <span class="mark">required</span>
            </>
          )}
        </dt>
        <dd>
          <Prose text={description} />
        </dd>
      </>
    ))}
  </dl>
)

const withoutNull = (schema: Schema): Schema => {
  const choices = schema['anyOf'] as Schema[] | undefined
  const [only, ...others] = choices?.filter(({ type }) => type !== 'null') ?? []
  return only && others.length === 0 ? only : schema
}

function typeOf(schema: Schema): string {
  const { type, format, items } = schema
  if ('const' in schema) return `always ${JSON.stringify(schema['const'])}`
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each)).join(' or ')
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as Schema[]).map(typeOf).join(' or ')
  const simple = Array.isArray(type) ? type.filter((each) => each !== 'null').join(' or ') : type
  if (simple === 'array') return items?.type === 'object' ? 'list of objects' : `list of ${typeOf(items ?? {})}s`
  return typeof format === 'string' ? format : (simple ?? 'anything')
}
