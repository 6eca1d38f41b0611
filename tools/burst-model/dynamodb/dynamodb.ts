import type { Clock } from '../clock.js'
import {
  type Attribute,
  type Attributes,
  type Substitutes,
  equalities,
  holds,
  parseCondition,
  parseUpdate,
  updated,
} from './expressions.js'
import { Partitions } from './partitions.js'
import type { Random } from '../random.js'
import { indexUnits, readUnits, sizeOf, writeUnits } from './units.js'

/** The description of an index. */
export interface Index {
  name: string
  hash: string
  range: string
  /** Its projected attributes, in addition to the keys. */
  shows: 'all' | string[]
}

/** An answer as it comes over the wire. */
export interface WireAnswer {
  status: number
  body: object
}

/** A change of an item, as in a stream record. */
export interface Change {
  keys: Attributes
  before: Attributes | undefined
  after: Attributes | undefined
}

/** Counters since the start of the model. */
export interface Counts {
  /** Units of base table and indexes, those of refused requests included. */
  write: number
  read: number
  requests: number
  /** Requests that met a lock or a write. */
  conflicts: number
  /** Requests that a partition had no units for. */
  throttles: number
}

/** The duration of DynamoDB's requests, in milliseconds, give or take a tenth. */
export const LATENCY = { read: 2, query: 2.5, batch: 3, write: 4, transaction: 12, refusal: 2, conflict: 6 }
/** Delay until an index shows a write, in milliseconds. */
const INDEX_LAG_MS = 10
const JITTER = 0.1

type Write = Substitutes & {
  Key?: Attributes
  Item?: Attributes
  ConditionExpression?: string
  UpdateExpression?: string
  ReturnValues?: string
  ReturnValuesOnConditionCheckFailure?: string
}

/** A write of one item that is checked and computed, but not applied. */
interface Plan {
  key: string
  before: Attributes | undefined
  after: Attributes | undefined
  units: number
  /** Units by partition, those of the indexes too. */
  demand: Map<string, number>
  failed: boolean
  write: Write
}

const known = {
  write: [
    'TableName',
    'Key',
    'Item',
    'ConditionExpression',
    'UpdateExpression',
    'ExpressionAttributeNames',
    'ExpressionAttributeValues',
    'ReturnValues',
    'ReturnValuesOnConditionCheckFailure',
    'ReturnConsumedCapacity',
  ],
  get: ['TableName', 'Key', 'ConsistentRead', 'ReturnConsumedCapacity'],
  batchGet: ['RequestItems', 'ReturnConsumedCapacity'],
  keys: ['Keys', 'ConsistentRead'],
  query: [
    'FilterExpression',
    'TableName',
    'IndexName',
    'KeyConditionExpression',
    'ExpressionAttributeNames',
    'Limit',
    'ExpressionAttributeValues',
    'ScanIndexForward',
    'ConsistentRead',
    'ReturnConsumedCapacity',
    'ProjectionExpression',
  ],
  scan: ['TableName', 'IndexName', 'FilterExpression', 'ExpressionAttributeValues', 'Limit', 'ReturnConsumedCapacity'],
  transaction: ['TransactItems', 'ClientRequestToken', 'ReturnConsumedCapacity'],
}

/**
 * A DynamoDB in memory and in virtual time, with one table. It models the published behavior of DynamoDB: units,
 * limits of a partition, conflicts of transactions, and errors. It supports the requests that the service sends; any
 * other ends the run.
 *
 * It does not model capacity beyond AWS's promises (burst capacity, splits of hot partitions), lost and repeated
 * requests, answers of more than 1 MB, or the limit of a whole table.
 */
export class ModelDynamoDB {
  readonly counts: Counts = { write: 0, read: 0, requests: 0, conflicts: 0, throttles: 0 }
  /** Write units of the table by the kind of item, and apart those of writes that were refused. */
  readonly unitsByKind = new Map<string, number>()
  /** Called after every change, in the order of the table. */
  onChange: (change: Change) => void = () => undefined

