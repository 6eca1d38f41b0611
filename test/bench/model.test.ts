import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureBurst } from '../../tools/burst-model/burst.js'
import { Clock } from '../../tools/burst-model/clock.js'
import { type Index, ModelDynamoDB, type WireAnswer } from '../../tools/burst-model/dynamodb/dynamodb.js'
import { PENDING } from '../../lib/collections/pending.js'
import { seeded } from '../../tools/burst-model/random.js'
import { Mapping } from '../../tools/burst-model/dynamodb/stream.js'
import { freshTable } from '../support/engine/tables.js'
import { sized } from '../support/size.js'

const MEMBERS: Index = { name: 'members', hash: 'block', range: 'ordinal', shows: 'all' }
const IDENTIFIERS: Index = { name: 'identifiers', hash: 'identifier', range: 'holder', shows: [] }

const givenModel = () => {
  const clock = new Clock()
  const dynamodb = new ModelDynamoDB(clock, seeded(1), [MEMBERS, IDENTIFIERS])
  const send = (command: string, input: object) => dynamodb.answer(`DynamoDB.${command}`, { ...input })
  const answers = (...sent: Promise<WireAnswer>[]) => clock.resolved(Promise.all(sent))
  return { clock, dynamodb, send, answers }
}

const errorIn = ({ body }: WireAnswer) => (body as { __type?: string }).__type?.split('#')[1]
const reasonsIn = ({ body }: WireAnswer) =>
  (body as { CancellationReasons?: { Code: string }[] }).CancellationReasons?.map(({ Code }) => Code)

describe('virtual time', () => {
  it('passes only when nothing else can happen, and in order', async () => {
    const clock = new Clock()
    const happened: string[] = []
    const wait = async (name: string, ms: number) => {
      await clock.pause(ms)
      happened.push(`${name} at ${clock.elapsed}`)
      await Promise.resolve()
      if (name === 'a') await wait('c', 5)
    }
    await clock.resolved(Promise.all([wait('b', 60_000), wait('a', 10)]))
    expect(happened).toEqual(['a at 10', 'c at 15', 'b at 60000'])
    expect(new clock.Date().toISOString()).toBe('2026-01-01T00:01:00.000Z')
  })

  it('does not wait for ever', async () => {
    const clock = new Clock()
    await expect(clock.resolved(new Promise(() => undefined))).rejects.toThrow('no time brings')
  })
})

