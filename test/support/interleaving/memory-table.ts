import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import {
  type Attributes,
  type Substitutes,
  equalities,
  holds,
  parseCondition,
  parseUpdate,
  updated,
} from '../../../tools/burst-model/dynamodb/expressions.js'
import { ConditionalCheckFailedException, TransactionCanceledException } from '../../../lib/table/client/errors.js'
import { PENDING } from '../../../lib/collections/pending.js'
import type { Item, Key } from '../../../lib/table/table.js'

/** The name of a command of the document client, without `Command`, and what it asks for. */
export interface Request {
  action: string
  input: any
}

interface Write {
  Key?: Key
  Item?: Item
  ConditionExpression?: string
  UpdateExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
  ReturnValuesOnConditionCheckFailure?: string
}

interface QueryInput extends Write {
  KeyConditionExpression: string
  FilterExpression?: string
  IndexName?: string
}

/** The parameters of a query that the table takes into account, or that change nothing of what a whole answer holds. */
const KNOWN_OF_QUERIES = new Set([
  'TableName',
  'IndexName',
  'KeyConditionExpression',
  'FilterExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'Limit',
  'ConsistentRead',
  'ExclusiveStartKey',
  'ProjectionExpression',
])

/** An item as expressions read it, as commands return it, and as a text. Neither is ever changed. */
interface Kept {
  wire: Attributes
  item: Item
  text: string
}

/**
 * A table in memory whose commands take no time: each reads or writes in one moment, as a consistent read, a single
 * write and a transaction of DynamoDB do. Of the indexes it has those of what waits and of members of lists, which do
 * not lag here, and it knows the commands that sequencers and stores of attendances send.
 */
export class MemoryTable {
  private readonly items = new Map<string, Kept>()

  /** @throws what DynamoDB would throw when a condition does not hold */
  run({ action, input }: Request): object {
    switch (action) {
      case 'Get':
        return { Item: this.get(input.Key) }
      case 'BatchGet':
        return this.batchGet(input.RequestItems)
      case 'Query':
        return { Items: this.query(input) }
      case 'Scan':
        return { Items: input.IndexName || input.Segment ? [] : this.all() }
      case 'Put':
      case 'Update':
      case 'Delete':
        return this.write(action, input)
      case 'TransactWrite':
        return this.transact(input.TransactItems)
      default:
        throw new Error(`The table in memory does not know the command ${action}`)
    }
  }

  get(key: Key): Item | undefined {
    return this.items.get(textOf(key))?.item
  }

  put(item: Item): void {
    this.keep(wire(item))
  }

  /** All items, by their keys. */
  all(): Item[] {
    return [...this.items].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { item }]) => item)
  }

  /** The same text for tables that hold the same. */
  text(): string {
    return [...this.items.values()]
      .map(({ text }) => text)
      .sort()
      .join('\n')
  }

  private keep(attributes: Attributes): void {
    const item = unmarshall(attributes as never) as Item
    const entries = Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1))
    this.items.set(textOf(item), { wire: attributes, item, text: JSON.stringify(entries) })
  }

  private batchGet(requests: Record<string, { Keys: Key[] }>) {
    const Responses = Object.entries(requests).map(([name, { Keys }]) => [
      name,
      Keys.flatMap((key) => this.get(key) ?? []),
    ])
    return { Responses: Object.fromEntries(Responses) as object }
  }

  /** Answers with all members of the partition that pass the filter: a page has no end, whatever its limit. */
  private query(input: QueryInput): Item[] {
    const name = { pk: 'pk', [PENDING]: PENDING, members: 'block' }[input.IndexName ?? 'pk']
    if (!name) throw new Error(`The table in memory has no index ${input.IndexName ?? ''}`)
    const unknown = Object.keys(input).filter((each) => !KNOWN_OF_QUERIES.has(each))
    if (unknown.length > 0) throw new Error(`The table in memory does not know ${unknown.join()} of a query`)
    const condition = parseCondition(input.KeyConditionExpression)
    const filter = input.FilterExpression === undefined ? undefined : parseCondition(input.FilterExpression)
    const values = substitutes(input)
    const partition = equalities(condition, values).get(name)?.['S']
    return [...this.items]
      .filter(([, { item, wire }]) => item[name] === partition && holds(condition, wire, values))
      .filter(([, { wire }]) => !filter || holds(filter, wire, values))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { item }]) => item)
  }

  private write(action: string, write: Write) {
    const refusal = this.refusalOf(write)
    if (refusal) throw conditionFailed(refusal)
    this.apply(action, write)
    return {}
  }

  private transact(writes: Record<string, Write>[]) {
    const parts = writes.map((each) => Object.entries(each)[0] as [string, Write])
    const keys = parts.map(([, write]) => textOf((write.Item ?? write.Key) as Key))
    if (parts.length > 100) throw new Error('A transaction has more than 100 items')
    if (new Set(keys).size < keys.length) throw new Error('A transaction has two operations on one item')
    const refusals = parts.map(([, write]) => this.refusalOf(write))
    if (refusals.some(Boolean)) throw cancelled(refusals)
    for (const [action, write] of parts) if (action !== 'ConditionCheck') this.apply(action, write)
    return {}
  }

  /** Returns the item that a write conflicts with; undefined when its condition holds. */
  private refusalOf(write: Write): { item: Item | undefined } | undefined {
    const before = this.items.get(textOf((write.Item ?? write.Key) as Key))
    if (!write.ConditionExpression) return undefined
    if (holds(parseCondition(write.ConditionExpression), before?.wire, substitutes(write))) return undefined
    return { item: write.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? before?.item : undefined }
  }

  private apply(action: string, write: Write): void {
    const key = (write.Item ?? write.Key) as Key
    const text = textOf(key)
    if (action === 'Delete') this.items.delete(text)
    else if (write.Item) this.put(write.Item)
    else {
      const before = this.items.get(text)?.wire ?? wire(key)
      this.keep(updated(parseUpdate(write.UpdateExpression ?? ''), before, substitutes(write)))
    }
  }
}

const textOf = ({ pk, sk }: Key) => `${pk}\n${sk}`

const wire = (value: object): Attributes => marshall(value, { removeUndefinedValues: true }) as object as Attributes

const substitutes = ({ ExpressionAttributeNames, ExpressionAttributeValues = {} }: Write): Substitutes => ({
  ...(ExpressionAttributeNames && { ExpressionAttributeNames }),
  ExpressionAttributeValues: wire(ExpressionAttributeValues),
})

const conditionFailed = ({ item }: { item: Item | undefined }) =>
  Object.assign(new ConditionalCheckFailedException('ConditionalCheckFailedException', 'Refused', 400), {
    item,
  })

const cancelled = (refusals: ({ item: Item | undefined } | undefined)[]) =>
  Object.assign(new TransactionCanceledException('TransactionCanceledException', 'Cancelled', 400), {
    reasons: refusals.map((refusal) => ({
      code: refusal ? 'ConditionalCheckFailed' : 'None',
      item: refusal?.item,
    })),
  })
