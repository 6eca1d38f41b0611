/** Makes the placeholders of the names and values of one expression. */
export interface Placeholders {
  /** Returns the placeholder of an attribute, or of a path: `totals.accepted`. */
  name: (path: string) => string
  /** Returns the placeholder of a value. */
  value: (value: unknown) => string
  /** Returns the meaning of all placeholders, as DynamoDB takes it. */
  attributes: () => {
    ExpressionAttributeNames?: Record<string, string>
    ExpressionAttributeValues?: Record<string, unknown>
  }
}

/** A condition on the item that a write meets. It is written when its placeholders are known. */
export type Condition = (placeholders: Placeholders) => string

export function placeholders(): Placeholders {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  return {
    name: (path) =>
      path
        .split('.')
        .map((part) => {
          names[`#${part}`] = part
          return `#${part}`
        })
        .join('.'),
    value(value) {
      const placeholder = `:v${Object.keys(values).length}`
      values[placeholder] = value
      return placeholder
    },
    attributes: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  }
}

const compare =
  (operator: string) =>
  (path: string, value: unknown): Condition =>
  (of) =>
    `${of.name(path)} ${operator} ${of.value(value)}`

export const is = compare('=')
export const isBelow = compare('<')
export const isAtMost = compare('<=')
export const isAbove = compare('>')
export const isNot = compare('<>')

/** Whether the item has an attribute. By `pk`, whether the item exists. */
export const has =
  (path: string): Condition =>
  (of) =>
    `attribute_exists(${of.name(path)})`

export const lacks =
  (path: string): Condition =>
  (of) =>
    `attribute_not_exists(${of.name(path)})`

/** Whether a text contains another one. */
export const includes =
  (path: string, part: string): Condition =>
  (of) =>
    `contains(${of.name(path)}, ${of.value(part)})`

export const not =
  (condition: Condition): Condition =>
  (of) =>
    `NOT ${condition(of)}`

/** AND binds closer than OR, so only what is inside `either` needs parentheses. */
export const all =
  (...conditions: Condition[]): Condition =>
  (of) =>
    conditions.map((condition) => condition(of)).join(' AND ')

export const either =
  (...conditions: Condition[]): Condition =>
  (of) =>
    `(${conditions.map((condition) => condition(of)).join(' OR ')})`
