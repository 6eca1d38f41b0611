import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nothingConsumed } from '../../../lib/runtime/consumed-capacity.js'
import { type Client, dynamodbClient } from '../../../lib/table/client/client.js'
import { GetCommand, PutCommand, TransactWriteCommand } from '../../../lib/table/client/commands.js'
import { ConditionalCheckFailedException } from '../../../lib/table/client/errors.js'
import { openTable } from '../../../lib/table/table.js'
import { putAllIfAbsent } from '../../../lib/table/transaction.js'
import {
  type Play,
  type ScriptedDynamoDB,
  breaks,
  breaksOff,
  clientTo,
  fails,
  fine,
  hangs,
  says,
  startScriptedDynamoDB,
} from '../../support/engine/scripted-dynamodb.js'

/* The client against a host that plays whatever DynamoDB and the network may do. */

let host: ScriptedDynamoDB
let client: Client
const consumedCapacity = nothingConsumed()

// Each test has a host of its own: a request that a client gave up may still arrive afterwards.
beforeEach(async () => {
  host = await startScriptedDynamoDB()
  client = clientTo(host.endpoint, 10_000, consumedCapacity)
})
afterEach(() => {
  client.destroy()
  host.close()
})

const get = new GetCommand({ TableName: 't', Key: { pk: 'a' } })
const put = () => new PutCommand({ TableName: 't', Item: { pk: 'a', sk: 'b' } })
const transaction = () =>
  new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't', Item: { pk: 'a', sk: 'b' } } }] })
const tokens = () => host.received.map(({ body }) => body.ClientRequestToken as string)

