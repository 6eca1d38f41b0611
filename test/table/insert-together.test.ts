import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertTogether } from '../../lib/table/insert-together.js'
import { getMany } from '../../lib/table/reads.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { putIfAbsent } from '../../lib/table/transaction.js'
import { mayHaveWritten, partOfRequest, withDeadline } from '../../lib/runtime/request-context.js'
import { engineKinds } from '../support/engine/engines.js'
import { type FaultyDynamoDb, type Trouble, startFaultyDynamoDb } from '../support/engine/faults.js'
import { fails, says, startScriptedDynamoDB } from '../support/engine/scripted-dynamodb.js'
import { freshTable } from '../support/engine/tables.js'

const keyOf = (name: string) => ({ pk: `item#${name}`, sk: 'item' })

/** Claims a name as the stores do: a put by itself knows the own item again. */
const claim = (table: Table, name: string, holder: string) =>
  insertTogether(table, keyOf(name), { holder }, async () => {
    const met = await putIfAbsent(table, keyOf(name), { holder })
    return met === undefined || met['holder'] === holder
  })

const names = (count: number) => Array.from({ length: count }, () => randomUUID())

describe.each(engineKinds())('on %s, items that are written at the same time', (kind) => {
  let dynamodb: FaultyDynamoDb
  let elsewhere: () => Table
  let table: Table

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    dynamodb = await startFaultyDynamoDb(endpoint)
    elsewhere = () => openTable({ tableName, dynamodbEndpoint: dynamodb.endpoint })
  })
  beforeEach(() => {
    dynamodb.calm()
    table = elsewhere()
  })
  afterAll(() => dynamodb.close())

  const sent = () => dynamodb.passed.map(({ action }) => action)
  const holders = async (of: string[]) =>
    (await getMany(table, of.map(keyOf), { consistent: true })).map((item) => item?.['holder'])

  it('share requests, 25 in each', async () => {
    const all = names(60)
    expect(await Promise.all(all.map((name) => claim(table, name, 'one')))).toEqual(all.map(() => true))
    expect(sent()).toEqual(Array(3).fill('BatchExecuteStatement'))
    expect(await holders(all)).toEqual(all.map(() => 'one'))
  })

  it('are put where there is one', async () => {
    expect(await claim(table, randomUUID(), 'one')).toBe(true)
    expect(sent()).toEqual(['PutItem'])
  })

  it('share the next request with those that come while a request is under way', async () => {
    const [early = '', ...late] = names(9)
    const { promise: sentFirst, resolve: sending } = Promise.withResolvers<undefined>()
    const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<undefined>()
    dynamodb.troubles(({ body }) => {
      if (!body.includes(early)) return undefined
      sending(undefined)
      return goOn
    })
    const one = claim(table, early, 'one')
    await sentFirst
    const others = late.map((name) => claim(table, name, 'one'))
    letGoOn(undefined)
    expect(await Promise.all([one, ...others])).toEqual(Array(9).fill(true))
    expect(sent()).toEqual(['PutItem', 'BatchExecuteStatement'])
  })

  it('are refused one by one where they exist', async () => {
    const all = names(4)
    const [known = ''] = all
    await claim(table, known, 'another')
    const written = await Promise.all(all.map((name) => claim(table, name, 'one')))
    expect(written).toEqual([false, true, true, true])
    expect(await holders(all)).toEqual(['another', 'one', 'one', 'one'])
  })

  it('have one winner where they have the same key', async () => {
    const [same = '', other = ''] = names(2)
    const written = await Promise.all([
      claim(table, same, 'one'),
      claim(table, same, 'two'),
      claim(table, other, 'one'),
    ])
    expect(written.filter(Boolean)).toHaveLength(2)
    expect(await holders([same])).toEqual([written[0] ? 'one' : 'two'])
  })

  it('keep values that look like statements', async () => {
    const all = [`${randomUUID()}'}; --`, `${randomUUID()}"?`, randomUUID()]
    const holder = `'?"} VALUE {'pk': 'x'}`
    expect(await Promise.all(all.map((name) => claim(table, name, holder)))).toEqual([true, true, true])
    expect(await holders(all)).toEqual([holder, holder, holder])
  })

  it.each<Trouble>(['lost answer', 'lost request', 'fault after', 'throttled'])(
    'are written and known again after each attempt of their request met: %s',
    async (trouble) => {
      const all = names(5)
      dynamodb.troubles((passing) => (passing.action === 'BatchExecuteStatement' ? trouble : undefined))
      expect(await Promise.all(all.map((name) => claim(table, name, 'one')))).toEqual(all.map(() => true))
      expect(await holders(all)).toEqual(all.map(() => 'one'))
    },
  )

  it('fail together where a request is not understood', async () => {
    const missing: Table = { ...table, name: 'missing' }
    const ends = await Promise.allSettled(names(3).map((name) => claim(missing, name, 'one')))
    expect(ends.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  })

  it('have one winner each among several processes, whatever becomes of the requests', async () => {
    const faults: (Trouble | undefined)[] = ['lost answer', 'lost request', 'fault after', 'throttled', 5]
    const aFault = fc.constantFrom(undefined, undefined, undefined, ...faults)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(11), { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 4 }),
        fc.array(aFault, { minLength: 6, maxLength: 24 }),
        async (claims, fates) => {
          const all = names(12)
          let sent = 0
          dynamodb.troubles(() => fates[sent++])
          const won = await Promise.all(
            claims.flatMap((ofProcess, i) => {
              const own = elsewhere()
              return ofProcess.map(async (n, j) => {
                const holder = `${i} ${j}`
                // After four failed attempts, a claim may not know its outcome.
                const isWritten = await claim(own, all[n] as string, holder).catch(() => undefined)
                return { n, holder, isWritten }
              })
            }),
          )
          dynamodb.calm()
          const found = await holders(all)
          for (const { n, holder, isWritten } of won)
            if (isWritten !== undefined) expect(isWritten).toBe(found[n] === holder)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('a statement that is refused by itself', () => {
  let host: Awaited<ReturnType<typeof startScriptedDynamoDB>>
  let table: Table

  beforeAll(async () => {
    host = await startScriptedDynamoDB()
    table = openTable({ tableName: 'scripted', dynamodbEndpoint: host.endpoint })
  })
  beforeEach(() => {
    host.received = []
  })
  afterAll(() => host.close())

  /** Lets DynamoDB answer the next batch with a code for each statement, and every put with success. */
  const answers = (...codes: (string | undefined)[]) => {
    host.script = [says(200, { Responses: codes.map((Code) => (Code ? { Error: { Code } } : {})) })]
  }
  const sent = () => host.received.map(({ headers }) => String(headers['x-amz-target']).split('.')[1])

  it.each(['DuplicateItem', 'TransactionConflict', 'ThrottlingError', 'AccessDenied'])(
    'for %s is put, and no other is sent again',
    async (code) => {
      answers(undefined, code, undefined)
      const written = await Promise.all(['a', 'b', 'c'].map((name) => claim(table, name, 'one')))
      expect(written).toEqual([true, true, true])
      expect(sent()).toEqual(['BatchExecuteStatement', 'PutItem'])
      expect(host.received[1]?.body.Item.pk).toEqual({ S: 'item#b' })
    },
  )

  it('for what it says fails, and the others are written', async () => {
    answers(undefined, 'ValidationError')
    const [one, other] = await Promise.allSettled(['a', 'b'].map((name) => claim(table, name, 'one')))
    expect(one).toMatchObject({ value: true })
    expect(other).toMatchObject({ reason: { name: 'ValidationError' } })
  })

  it('by an answer that does not name it is put', async () => {
    answers(undefined)
    const written = await Promise.all(['a', 'b'].map((name) => claim(table, name, 'one')))
    expect([written, sent()]).toEqual([
      [true, true],
      ['BatchExecuteStatement', 'PutItem'],
    ])
  })

  it('is put where a role allows no statements', async () => {
    host.script = [fails('AccessDeniedException')]
    const written = await Promise.all(['a', 'b'].map((name) => claim(table, name, 'one')))
    expect([written, sent()]).toEqual([
      [true, true],
      ['BatchExecuteStatement', 'PutItem', 'PutItem'],
    ])
  })

  it.each([
    ['InternalServerError', true],
    ['ThrottlingError', false],
  ])('for %s may have been written: %s', async (code, mayBe) => {
    answers(code, code)
    const noted = await withDeadline(60_000, () =>
      Promise.all(
        ['a', 'b'].map((name) =>
          partOfRequest(async () => {
            await insertTogether(table, keyOf(name), {}, async () => false)
            return mayHaveWritten()
          }),
        ),
      ),
    )
    expect(noted).toEqual([mayBe, mayBe])
  })
})
