import { type Condition, type Placeholders, placeholders } from './condition.js'
import type { Key } from './table.js'

/** A change of the attributes of one item. */
export interface Changes {
  /** New values. An attribute that is undefined here is removed. */
  set?: object
  /** Values of attributes that the item does not have yet. */
  setIfAbsent?: object
  /** Amounts that are added to numbers. A missing one counts as 0. */
  add?: Record<string, number>
  /** Names of attributes that the item has no longer. */
  remove?: readonly string[]
}

/** An update as DynamoDB takes it, but for the table. */
export interface ItemChange {
  Key: Key
  UpdateExpression: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
}

/** Writes the condition of a put or of a deletion. */
export function onCondition(condition: Condition): Omit<ItemChange, 'Key' | 'UpdateExpression'> {
  const used = placeholders()
  return { ConditionExpression: condition(used), ...used.attributes() }
}

/** Writes the update of an item, with a placeholder for each name and value: no name can be a reserved word. */
export function change(Key: Key, changes: Changes, condition?: Condition): ItemChange {
  const used = placeholders()
  const UpdateExpression = clausesOf(changes, used).join(' ')
  const ConditionExpression = condition?.(used)
  return { Key, UpdateExpression, ...(ConditionExpression && { ConditionExpression }), ...used.attributes() }
}

function clausesOf({ set = {}, setIfAbsent = {}, add = {}, remove = [] }: Changes, used: Placeholders): string[] {
  const { name, value } = used
  const entries = Object.entries(set) as [string, unknown][]
  const assignments = [
    ...entries.filter(([, to]) => to !== undefined).map(([key, to]) => `${name(key)} = ${value(to)}`),
    ...Object.entries(setIfAbsent).map(
      ([key, to]: [string, unknown]) => `${name(key)} = if_not_exists(${name(key)}, ${value(to)})`,
    ),
  ]
  const sums = Object.entries(add).map(([key, by]) => `${name(key)} ${value(by)}`)
  const removed = [...remove, ...entries.filter(([, to]) => to === undefined).map(([key]) => key)].map(name)
  return [...clause('SET', assignments), ...clause('ADD', sums), ...clause('REMOVE', removed)]
}

const clause = (word: string, parts: string[]) => (parts.length > 0 ? [`${word} ${parts.join(', ')}`] : [])