describe('a request that meets trouble', () => {
  it.each<[string, Play]>([
    ['a fault of DynamoDB', fails('InternalServerError', 500)],
    ['a fault of something before it', (answer) => answer.writeHead(503).end('<html>')],
    ['a throttled partition', fails('ProvisionedThroughputExceededException')],
    ['a throttled account', fails('ThrottlingException')],
    ['its own transaction still under way', fails('TransactionInProgressException')],
    ['a connection that breaks', breaks],
  ])('is sent again after %s', async (_, trouble) => {
    host.script = [trouble]
    await client.send(put())
    expect(host.received).toHaveLength(2)
    expect(host.received[1]?.body).toEqual(host.received[0]?.body)
  })

  it.each<[string, Play]>([
    ['an answer that breaks off', breaksOff],
    ['an answer that never comes', hangs],
  ])('is sent again after %s', async (_, trouble) => {
    client = clientTo(host.endpoint, 1_500)
    host.script = [trouble]
    await client.send(put())
    expect(host.received.length).toBeGreaterThanOrEqual(2)
  })

  it('is given up after four attempts, with what the last one met', async () => {
    host.script = Array<Play>(9).fill(fails('InternalServerError', 500))
    await expect(client.send(put())).rejects.toMatchObject({ name: 'InternalServerError', status: 500 })
    expect(host.received).toHaveLength(4)
  })

  it('is given up when nothing ever answers', async () => {
    client = clientTo(host.endpoint, 50)
    host.script = Array<Play>(9).fill(hangs)
    await expect(client.send(get)).rejects.toThrow()
    expect(host.received.length).toBeLessThanOrEqual(4)
  })

  it('tells its caller to come again when DynamoDB takes no more after four attempts', async () => {
    host.script = Array<Play>(9).fill(fails('ThrottlingException'))
    await expect(client.send(put())).rejects.toMatchObject({ code: 'busy' })
    expect(host.received).toHaveLength(4)
  })

  it.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'as a transaction is made again, as another one, after it was canceled for %s',
    async (Code) => {
      const reasons = { CancellationReasons: [{ Code: 'None' }, { Code }] }
      host.script = [fails('TransactionCanceledException', 400, reasons)]
      const [item] = transaction().input.TransactItems ?? []
      expect(await putAllIfAbsent({ ...openTable({ tableName: 't' }), client }, [item!, item!])).toBe(true)
      const [first, again] = tokens()
      expect(again).toMatch(/^[0-9a-f-]{36}$/)
      expect(again).not.toBe(first)
    },
  )

  it('of a kind that stays is not sent again', async () => {
    for (const name of ['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException']) {
      host.script = [fails(name)]
      host.received = []
      await expect(client.send(put())).rejects.toMatchObject({ name, message: `It is ${name}` })
      expect(host.received).toHaveLength(1)
    }
  })

  it('is signed with the time of the other side when the clock of this machine is wrong', async () => {
    const date = 'Tue, 05 Feb 2030 10:00:00 GMT'
    host.script = [says(400, { __type: 'x#RequestTimeTooSkewed' }, { date }), fine]
    await client.send(put())
    expect(host.received[1]?.headers['x-amz-date']).toMatch(/^20300205T1000\d\dZ$/)
  })

  it('carries the token of its transaction every time, and another one carries another', async () => {
    host.script = [breaks]
    await client.send(transaction())
    await client.send(transaction())
    const [first, again, other] = tokens()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('fails with the name of what is missing when there are no credentials', async () => {
    const lost = dynamodbClient({
      endpoint: host.endpoint,
      consumedCapacity,
      account: {
        region: 'eu-west-1',
        credentials: () => Promise.reject(new Error('Missing in the environment: AWS_ACCESS_KEY_ID')),
      },
    })
    await expect(lost.send(put())).rejects.toThrow('AWS_ACCESS_KEY_ID')
    expect(host.received).toEqual([])
  })

  it.each<[string, Play]>([
    ['answered', fine],
    ['refused', fails('ConditionalCheckFailedException')],
  ])('is still sent again after a hundred others were that were %s then', async (_, answer) => {
    const throttles = fails('ThrottlingException')
    for (let i = 0; i < 12; i++) {
      host.script = [...Array<Play>(15).fill(throttles), ...Array<Play>(15).fill(answer)]
      await Promise.allSettled(Array.from({ length: 15 }, () => client.send(put())))
    }
    host.script = Array<Play>(15).fill(throttles)
    host.received = []
    await Promise.all(Array.from({ length: 15 }, () => client.send(put())))
    expect(host.received).toHaveLength(30)
  })
})

describe('a refusal', () => {
  it('brings what stood against a condition', async () => {
    const Item = { pk: { S: 'a' }, length: { N: '3' } }
    host.script = [fails('ConditionalCheckFailedException', 400, { Item })]
    const refusal = await client.send(put()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConditionalCheckFailedException)
    expect(refusal).toMatchObject({ item: { pk: 'a', length: 3 } })
  })

  it('of a transaction brings the reasons in their order', async () => {
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' } } }]
    host.script = [fails('TransactionCanceledException', 400, { CancellationReasons })]
    await expect(client.send(transaction())).rejects.toMatchObject({
      reasons: [
        { code: 'None', item: undefined },
        { code: 'ConditionalCheckFailed', item: { pk: 'a' } },
      ],
    })
  })
})

describe('an answer', () => {
  it('counts its units as read or written, of one table or several', async () => {
    Object.assign(consumedCapacity, nothingConsumed())
    const units = (CapacityUnits: number) => ({ TableName: 't', CapacityUnits })
    host.script = [says(200, { ConsumedCapacity: units(1.5) }), says(200, { ConsumedCapacity: [units(2), units(4)] })]
    await client.send(get)
    await client.send(transaction())
    expect(consumedCapacity).toEqual({ read: 1.5, write: 6, requests: 2 })
    expect(host.received.map(({ body }) => body.ReturnConsumedCapacity)).toEqual(['TOTAL', 'TOTAL'])
  })

  it('comes over a connection that was there, and one for each request under way at once', async () => {
    await client.send(put())
    await client.send(put())
    expect(host.received[1]?.connection).toBe(host.received[0]?.connection)
    await Promise.all([client.send(put()), client.send(put()), client.send(put())])
    expect(new Set(host.received.map(({ connection }) => connection)).size).toBe(3)
  })

  it('may hold characters of several bytes that arrive in pieces', async () => {
    const bytes = Buffer.from(JSON.stringify({ Item: { name: { S: 'Zoë 🎉' } } }))
    host.script = [
      (answer) => {
        answer.writeHead(200).write(bytes.subarray(0, 21))
        setTimeout(() => answer.end(bytes.subarray(21)), 20)
      },
    ]
    const { Item } = await client.send(get)
    expect(Item).toEqual({ name: 'Zoë 🎉' })
  })
})

describe('values', () => {
  it('that are undefined are left out', async () => {
    const Item = { pk: 'a', none: undefined, deep: { none: undefined, list: [1, null] } }
    const ExpressionAttributeValues = { ':gone': undefined, ':there': '' }
    await client.send(new PutCommand({ TableName: 't', Item, ExpressionAttributeValues }))
    expect(host.received[0]?.body).toMatchObject({
      Item: { pk: { S: 'a' }, deep: { M: { list: { L: [{ N: '1' }, { NULL: true }] } } } },
      ExpressionAttributeValues: { ':there': { S: '' } },
    })
    expect(Object.keys(host.received[0]?.body.Item)).toEqual(['pk', 'deep'])
    expect(Object.keys(host.received[0]?.body.ExpressionAttributeValues)).toEqual([':there'])
  })

  it('come back as they were written, also those named like fields of commands', async () => {
    const item = fc.object({
      key: fc.constantFrom('Item', 'Items', 'Key', 'Keys', 'Responses', 'name'),
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    })
    const property = fc.asyncProperty(item, async (Item) => {
      await client.send(new PutCommand({ TableName: 't', Item }))
      host.script = [says(200, { Item: host.received.at(-1)?.body.Item })]
      expect((await client.send(get)).Item).toEqual(Item)
    })
    await fc.assert(property)
  })
})
