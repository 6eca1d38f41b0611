import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import * as sdk from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, dynamodbClient } from '../../../lib/dynamodb/client/client.js'
import * as ours from '../../../lib/dynamodb/client/commands.js'
import { ConditionalCheckFailedException } from '../../../lib/dynamodb/client/errors.js'
import { signed } from '../../../lib/dynamodb/client/signature.js'
import { openTable } from '../../../lib/dynamodb/table.js'
import { writeOnce } from '../../../lib/dynamodb/transaction.js'
import { fromWire, toWire } from '../../../lib/dynamodb/client/wire.js'

/*
 * The client against a host that plays whatever DynamoDB and the network may do, and beside the SDK's client,
 * which sends the same.
 */

interface Received {
  headers: IncomingHttpHeaders
  body: any
  connection: number
}

type Play = (answer: ServerResponse) => void

const says =
  (status: number, body: object, headers: Record<string, string> = {}): Play =>
  (answer) =>
    answer.writeHead(status, headers).end(JSON.stringify(body))
const fails = (name: string, status = 400, more: object = {}) =>
  says(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `It is ${name}`, ...more })
const breaks: Play = (answer) => answer.socket?.destroy()
const hangs: Play = () => undefined
const fine = says(200, {})

let script: Play[] = []
let received: Received[] = []
let connections = 0
const server = createServer((request, answer) => {
  void text(request).then((body) => {
    const { id } = request.socket as unknown as { id: number }
    received.push({ headers: request.headers, body: JSON.parse(body), connection: id })
    ;(script.shift() ?? fine)(answer)
  })
}).on('connection', (socket) => Object.assign(socket, { id: ++connections }))

let endpoint: string
let client: Client
const spent = { read: 0, write: 0, requests: 0 }
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' }
const account = () => ({ region: 'eu-west-1', credentials })

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = dynamodbClient({ endpoint, account, spent, silence_ms: 200 })
})
beforeEach(() => ((script = []), (received = [])))
afterAll(() => {
  client.destroy()
  server.closeAllConnections()
  server.close()
})

const put = new ours.PutCommand({ TableName: 't', Item: { pk: 'a', sk: 'b' } })
const transaction = new ours.TransactWriteCommand({
  TransactItems: [{ Put: { TableName: 't', Item: { pk: 'a', sk: 'b' } } }],
})