describe('the model beside the embedded engine', () => {
  let engine: DynamoDBClient
  let TableName: string
  const { clock, dynamodb } = givenModel()

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable()
    engine = new DynamoDBClient({ endpoint })
    TableName = tableName
  })

  const commands = {
    GetItem: GetItemCommand,
    PutItem: PutItemCommand,
    UpdateItem: UpdateItemCommand,
    DeleteItem: DeleteItemCommand,
    Query: QueryCommand,
    TransactWriteItems: TransactWriteItemsCommand,
  }

  /** Compares the answers of both to the same request, as far as the service looks at them. */
  async function both(name: keyof typeof commands, input: object) {
    const sent = { ...input, ReturnConsumedCapacity: 'TOTAL' }
    const ofModel = await clock.resolved(dynamodb.answer(`DynamoDB.${name}`, { ...sent }))
    // Index and units of a partition are counted in time, which must not run out.
    await clock.resolved(clock.sleep(1000))
    const ofEngine = await engine
      .send(new (commands[name] as typeof PutItemCommand)(sent as never))
      .catch((error: unknown) => error)
    return { model: seen(ofModel.body, errorIn(ofModel)), engine: seen(ofEngine, (ofEngine as Error).name) }
  }

  const seen = (answer: any, error: string | undefined) => ({
    error,
    item: answer.Item,
    items: answer.Items,
    attributes: answer.Attributes,
    reasons: answer.CancellationReasons?.map(({ Code, Item }: any) => ({ Code, Item })),
    units: [answer.ConsumedCapacity ?? []].flat().reduce((sum, each) => sum + each.CapacityUnits, 0),
  })

  const expectSame = async (name: keyof typeof commands, input: object) => {
    const { model, engine } = await both(name, input)
    expect(model, JSON.stringify(input)).toEqual(engine)
    return model
  }

  let made = 0
  const newName = () => `item-${++made}`
  const key = (name: string) => ({ pk: { S: name }, sk: { S: 'item' } })

  it('counts the same units for items of any size, in the table and its indexes', async () => {
    const item = fc.record(
      {
        block: fc.constantFrom({ S: 'one' }, { S: 'other' }),
        ordinal: fc.integer({ min: 1, max: 1e9 }).map((n) => ({ N: String(n) })),
        text: fc.integer({ min: 0, max: 4000 }).map((length) => ({ S: 'ä'.repeat(length) })),
        inner: fc.constantFrom({ M: { a: { S: 'b' }, c: { BOOL: true } } }, { L: [{ N: '1.5' }, { NULL: true }] }),
        identifier: fc.constant({ S: 'system:1' }),
        holder: fc.constantFrom({ S: 'event:1' }, { S: 'event:2' }),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), async (versions) => {
        const name = newName()
        for (const version of versions) await expectSame('PutItem', { TableName, Item: { ...version, ...key(name) } })
        await expectSame('GetItem', { TableName, Key: key(name), ConsistentRead: true })
        await expectSame('DeleteItem', { TableName, Key: key(name) })
      }),
      { numRuns: sized(15, 100) },
    )
  })

  it('decides conditions as it does', async () => {
    const conditions = [
      'attribute_not_exists(pk)',
      'attribute_exists(pk)',
      'attribute_exists(#name)',
      '#name = :value',
      '#name <> :value',
      '#name < :value OR attribute_not_exists(#name)',
      '#name >= :value AND NOT attribute_exists(beside)',
      'attribute_not_exists(#name) OR (#name > :value AND beside <> :value)',
      '#name BETWEEN :low AND :value',
      'nested.#name = :value',
      'attribute_not_exists(nested.#name) AND attribute_exists(pk)',
    ]
    const scalar = fc.constantFrom({ N: '1' }, { N: '10' }, { N: '9.5' }, { S: '1' }, { S: 'b' })
    const value = fc.oneof(scalar, fc.constant({ M: {} }))
    const item = fc.record(
      { named: value, beside: value, nested: value.map((named) => ({ M: { named } })) },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.option(item, { nil: undefined }),
        fc.constantFrom(...conditions),
        scalar,
        async (before, ConditionExpression, compared) => {
          const name = newName()
          if (before) await both('PutItem', { TableName, Item: { ...before, ...key(name) } })
          const values = {
            ...(/:value/.test(ConditionExpression) && { ':value': compared }),
            ...(/:low/.test(ConditionExpression) && { ':low': compared }),
          }
          await expectSame('PutItem', {
            TableName,
            Item: key(name),
            ConditionExpression,
            ...(/#name/.test(ConditionExpression) && { ExpressionAttributeNames: { '#name': 'named' } }),
            ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          })
        },
      ),
      { numRuns: sized(40, 300) },
    )
  })

  it('updates, queries and cancels transactions as it does', async () => {
    const update = (name: string, UpdateExpression: string, values?: object, more: object = {}) => ({
      TableName,
      Key: key(name),
      UpdateExpression,
      ...(values && { ExpressionAttributeValues: values }),
      ...more,
    })
    const all = { ReturnValues: 'ALL_NEW' }
    await expectSame('UpdateItem', update('u', 'SET a = :a ADD n :one', { ':a': { S: 'x' }, ':one': { N: '1' } }, all))
    await expectSame(
      'UpdateItem',
      update('u', 'SET a = if_not_exists(a, :a), b = n + :one', { ':a': { S: 'y' }, ':one': { N: '2' } }, all),
    )
    await expectSame('UpdateItem', update('u', 'REMOVE a, b SET n = n - :one', { ':one': { N: '1' } }, all))
    const member = (ordinal: number) => ({
      Item: { ...key(`m${ordinal}`), block: { S: 'q' }, ordinal: { N: String(ordinal) } },
      TableName,
    })
    await expectSame('TransactWriteItems', { TransactItems: [7, 10, 9].map((i) => ({ Put: member(i) })) })
    await expectSame('Query', {
      TableName,
      IndexName: 'members',
      KeyConditionExpression: '#block = :block AND ordinal BETWEEN :one AND :ten',
      ExpressionAttributeNames: { '#block': 'block' },
      ExpressionAttributeValues: { ':block': { S: 'q' }, ':one': { N: '8' }, ':ten': { N: '10' } },
      ScanIndexForward: false,
    })
    await expectSame('Query', {
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': { S: 'm7' }, ':sk': { S: 'it' } },
      ConsistentRead: true,
    })
    const canceled = await expectSame('TransactWriteItems', {
      TransactItems: [
        {
          Put: {
            ...member(7),
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        { Update: update('u', 'SET n = :n', { ':n': { N: '5' } }) },
        {
          ConditionCheck: { TableName, Key: key('u'.repeat(2)), ConditionExpression: 'attribute_exists(pk)' },
        },
        { Delete: { TableName, Key: key('m9') } },
      ],
    })
    expect(canceled.error).toBe('TransactionCanceledException')
    await expectSame('GetItem', { TableName, Key: key('u'), ConsistentRead: true })
  })
})

