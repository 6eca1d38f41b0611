/** A JSON Schema in the dialect of OpenAPI 3.1 (draft 2020-12). */
export interface Schema {
  type?: string | string[]
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  [keyword: string]: unknown
}

/** A property of a document: its schema, and whether the property is absent when it has no value. */
export type Property = Schema & { optional?: true }

/** Marks something as absent when it has no value. */
export const maybe = <Part extends object>(part: Part): Part & { optional: true } => ({
  ...part,
  optional: true,
})

export const string = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
})
export const flag = (description: string): Schema => ({ type: 'boolean', description })
export const count = (description: string, minimum = 0): Schema => ({ type: 'integer', minimum, description })
export const uuid = (description: string) => string(description, { format: 'uuid' })
export const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description })

/** A date and time with `Z`, whether it is an instant in UTC or a wall clock with a nominal `Z`. */
export const dateTime = (description: string) => string(description, { format: 'date-time' })

/** A text that never changes. */
export const always = (value: string, description: string): Schema => ({
  type: 'string',
  const: value,
  description,
})

/** An object that holds these properties. A later release may add others, which callers ignore. */
export function object(description: string, properties: Record<string, Property>): Schema {
  const required = Object.keys(properties).filter((name) => !properties[name]?.optional)
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, bare(each)])),
    ...(required.length > 0 && { required }),
  }
}

const bare = ({ optional: _, ...schema }: Property): Schema => schema
