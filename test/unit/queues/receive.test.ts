import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { expect, it, vi } from 'vitest'
import { emptyQueue } from '../../../lib/queues/receive.js'

/** A queue in memory, which hides what was received until a test shows it again. */
function queueOf(...bodies: string[]) {
  let left = bodies.map((body) => ({ messageId: body, body }) as SQSRecord)
  const hidden = new Set<SQSRecord>()
  return {
    left: () => left.map(({ body }) => body),
    showAgain: () => hidden.clear(),
    async receive() {
      const taken = left.filter((each) => !hidden.has(each)).slice(0, 2)
      for (const each of taken) hidden.add(each)
      return taken
    },
    async remove(records: SQSRecord[]) {
      left = left.filter((each) => !records.includes(each))
    },
  }
}

const done: SQSBatchResponse = { batchItemFailures: [] }
const always = Infinity

it('a queue is emptied batch by batch, and what failed stays in it', async () => {
  const queue = queueOf('a', 'b', 'c', 'd', 'e')
  const seen: string[] = []
  const handle = async ({ Records }: SQSEvent) => {
    seen.push(...Records.map(({ body }) => body))
    return { batchItemFailures: Records.some(({ body }) => body === 'c') ? [{ itemIdentifier: 'c' }] : [] }
  }
  await emptyQueue(queue, handle, always)
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(queue.left()).toEqual(['c'])
})

it('a batch of which all messages fail keeps no other from its end, and is told at the end', async () => {
  const queue = queueOf('a', 'b', 'c')
  const handle = async ({ Records }: SQSEvent) =>
    Records.some(({ body }) => body === 'a') ? Promise.reject(new Error('no a')) : done
  await expect(emptyQueue(queue, handle, always)).rejects.toThrow('no a')
  expect(queue.left()).toEqual(['a', 'b'])
})

it('a process that is killed after its work leaves the messages to the next one', async () => {
  const queue = queueOf('a')
  const killed = { ...queue, remove: () => Promise.reject(new Error('killed')) }
  await expect(emptyQueue(killed, async () => done, always)).rejects.toThrow('killed')
  queue.showAgain()
  const seen: string[] = []
  await emptyQueue(
    queue,
    async ({ Records }) => {
      seen.push(...Records.map(({ body }) => body))
      return done
    },
    always,
  )
  expect([seen, queue.left()]).toEqual([['a'], []])
})

it('no further batch begins after the time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const queue = queueOf('a', 'b', 'c')
  const until = Date.now() + 1_000
  const slow = async () => {
    vi.setSystemTime(until)
    return done
  }
  await emptyQueue(queue, slow, until)
  expect(queue.left()).toEqual(['c'])
})
