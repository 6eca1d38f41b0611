import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamMapping } from '../../../infra/queues/streams.js'
import { type Consume, type Delivery, deliver } from '../../../local/stream/stream-mapping.js'

const mapping: StreamMapping = {
  consumer: 'streams/test',
  batchSize: 2,
  windowMs: 0,
  retries: 2,
  accepts: ({ dynamodb }) => dynamodb?.NewImage?.['wanted'] !== undefined,
}

const record = (number: number, attribute = 'wanted'): DynamoDBRecord => ({
  dynamodb: { SequenceNumber: String(number), NewImage: { [attribute]: { S: 'x' } } },
})
const numbersOf = (records: DynamoDBRecord[]) => records.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber))

let delivery: Delivery
let batches: number[][]
let said: string[]

beforeEach(() => {
  batches = []
  said = []
})
afterEach(() => delivery.stop())

/** Delivers to a consumer that keeps the numbers of its batches before it does what the test says. */
function delivering(consume: Consume = () => undefined): void {
  const remember: Consume = (event) => {
    batches.push(numbersOf(event.Records))
    return consume(event)
  }
  delivery = deliver(mapping, remember, (message) => said.push(message))
}

const until = (expected: number[][]) =>
  vi.waitFor(() => expect(batches).toEqual(expected), { timeout: 10_000, interval: 10 })

describe('a mapping of the stream', () => {
  it('invokes its consumer with what the filter passes, in batches and in order', async () => {
    delivering()
    delivery.push([record(1), record(2, 'unwanted'), record(3), record(4)])
    await until([[1, 3], [4]])
    delivery.push([record(5, 'unwanted'), record(6)])
    await until([[1, 3], [4], [6]])
    await vi.waitFor(() => expect(delivery.backlog()).toBe(0))
  })

  it('repeats a batch whose consumer throws', async () => {
    let failures = 1
    delivering(() => {
      if (failures-- > 0) throw new Error('not now')
    })
    delivery.push([record(1), record(2), record(3)])
    await until([[1, 2], [1, 2], [3]])
    expect(said).toEqual([])
  })

  it('repeats a batch from the first reported failure', async () => {
    let failures = 1
    delivering(() => ({ batchItemFailures: failures-- > 0 ? [{ itemIdentifier: '2' }] : [] }))
    delivery.push([record(1), record(2), record(3)])
    await until([
      [1, 2],
      [2, 3],
    ])
  })

  it('gives a batch up after as many attempts as are deployed, says so, and goes on with the next', async () => {
    delivering(({ Records }) => {
      if (numbersOf(Records).includes(1)) throw new Error('never')
    })
    delivery.push([record(1), record(2), record(3)])
    await until([[1, 2], [1, 2], [1, 2], [3]])
    expect(said).toEqual(['streams/test has failed 3 times on a batch of the stream, which is given up: Error: never'])
  })

  it('knows the oldest record that is not handled, while its consumer works and afterwards', async () => {
    let finish: () => void = () => undefined
    delivering(() => new Promise<void>((resolve) => (finish = resolve)))
    expect(delivery.oldest()).toBeUndefined()
    delivery.push([record(1), record(2), record(3)])
    await until([[1, 2]])
    expect(delivery.oldest()).toBe('1')
    finish()
    await until([[1, 2], [3]])
    expect(delivery.oldest()).toBe('3')
    finish()
    await vi.waitFor(() => expect(delivery.oldest()).toBeUndefined())
  })
})
