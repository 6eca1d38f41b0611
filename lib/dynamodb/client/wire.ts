import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

type Values = Record<string, unknown>

/** Fields of commands and answers that hold an item, or attributes of one. */
const ONE = new Set(['Item', 'Key', 'Attributes', 'ExclusiveStartKey', 'LastEvaluatedKey'])
const MANY = new Set(['Items', 'Keys'])
const EXPRESSION_VALUES = 'ExpressionAttributeValues'

/** A command's input as it goes over the wire: with types beside the values. Undefined values are left out. */
export const toWire = (input: object): Values =>
  translated(input, (item) => marshall(item, { removeUndefinedValues: true }))

/** An answer as it came over the wire, with plain values. */
export function fromWire(answer: Values): Values {
  const read = (item: Values) => unmarshall(item as Record<string, AttributeValue>)
  const { Responses, ...rest } = answer as { Responses?: Record<string, Values[]> }
  return {
    ...translated(rest, read),
    ...(Responses && {
      Responses: Object.fromEntries(
        Object.entries(Responses).map(([table, items]) => [table, items.map(read)]),
      ),
    }),
  }
}

/** Items are found by the names of their fields, however deep: in a transaction, or in a batch by table. */
function translated(value: object, item: (item: Values) => Values): Values {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (typeof inner !== 'object' || inner === null) return [name, inner]
      if (ONE.has(name) || name === EXPRESSION_VALUES) return [name, item(inner as Values)]
      if (MANY.has(name)) return [name, (inner as Values[]).map(item)]
      if (Array.isArray(inner))
        return [name, inner.map((each: unknown) => (isObject(each) ? translated(each, item) : each))]
      return [name, translated(inner, item)]
    }),
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
