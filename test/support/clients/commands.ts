import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'

/** The name of a command's action, as requests and policies write it. */
export function actionOf(command: object): string {
  const [, verb = ''] = /^(\w+)Command$/.exec(command.constructor.name) ?? []
  if (verb === 'TransactWrite') return 'TransactWriteItems'
  return ['Query', 'Scan', 'BatchExecuteStatement'].includes(verb) ? verb : `${verb}Item`
}

/** The body of a request as it goes over the wire, with plain values. */
export function withPlainValues(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, plain(name, value)]))
}

const ITEM = new Set(['Item', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey'])

function plain(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (ITEM.has(name)) return unmarshall(value as Record<string, AttributeValue>)
  if (name === 'Keys') return (value as Record<string, AttributeValue>[]).map((key) => unmarshall(key))
  if (name === 'Parameters') return (value as AttributeValue[]).map((each) => unmarshall({ each })['each'] as unknown)
  if (Array.isArray(value)) return value.map((each) => plain('', each))
  return withPlainValues(value)
}