describe('a request that meets trouble', () => {
  it.each<[string, Play]>([
    ['a fault of DynamoDB', fails('InternalServerError', 500)],
    ['a fault of something before it', (answer) => answer.writeHead(503).end('<html>')],
    ['a throttled partition', fails('ProvisionedThroughputExceededException')],
    ['a throttled account', fails('ThrottlingException')],
    ['its own transaction still under way', fails('TransactionInProgressException')],
    ['a connection that breaks', breaks],
    ['an answer that breaks off', (answer) => answer.writeHead(200, { 'content-length': 9 }).write('{')],
    ['an answer that never comes', hangs],
  ])('is sent again after %s', async (_, trouble) => {
    script = [trouble]
    await expect(client.send(put)).resolves.toEqual({})
    expect(received).toHaveLength(2)
    expect(received[1]?.body).toEqual(received[0]?.body)
  })

  it('is given up after four attempts, with what the last one met', async () => {
    script = Array<Play>(9).fill(fails('InternalServerError', 500))
    await expect(client.send(put)).rejects.toMatchObject({ name: 'InternalServerError', status: 500 })
    expect(received).toHaveLength(4)
  })

  it('tells its caller to come again when DynamoDB takes no more after four attempts', async () => {
    script = Array<Play>(9).fill(fails('ThrottlingException'))
    await expect(client.send(put)).rejects.toMatchObject({ code: 'busy' })
    expect(received).toHaveLength(4)
  })

  it.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'as a transaction is made again, as another one, after it was cancelled for %s',
    async (Code) => {
      const reasons = { CancellationReasons: [{ Code: 'None' }, { Code }] }
      script = [fails('TransactionCanceledException', 400, reasons)]
      const [item] = transaction.input.TransactItems ?? []
      expect(await writeOnce({ ...openTable({ tableName: 't' }), client }, [item!, item!])).toBe(true)
      const [first, again] = received.map(({ body }) => body.ClientRequestToken as string)
      expect(again).toMatch(/^[0-9a-f-]{36}$/)
      expect(again).not.toBe(first)
    },
  )

  it('of a kind that stays is not sent again', async () => {
    for (const name of ['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException']) {
      script = [fails(name)]
      received = []
      await expect(client.send(put)).rejects.toMatchObject({ name, message: `It is ${name}` })
      expect(received).toHaveLength(1)
    }
  })

  it('is signed with the time of the other side when the clock of this machine is wrong', async () => {
    const date = 'Tue, 05 Feb 2030 10:00:00 GMT'
    script = [says(400, { __type: 'x#RequestTimeTooSkewed' }, { date }), fine]
    const strayed = dynamodbClient({ endpoint, account, spent })
    await strayed.send(put)
    expect(received[1]?.headers['x-amz-date']).toMatch(/^20300205T1000\d\dZ$/)
    strayed.destroy()
  })

  it('carries the token of its transaction every time, and another one carries another', async () => {
    script = [breaks]
    await client.send(transaction)
    await client.send(transaction)
    const [first, again, other] = received.map(({ body }) => body.ClientRequestToken as string)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('fails with the name of what is missing when there are no credentials', async () => {
    const lost = dynamodbClient({
      endpoint,
      spent,
      account: () => Promise.reject(new Error('Missing in the environment: AWS_REGION')),
    })
    await expect(lost.send(put)).rejects.toThrow('AWS_REGION')
    expect(received).toEqual([])
  })
})

describe('a refusal', () => {
  it('brings what stood against a condition', async () => {
    script = [fails('ConditionalCheckFailedException', 400, { Item: { pk: { S: 'a' }, length: { N: '3' } } })]
    const refusal = await client.send(put).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConditionalCheckFailedException)
    expect(refusal).toMatchObject({ item: { pk: 'a', length: 3 } })
  })

  it('of a transaction brings the reasons in their order', async () => {
    const CancellationReasons = [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' } } },
    ]
    script = [fails('TransactionCanceledException', 400, { CancellationReasons })]
    await expect(client.send(transaction)).rejects.toMatchObject({
      reasons: [
        { code: 'None', item: undefined },
        { code: 'ConditionalCheckFailed', item: { pk: 'a' } },
      ],
    })
  })
})

describe('an answer', () => {
  it('counts its units as read or written, of one table or several', async () => {
    Object.assign(spent, { read: 0, write: 0, requests: 0 })
    const units = (CapacityUnits: number) => ({ TableName: 't', CapacityUnits })
    script = [
      says(200, { ConsumedCapacity: units(1.5) }),
      says(200, { ConsumedCapacity: [units(2), units(4)] }),
    ]
    await client.send(new ours.GetCommand({ TableName: 't', Key: { pk: 'a' } }))
    await client.send(transaction)
    expect(spent).toEqual({ read: 1.5, write: 6, requests: 2 })
  })

  it('comes over a connection that was there, and one for each request under way at once', async () => {
    await client.send(put)
    await client.send(put)
    expect(received[1]?.connection).toBe(received[0]?.connection)
    await Promise.all([client.send(put), client.send(put), client.send(put)])
    expect(new Set(received.map(({ connection }) => connection)).size).toBe(3)
  })

  it('may hold characters of several bytes that arrive in pieces', async () => {
    const bytes = Buffer.from(JSON.stringify({ Item: { name: { S: 'Zoë 🎉' } } }))
    script = [
      (answer) => {
        answer.writeHead(200).write(bytes.subarray(0, 21))
        setTimeout(() => answer.end(bytes.subarray(21)), 20)
      },
    ]
    const { Item } = await client.send(new ours.GetCommand({ TableName: 't', Key: { pk: 'a' } }))
    expect(Item).toEqual({ name: 'Zoë 🎉' })
  })
})