  private readonly items = new Map<string, Map<string, Attributes>>()
  private readonly visibleIndexes: Map<string, Map<string, Attributes>>[]
  private readonly partitions: Partitions
  /** Items that a transaction holds, and how many single writes are on their way to an item. */
  private readonly locked = new Set<string>()
  private readonly writing = new Map<string, number>()

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly indexes: Index[],
  ) {
    this.partitions = new Partitions(clock)
    this.visibleIndexes = indexes.map(() => new Map<string, Map<string, Attributes>>())
  }

  /** Answers a request: the target header names the command. @throws Error for what the model does not know */
  async answer(target: string, body: Record<string, unknown>): Promise<WireAnswer> {
    const command = target.slice(target.indexOf('.') + 1)
    this.counts.requests++
    switch (command) {
      case 'GetItem':
        return this.get(only(body, known.get))
      case 'BatchGetItem':
        return this.batchGet(only(body, known.batchGet))
      case 'Query':
        return this.query(only(body, known.query))
      case 'Scan':
        return this.scan(only(body, known.scan))
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return this.write(only(body, known.write), command === 'DeleteItem')
      case 'TransactWriteItems':
        return this.transact(only(body, known.transaction))
      default:
        throw new Error(`The model does not know the command ${command}`)
    }
  }

  /** An item, at no cost and without waiting. */
  peek(pk: string, sk: string): Attributes | undefined {
    return this.items.get(pk)?.get(sk)
  }

  /** Puts an item there, at no cost and without waiting. */
  seed(item: Attributes): void {
    const before = this.peek(textOf(item['pk']), textOf(item['sk']))
    this.keep(item, item)
    this.indexes.forEach((index, i) => this.replicate(i, this.projected(index, before), this.projected(index, item)))
  }

  /** All items, at no cost. */
  *all(): Generator<Attributes> {
    for (const partition of this.items.values()) yield* partition.values()
  }

  private takes(ms: number): Promise<unknown> {
    return this.clock.sleep(ms * (1 + JITTER * (2 * this.random() - 1)))
  }

  private async get({ Key, ConsistentRead = false }: { Key: Attributes; ConsistentRead?: boolean }) {
    const item = this.peek(textOf(Key['pk']), textOf(Key['sk']))
    const units = readUnits(sizeOf(item), ConsistentRead)
    const refusal = await this.read(new Map([[textOf(Key['pk']), units]]))
    if (refusal) return refusal
    await this.takes(LATENCY.read)
    return ok({ ...(item && { Item: item }), ConsumedCapacity: consumed(units) })
  }

  private async batchGet({ RequestItems }: { RequestItems: Record<string, BatchKeys> }) {
    const [[table, request]] = Object.entries(RequestItems) as [[string, BatchKeys]]
    const { Keys, ConsistentRead = false } = only<BatchKeys>(request as object as Record<string, unknown>, known.keys)
    const found: Attributes[] = []
    const unread: Attributes[] = []
    let units = 0
    for (const key of Keys) {
      const item = this.peek(textOf(key['pk']), textOf(key['sk']))
      const each = readUnits(sizeOf(item), ConsistentRead)
      if (this.partitions.take('read', new Map([[textOf(key['pk']), each]])).size > 0) {
        unread.push(key)
        continue
      }
      units += each
      if (item) found.push(item)
    }
    this.counts.read += units
    if (unread.length > 0) this.counts.throttles++
    if (unread.length === Keys.length) return this.throttled()
    await this.takes(LATENCY.batch)
    return ok({
      Responses: { [table]: found },
      UnprocessedKeys: unread.length > 0 ? { [table]: { ...request, Keys: unread } } : {},
      ConsumedCapacity: [consumed(units)],
    })
  }

  private async query(query: Query) {
    const condition = parseCondition(query.KeyConditionExpression)
    const equal = equalities(condition, query)
    const at = this.indexes.findIndex(({ name }) => name === query.IndexName)
    if (query.IndexName && at < 0) throw new Error(`The model has no index ${query.IndexName}`)
    const index = this.indexes[at] ?? { name: '', hash: 'pk', range: 'sk' }
    const partition = equal.get(index.hash)
    if (!partition) throw new Error(`A query names no ${index.hash}: ${query.KeyConditionExpression}`)
    const items = (at < 0 ? this.items : (this.visibleIndexes[at] as typeof this.items)).get(textOf(partition))
    const found = [...(items?.values() ?? [])]
      .filter((item) => holds(condition, item, query))
      .sort((one, other) => inOrder(one[index.range], other[index.range]))
    if (query.ScanIndexForward === false) found.reverse()
    const page = query.Limit === undefined ? found : found.slice(0, query.Limit)
    const passed = passing(page, query)
    if (passed.length < page.length && page.length < found.length)
      throw new Error('The model does not go on after a page from which a filter took something')
    const bytes = page.reduce((sum, item) => sum + sizeOf(item), 0)
    if (bytes > 1024 * 1024) throw new Error('The model does not split answers of more than 1 MB')
    const units = readUnits(bytes, query.ConsistentRead ?? false)
    const refusal = await this.read(new Map([[partitionOf(index, textOf(partition)), units]]))
    if (refusal) return refusal
    await this.takes(LATENCY.query)
    return ok({
      Items: passed.map((item) => projectedBy(item, query)),
      Count: passed.length,
      ScannedCount: page.length,
      ConsumedCapacity: consumed(units),
    })
  }

  /** Reads an index from its beginning. Each partition is charged for what is read of it. */
  private async scan(scan: Query & { Limit: number }) {
    const at = this.indexes.findIndex(({ name }) => name === scan.IndexName)
    const index = this.indexes[at]
    if (!index) throw new Error(`The model scans no table, and has no index ${scan.IndexName}`)
    const all = [...(this.visibleIndexes[at]?.values() ?? [])].flatMap((items) => [...items.values()])
    const page = all.slice(0, scan.Limit)
    const demand = new Map<string, number>()
    for (const [partition, items] of Map.groupBy(page, (item) => partitionOf(index, textOf(item[index.hash]))))
      demand.set(
        partition,
        readUnits(
          items.reduce((bytes, item) => bytes + sizeOf(item), 0),
          false,
        ),
      )
    const refusal = await this.read(demand)
    if (refusal) return refusal
    await this.takes(LATENCY.query)
    const passed = passing(page, scan)
    return ok({
      Items: passed,
      Count: passed.length,
      ScannedCount: page.length,
      ...(page.length < all.length && { LastEvaluatedKey: page.at(-1) }),
      ConsumedCapacity: consumed(sum(demand)),
    })
  }

  private async read(demand: Map<string, number>): Promise<WireAnswer | undefined> {
    if (this.partitions.take('read', demand).size > 0) {
      this.counts.throttles++
      return this.throttled()
    }
    for (const units of demand.values()) this.counts.read += units
    return undefined
  }

  private async write(write: Write, isDelete: boolean): Promise<WireAnswer> {
    const plan = this.plan(write, isDelete, 1)
    this.note([plan], plan.failed || this.locked.has(plan.key))
    if (this.locked.has(plan.key)) {
      this.counts.conflicts++
      this.counts.write += plan.units
      await this.takes(LATENCY.refusal)
      return failure('TransactionConflictException', 'Transaction is ongoing for the item')
    }
    if (this.partitions.take('write', plan.demand).size > 0) {
      this.counts.throttles++
      return this.throttled()
    }
    const units = sum(plan.demand)
    this.counts.write += units
    if (plan.failed) {
      await this.takes(LATENCY.write)
      return failure('ConditionalCheckFailedException', 'The conditional request failed', {
        ...(write.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && plan.before && { Item: plan.before }),
      })
    }
    this.apply(plan)
    this.writing.set(plan.key, (this.writing.get(plan.key) ?? 0) + 1)
    await this.takes(LATENCY.write)
    const others = (this.writing.get(plan.key) ?? 1) - 1
    if (others > 0) this.writing.set(plan.key, others)
    else this.writing.delete(plan.key)
    return ok({ ...returned(plan), ConsumedCapacity: consumed(units) })
  }

  private async transact({ TransactItems }: { TransactItems: Record<string, Write>[] }): Promise<WireAnswer> {
    if (TransactItems.length > 100) return failure('ValidationException', 'More than 100 items in a transaction')
    const plans = TransactItems.map((each) => {
      const [[action, write]] = Object.entries(each) as [[string, Write]]
      if (!['Put', 'Update', 'Delete', 'ConditionCheck'].includes(action))
        throw new Error(`The model does not know ${action} in a transaction`)
      only(write as Record<string, unknown>, known.write)
      return this.plan(write, action === 'Delete', 2, action === 'ConditionCheck')
    })
    const keys = plans.map(({ key }) => key)
    if (new Set(keys).size < keys.length)
      return failure('ValidationException', 'Transaction request cannot include multiple operations on one item')
    const demand = new Map<string, number>()
    for (const plan of plans)
      for (const [partition, units] of plan.demand) demand.set(partition, (demand.get(partition) ?? 0) + units)

    const met = keys.map((key) => this.locked.has(key) || this.writing.has(key))
    this.note(plans, met.some(Boolean) || plans.some(({ failed }) => failed))
    if (met.some(Boolean)) {
      this.counts.conflicts++
      this.counts.write += plans.reduce((all, { units }) => all + units, 0)
      await this.takes(LATENCY.conflict)
      return cancelled(
        plans.map((plan, i) => (met[i] ? 'TransactionConflict' : reasonOf(plan))),
        plans,
      )
    }
    const short = this.partitions.take('write', demand)
    if (short.size > 0) {
      this.counts.throttles++
      await this.takes(LATENCY.refusal)
      const isShort = (plan: Plan) => [...plan.demand.keys()].some((partition) => short.has(partition))
      return cancelled(
        plans.map((plan) => (isShort(plan) ? 'ThrottlingError' : 'None')),
        plans,
      )
    }
    this.counts.write += sum(demand)
    keys.forEach((key) => this.locked.add(key))
    const failed = plans.some((plan) => plan.failed)
    await this.takes(failed ? LATENCY.conflict : LATENCY.transaction)
    keys.forEach((key) => this.locked.delete(key))
    if (failed) return cancelled(plans.map(reasonOf), plans)
    plans.forEach((plan) => this.apply(plan))
    return ok({ ConsumedCapacity: [consumed(sum(demand))] })
  }

  private note(plans: Plan[], isRefused: boolean): void {
    for (const { key, units } of plans) {
      const kind = `${/^[^#\n]*/.exec(key)?.[0] ?? ''}${isRefused ? ', refused' : ''}`
      this.unitsByKind.set(kind, (this.unitsByKind.get(kind) ?? 0) + units)
    }
  }

  /** Computes the effect of a write. No other request can change the item between this and the write. */
  private plan(write: Write, isDelete: boolean, factor: number, checkOnly = false): Plan {
    const keys = write.Item ?? write.Key
    if (!keys) throw new Error('A write without a key')
    const [pk, sk] = [textOf(keys['pk']), textOf(keys['sk'])]
    const before = this.peek(pk, sk)
    const failed =
      write.ConditionExpression !== undefined && !holds(parseCondition(write.ConditionExpression), before, write)
    const after = checkOnly || failed ? before : isDelete ? undefined : this.outcome(write, before)
    const units = writeUnits(before, after) * factor
    const demand = new Map([[pk, units]])
    if (!failed && !checkOnly)
      for (const index of this.indexes) {
        const [old, fresh] = [this.projected(index, before), this.projected(index, after)]
        const moved = !old || !fresh || placeIn(index, old) !== placeIn(index, fresh)
        const cost = indexUnits(old, fresh, moved)
        if (cost === 0) continue
        const partitionKeys = new Set([old, fresh].flatMap((each) => (each ? [textOf(each[index.hash])] : [])))
        for (const partitionKey of partitionKeys) {
          const partition = partitionOf(index, partitionKey)
          demand.set(partition, (demand.get(partition) ?? 0) + cost / partitionKeys.size)
        }
      }
    return { key: `${pk}\n${sk}`, before, after, units, demand, failed, write }
  }

  private outcome(write: Write, before: Attributes | undefined): Attributes {
    if (write.Item) return write.Item
    const start = before ?? write.Key ?? {}
    return write.UpdateExpression ? updated(parseUpdate(write.UpdateExpression), start, write) : start
  }

  private apply({ before, after, write }: Plan): void {
    if (before === after) return
    const { pk, sk } = (write.Item ?? write.Key) as { pk: Attribute; sk: Attribute }
    this.keep({ pk, sk }, after)
    this.indexes.forEach((index, i) => {
      const [old, fresh] = [this.projected(index, before), this.projected(index, after)]
      if (old || fresh) this.clock.after(INDEX_LAG_MS, () => this.replicate(i, old, fresh))
    })
    this.onChange({ keys: { pk, sk }, before, after })
  }

  private keep(keys: Attributes, item: Attributes | undefined): void {
    const [pk, sk] = [textOf(keys['pk']), textOf(keys['sk'])]
    let partition = this.items.get(pk)
    if (!partition) this.items.set(pk, (partition = new Map<string, Attributes>()))
    if (item) partition.set(sk, item)
    else partition.delete(sk)
  }

  private projected(index: Index, item: Attributes | undefined): Attributes | undefined {
    if (!item?.[index.hash] || !item[index.range]) return undefined
    if (index.shows === 'all') return item
    const projected = ['pk', 'sk', index.hash, index.range, ...index.shows].filter((name) => name in item)
    return Object.fromEntries(projected.map((name) => [name, item[name] as Attribute]))
  }

  private replicate(i: number, old: Attributes | undefined, fresh: Attributes | undefined): void {
    const { hash } = this.indexes[i] as Index
    const index = this.visibleIndexes[i] as typeof this.items
    if (old) index.get(textOf(old[hash]))?.delete(keyText(old))
    if (!fresh) return
    const partition = index.get(textOf(fresh[hash])) ?? new Map<string, Attributes>()
    index.set(textOf(fresh[hash]), partition.set(keyText(fresh), fresh))
  }

  private async throttled(): Promise<WireAnswer> {
    await this.takes(LATENCY.refusal)
    return failure(
      'ProvisionedThroughputExceededException',
      'The level of configured provisioned throughput for one or more partitions was exceeded',
    )
  }
}