describe('the limits of the model', () => {
  const put = (pk: string, more: object = {}) => ({
    TableName: 'table',
    Item: { pk: { S: pk }, sk: { S: 'item' }, ...more },
  })
  const transaction = (...names: string[]) => ({ TransactItems: names.map((name) => ({ Put: put(name) })) })

  it('refuses a transaction while another has one of its items, and bills it', async () => {
    const { send, answers, dynamodb } = givenModel()
    const [first, second, apart] = await answers(
      send('TransactWriteItems', transaction('a', 'b')),
      send('TransactWriteItems', transaction('b', 'c')),
      send('TransactWriteItems', transaction('d')),
    )
    expect([first, apart].map((each) => each?.status)).toEqual([200, 200])
    expect(reasonsIn(second!)).toEqual(['TransactionConflict', 'None'])
    expect(dynamodb.counts).toMatchObject({ conflicts: 1, write: 10 })
    const [again] = await answers(send('TransactWriteItems', transaction('b', 'c')))
    expect(again?.status).toBe(200)
  })

  it('refuses writes during a transaction, and transactions during a write', async () => {
    const { send, answers } = givenModel()
    const [, single] = await answers(send('TransactWriteItems', transaction('a')), send('PutItem', put('a')))
    expect(errorIn(single!)).toBe('TransactionConflictException')
    const [one, other, late] = await answers(
      send('PutItem', put('a')),
      send('PutItem', put('a')),
      send('TransactWriteItems', transaction('a')),
    )
    expect([one, other].map((each) => each?.status)).toEqual([200, 200])
    expect(reasonsIn(late!)).toEqual(['TransactionConflict'])
  })

  it('throttles a key beyond a thousand units a second, in the table and in an index', async () => {
    const { send, answers, clock } = givenModel()
    const puts = (pk: (i: number) => string, more: object = {}) =>
      Array.from({ length: 1100 }, (_, i) => send('PutItem', put(pk(i), more)))
    const refused = (sent: WireAnswer[]) =>
      sent.flatMap((each) => errorIn(each) ?? []).filter((each) => each === 'ProvisionedThroughputExceededException')
    expect(refused(await answers(...puts(() => 'hot')))).toHaveLength(100)
    expect(refused(await answers(...puts((i) => `cold-${i}`)))).toHaveLength(0)
    await clock.resolved(clock.sleep(500))
    expect(refused(await answers(...puts(() => 'hot'))).length).toBeGreaterThan(500)
    const members = puts((i) => `member-${i}`, { block: { S: 'hot' }, ordinal: { N: '1' } })
    expect(refused(await answers(...members))).toHaveLength(100)
    const [late] = await answers(send('TransactWriteItems', transaction('hot')))
    expect(late?.status).toBe(200)
  })

  it('tells throttling in a transaction by its reasons', async () => {
    const { send, answers } = givenModel()
    const beside = (i: number) => put('hot', { sk: { S: `item-${i}` } })
    const puts = Array.from({ length: 1000 }, (_, i) => send('PutItem', beside(i)))
    const all = await answers(...puts, send('TransactWriteItems', transaction('cold', 'hot')))
    expect(errorIn(all.at(-1)!)).toBe('TransactionCanceledException')
    expect(reasonsIn(all.at(-1)!)).toEqual(['None', 'ThrottlingError'])
  })

  it('throttles reads of a key beyond three thousand units a second', async () => {
    const { send, answers } = givenModel()
    const get = { TableName: 'table', Key: { pk: { S: 'a' }, sk: { S: 'item' } }, ConsistentRead: true }
    const all = await answers(...Array.from({ length: 3200 }, () => send('GetItem', get)))
    expect(all.filter((each) => each.status === 400)).toHaveLength(200)
  })

  it('shows in an index a moment later', async () => {
    const { send, answers, clock } = givenModel()
    await answers(send('PutItem', put('a', { block: { S: 'b' }, ordinal: { N: '1' } })))
    const query = {
      TableName: 'table',
      IndexName: 'members',
      KeyConditionExpression: '#block = :block',
      ExpressionAttributeNames: { '#block': 'block' },
      ExpressionAttributeValues: { ':block': { S: 'b' } },
    }
    const [early] = await answers(send('Query', query))
    await clock.resolved(clock.sleep(10))
    const [late] = await answers(send('Query', query))
    expect([early, late].map((each) => (each?.body as any).Count)).toEqual([0, 1])
  })

  it.each([
    ['Scan', {}],
    ['PutItem', { ...put('a'), ConditionExpression: 'size(pk) > :n' }],
    ['PutItem', { ...put('a'), ConditionExpression: 'contains(pk, :n)' }],
    ['PutItem', { ...put('a'), Expected: {} }],
    ['UpdateItem', { Key: put('a').Item, UpdateExpression: 'DELETE tags :n' }],
    [
      'UpdateItem',
      {
        Key: put('a').Item,
        UpdateExpression: 'SET inner.name = :n',
        ExpressionAttributeValues: { ':n': { N: '1' } },
      },
    ],
  ])('fails at a %s that it does not know: %j', async (command, input) => {
    const { send } = givenModel()
    await expect(send(command, input)).rejects.toThrow()
  })
})