describe('beside the SDK', () => {
  const Key = { pk: 'a', sk: 'b' }
  const values = { ':list': ['x', 1, true, null, { deep: [2.5] }], ':gone': undefined }
  const inputs = {
    GetCommand: { TableName: 't', Key, ConsistentRead: true },
    PutCommand: {
      TableName: 't',
      Item: { ...Key, ...values, none: undefined, empty: '' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
    UpdateCommand: {
      TableName: 't',
      Key,
      UpdateExpression: 'SET #a = :list',
      ExpressionAttributeNames: { '#a': 'Item' },
      ExpressionAttributeValues: values,
    },
    DeleteCommand: { TableName: 't', Key },
    QueryCommand: {
      TableName: 't',
      IndexName: 'members',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'a' },
      ExclusiveStartKey: Key,
    },
    ScanCommand: { TableName: 't', ExclusiveStartKey: Key, Limit: 1 },
    BatchGetCommand: { RequestItems: { t: { Keys: [Key, Key], ConsistentRead: false } } },
    BatchWriteCommand: { RequestItems: { t: [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key } }] } },
    TransactWriteCommand: {
      TransactItems: [
        { Put: { TableName: 't', Item: Key } },
        { Update: { TableName: 't', Key, UpdateExpression: 'x', ExpressionAttributeValues: values } },
        { ConditionCheck: { TableName: 't', Key, ConditionExpression: 'x' } },
      ],
    },
  } as const
  const documents = () =>
    sdk.DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials }), {
      marshallOptions: { removeUndefinedValues: true },
    })

  it.each(Object.keys(inputs) as (keyof typeof inputs)[])('%s sends the same body', async (name) => {
    const input = inputs[name] as never
    const command: ours.Command = new ours[name](input)
    await client.send(command)
    await documents().send(new sdk[name](input) as never)
    const [one, other] = received as [Received, Received]
    expect(one.headers['x-amz-target']).toBe(other.headers['x-amz-target'])
    const { ReturnConsumedCapacity, ClientRequestToken: _ours, ...body } = one.body
    const { ClientRequestToken: _theirs, ...expected } = other.body
    expect(ReturnConsumedCapacity).toBe('TOTAL')
    expect(body).toEqual(expected)
  })

  it('the same headers and body get the same signature', async () => {
    await documents().send(new sdk.PutCommand(inputs.PutCommand as never))
    const [{ headers, body }] = received as [Received]
    const time = (headers['x-amz-date'] as string).replace(
      /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/,
      '$1-$2-$3T$4:$5:$6Z',
    )
    const listed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? []
    const own = ['host', 'x-amz-date', 'x-amz-security-token']
    const others = listed.filter((name) => !own.includes(name)).map((name) => [name, headers[name] as string])
    const again = signed(
      {
        host: headers.host as string,
        region: 'eu-west-1',
        service: 'dynamodb',
        headers: Object.fromEntries(others) as Record<string, string>,
        body: JSON.stringify(body),
      },
      credentials,
      new Date(time),
    )
    expect(again['authorization']).toBe(headers.authorization)
  })
})

it('signs as the published example does', () => {
  const example = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  }
  const { authorization } = signed(
    { host: 'example.amazonaws.com', region: 'us-east-1', service: 'service', headers: {}, body: '' },
    example,
    new Date('2015-08-30T12:36:00Z'),
  )
  expect(authorization).toContain('5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b')
})

it('reads back every item that it writes, also one that has the field names of commands', () => {
  const item = fc.object({
    key: fc.constantFrom('Item', 'Items', 'Key', 'Keys', 'Responses', 'name'),
    values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
  })
  fc.assert(
    fc.property(item, (Item) => {
      const wire = JSON.parse(JSON.stringify(toWire({ Item }))) as Record<string, unknown>
      expect(fromWire(wire)).toEqual({ Item })
      expect(fromWire({ Responses: { t: [wire['Item']] } })).toEqual({ Responses: { t: [Item] } })
    }),
  )
})
