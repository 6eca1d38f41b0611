import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshTable } from '../support/engine/tables.js'
import { type FaultProxy, startFaultProxy } from '../../tools/storm/faults/fault-proxy.js'
import { type Fault, FAULTS, type FaultRates } from '../../tools/storm/faults/faults.js'
import { randomOf } from '../../tools/storm/calls/random.js'

const { endpoint: engine, tableName: TableName } = await freshTable()

const NONE = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as FaultRates
const direct = new DynamoDBClient({ endpoint: engine })

let proxy: FaultProxy
let client: DynamoDBClient
afterEach(() => {
  client.destroy()
  proxy.close()
})

/** Starts a proxy where every request meets a fault, and a client that sends each request once. */
async function givenFault(fault: Fault | undefined) {
  proxy = await startFaultProxy(engine, {
    random: randomOf(1),
    rates: { ...NONE, ...(fault && { [fault]: 1 }) },
    gusts: 0,
  })
  client = new DynamoDBClient({ endpoint: proxy.endpoint, maxAttempts: 1 })
  proxy.storm()
}

let items = 0
const freshKey = () => ({ pk: `item-${++items}`, sk: 'item' })
const isThere = async (Key: object) =>
  (await direct.send(new GetCommand({ TableName, Key: Key as Record<string, string> }))).Item !== undefined
const put = (Item: Record<string, string>) => client.send(new PutCommand({ TableName, Item }))
const errorOf = (sent: Promise<unknown>): Promise<any> =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a storm', () => {
  it.each<[Fault, RegExp]>([
    ['throttled', /^(ProvisionedThroughputExceeded|Throttling)Exception$|^RequestLimitExceeded$/],
    ['conflict', /^TransactionConflictException$/],
    ['error', /^InternalServerError$/],
    ['reset', /^(Error|TimeoutError)$/],
  ])('answers a write by the fault "%s" and writes nothing', async (fault, name) => {
    await givenFault(fault)
    const key = freshKey()
    expect((await errorOf(put(key))).name).toMatch(name)
    expect(await isThere(key)).toBe(false)
    expect(proxy.faults).toEqual(new Map([[fault, 1]]))
  })

  it.each<Fault>(['error after', 'lost'])('answers nothing true by the fault "%s" and writes', async (fault) => {
    await givenFault(fault)
    const key = freshKey()
    expect(await errorOf(put(key))).toBeInstanceOf(Error)
    expect(await isThere(key)).toBe(true)
  })

  it('breaks the connection by the fault "late" and writes later', async () => {
    await givenFault('late')
    const key = freshKey()
    expect(await errorOf(put(key))).toBeInstanceOf(Error)
    expect(await isThere(key)).toBe(false)
    await proxy.calm()
    expect(await isThere(key)).toBe(true)
  })

  it('answers and writes by the fault "delayed"', async () => {
    await givenFault('delayed')
    const key = freshKey()
    await put(key)
    expect(await isThere(key)).toBe(true)
  })

  it.each<[Fault, RegExp]>([
    ['throttled', /^(ThrottlingError|ProvisionedThroughputExceeded)$/],
    ['conflict', /^TransactionConflict$/],
  ])('may cancel a transaction by the fault "%s", for one of its items', async (fault, code) => {
    await givenFault(fault)
    const keys = [freshKey(), freshKey()]
    const transaction = { TransactItems: keys.map((Item) => ({ Put: { TableName, Item } })) }
    let error: any
    while (error?.name !== 'TransactionCanceledException')
      error = await errorOf(client.send(new TransactWriteCommand(transaction)))
    const codes = (error.CancellationReasons as { Code: string }[]).map(({ Code }) => Code)
    expect(codes.filter((each) => code.test(each))).toHaveLength(1)
    expect(codes.filter((each) => each === 'None')).toHaveLength(1)
    expect(await Promise.all(keys.map(isThere))).toEqual([false, false])
  })

  it('does half of a batch by the fault "unprocessed" and names the rest', async () => {
    await givenFault('unprocessed')
    const keys = [freshKey(), freshKey(), freshKey()]
    for (const Item of keys) await direct.send(new PutCommand({ TableName, Item }))
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys } } }),
    )
    expect(Responses?.[TableName]).toEqual([keys[0]])
    expect(UnprocessedKeys?.[TableName]?.Keys).toEqual([keys[1], keys[2]])
  })

  it('leaves alone what has no such fault: nothing that reads meets a conflict', async () => {
    await givenFault('conflict')
    expect((await client.send(new GetCommand({ TableName, Key: freshKey() }))).Item).toBeUndefined()
    expect(proxy.faults.size).toBe(0)
  })
})

describe('calm weather', () => {
  beforeEach(() => givenFault('throttled'))

  it('lets everything through', async () => {
    await proxy.calm()
    const key = freshKey()
    await put(key)
    expect(await isThere(key)).toBe(true)
  })
})
