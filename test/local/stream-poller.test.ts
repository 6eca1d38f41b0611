import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { streamMappings } from '../../infra/queues/streams.js'
import { PutCommand } from '../../lib/table/client/commands.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { type Consume, deliver } from '../../local/stream/stream-mapping.js'
import { type StreamPoller, pollStream } from '../../local/stream/stream-poller.js'
import { freshTable, startStream } from '../support/engine/tables.js'

/** `vi.waitFor` gives up after a second by default, which a busy machine exceeds. */
const WAIT = { timeout: 240_000 }

let address: Awaited<ReturnType<typeof freshTable>>
let table: Table
let poller: StreamPoller | undefined

beforeEach(async () => {
  address = await startStream(await freshTable())
  table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
})

afterEach(async () => {
  await poller?.stop()
  poller = undefined
})

const mapping = streamMappings.find(({ accepts }) =>
  accepts({ dynamodb: { NewImage: { waits_for: { S: 'a list' } } } }),
)!
const put = (pk: string, value: object = { waits_for: 'a list' }) =>
  table.client.send(new PutCommand({ TableName: table.name, Item: { ...value, pk, sk: 'x' } }))
const idOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.['pk']?.S
const idsOf = (records: DynamoDBRecord[]) => records.map(idOf)

/** Polls, and waits until it reads what is written from now on. */
async function polling(consume: Consume, given: string[] = []): Promise<void> {
  let ready = false
  const delivery = deliver(
    mapping,
    async (event) => {
      if (idsOf(event.Records).includes('ready')) ready = true
      const Records = event.Records.filter((record) => idOf(record) !== 'ready')
      return Records.length > 0 ? consume({ Records }) : { batchItemFailures: [] }
    },
    (message) => given.push(message),
  )
  poller = pollStream(address, [delivery])
  await vi.waitFor(
    async () => {
      await put('ready', { waits_for: 'a list', at: Math.random() })
      expect(ready).toBe(true)
    },
    { ...WAIT, interval: 100 },
  )
}

describe('the poller of the stream', () => {
  it('hands on members that wait, in the order in which they came, and nothing else', async () => {
    const seen: (string | undefined)[] = []
    await polling(async ({ Records }) => {
      seen.push(...idsOf(Records))
      return { batchItemFailures: [] }
    })
    for (const pk of ['a', 'b', 'c']) await put(pk)
    await put('calm', { block: 'a#0', ordinal: 1 })
    await put('d')
    await vi.waitFor(() => expect(seen).toEqual(['a', 'b', 'c', 'd']), WAIT)
  })

  it('hands a batch on again from its first failure, until it succeeds', async () => {
    const seen: (string | undefined)[] = []
    await polling(async ({ Records }) => {
      seen.push(...idsOf(Records))
      const failed = Records.find((record) => idOf(record) === 'b')
      const isSecondTime = seen.filter((each) => each === 'b').length > 1
      const itemIdentifier = failed?.dynamodb?.SequenceNumber
      return { batchItemFailures: itemIdentifier && !isSecondTime ? [{ itemIdentifier }] : [] }
    })
    for (const pk of ['a', 'b', 'c']) await put(pk)
    const timesOf = (pk: string) => seen.filter((each) => each === pk).length
    await vi.waitFor(() => expect([timesOf('b'), seen.at(-1)]).toEqual([2, 'c']), WAIT)
    expect(timesOf('a')).toBe(1)
  })
})