interface BatchKeys {
  Keys: Attributes[]
  ConsistentRead?: boolean
}

type Query = Substitutes & {
  KeyConditionExpression: string
  FilterExpression?: string
  IndexName?: string
  ScanIndexForward?: boolean
  ConsistentRead?: boolean
  Limit?: number
  /** Names of attributes, as they are. */
  ProjectionExpression?: string
}

/** Returns what a filter lets through: units count all of it. */
function passing(items: Attributes[], query: Query): Attributes[] {
  const { FilterExpression: filter } = query
  return filter === undefined ? items : items.filter((item) => holds(parseCondition(filter), item, query))
}

/** Returns the part of an item in an answer: units count the whole item. */
function projectedBy(item: Attributes, { ProjectionExpression: names }: Query): Attributes {
  if (names === undefined) return item
  return Object.fromEntries(names.split(', ').flatMap((name) => (item[name] ? [[name, item[name]]] : [])))
}

/** @throws Error for a parameter that the model does not support */
function only<Request>(request: Record<string, unknown>, names: string[]): Request {
  const strange = Object.keys(request).filter((name) => !names.includes(name))
  if (strange.length > 0) throw new Error(`The model does not know the parameter ${strange.join(', ')}`)
  return request as Request
}

const ok = (body: object): WireAnswer => ({ status: 200, body })