describe('the stream of the model', () => {
  it('hands records on in order, and again from the first that failed', async () => {
    const clock = new Clock()
    const batches: string[][] = []
    const mapping = new Mapping({
      clock,
      shards: 1,
      batchSize: 4,
      filter: ({ after }) => after?.[PENDING] !== undefined,
      start: () => async (event: DynamoDBStreamEvent) => {
        const names = event.Records.map(({ dynamodb }) => dynamodb?.NewImage?.['pk']?.S ?? '')
        batches.push(names)
        if (batches.length === 1) throw new Error('All of it failed')
        const failed = batches.length === 3 ? event.Records.slice(1, 2) : []
        return {
          batchItemFailures: failed.map(({ dynamodb }) => ({
            itemIdentifier: dynamodb?.SequenceNumber ?? '',
          })),
        }
      },
    })
    for (const name of ['a', 'b', 'passed over', 'c', 'd', 'e']) {
      const keys = { pk: { S: name }, sk: { S: 'item' } }
      const waits = name.length === 1 && { [PENDING]: { S: 'attendances 0' } }
      mapping.take({ keys, before: undefined, after: { ...keys, ...waits } })
    }
    await clock.run(() => mapping.waiting === 0)
    expect(batches).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b'],
      ['c', 'd', 'e'],
      ['d', 'e'],
    ])
  })
})

describe('a burst by model', () => {
  const short = { rates: [20], seconds: 2, fewest: 1 }

  it('is the same every time, and counts of uncontended events are exact at once', async () => {
    const [one, again] = [
      await measureBurst({ ...short, designs: ['known people'] }),
      await measureBurst({ ...short, designs: ['known people'] }),
    ]
    expect(one).toEqual(again)
    expect(one).toEqual([expect.objectContaining({ sent: 40, accepted: 40, dense: true, refusals: {} })])
  })

  it('takes every request of the helper, for new people, and counts them all', async () => {
    const [burst] = await measureBurst({ rates: [50], seconds: 1, designs: ['new people'] })
    expect(burst).toMatchObject({ refusals: {}, logged: {}, dense: true })
    expect(burst?.accepted).toBe(burst?.sent)
  })

  it('loses RSVPs of the textbook design where one counter is written often', async () => {
    const [burst] = await measureBurst({ rates: [200], seconds: 1, designs: ['textbook'] })
    expect(burst?.accepted).toBeLessThan(150)
    expect(burst?.refusals['503']).toBe(200 - (burst?.accepted ?? 0))
  })
})