const failure = (type: string, message: string, more: object = {}): WireAnswer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, Message: message, ...more },
})

function cancelled(codes: string[], plans: Plan[]): WireAnswer {
  const reasons = codes.map((Code, i) => {
    const { before, write } = plans[i] as Plan
    const projected = Code === 'ConditionalCheckFailed' && write.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
    return { Code, ...(Code !== 'None' && { Message: Code }), ...(projected && before && { Item: before }) }
  })
  return failure(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    { CancellationReasons: reasons },
  )
}

const reasonOf = ({ failed }: Plan) => (failed ? 'ConditionalCheckFailed' : 'None')

function returned({ before, after, write: { ReturnValues = 'NONE' } }: Plan): object {
  if (ReturnValues === 'NONE') return {}
  if (ReturnValues === 'ALL_NEW') return { Attributes: after }
  if (ReturnValues === 'ALL_OLD') return before ? { Attributes: before } : {}
  if (ReturnValues !== 'UPDATED_NEW') throw new Error(`The model does not know ReturnValues ${ReturnValues}`)
  const changed = Object.entries(after ?? {}).filter(([name, value]) => before?.[name] !== value)
  return { Attributes: Object.fromEntries(changed.filter(([name]) => name !== 'pk' && name !== 'sk')) }
}

const consumed = (CapacityUnits: number) => ({ TableName: 'table', CapacityUnits })

const sum = (demand: Map<string, number>) => [...demand.values()].reduce((all, each) => all + each, 0)

/** Partitions of the table are known by their key alone, those of an index by its name too. */
const partitionOf = ({ name }: { name: string }, key: string) => (name ? `${name}\n${key}` : key)

const placeIn = ({ hash, range }: Index, item: Attributes) => `${textOf(item[hash])}\n${textOf(item[range])}`

const keyText = (item: Attributes) => `${textOf(item['pk'])}\n${textOf(item['sk'])}`

const textOf = (value: Attribute | undefined) => (value?.['S'] ?? value?.['N']) as string

function inOrder(one: Attribute | undefined, other: Attribute | undefined): number {
  if (one?.['N'] !== undefined) return Number(one['N']) - Number(other?.['N'])
  return Buffer.compare(Buffer.from(textOf(one)), Buffer.from(textOf(other)))
}
