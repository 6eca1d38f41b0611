import type { SQSEvent } from 'aws-lambda'
import { expect, it, vi } from 'vitest'
import { handleEach, handleTogether } from '../../../lib/queues/messages.js'

const batch = (...bodies: string[]) =>
  ({ Records: bodies.map((body, i) => ({ messageId: `m${i}`, body })) }) as SQSEvent
const odd = async (n: number) => (n % 2 === 1 ? n : Promise.reject(new Error(`${n} is even`)))

it('a batch reports the messages that failed, and those that are not JSON', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { batchItemFailures } = await handleEach(batch('1', '2', '{', '3'), 'count', odd)
  expect(batchItemFailures).toEqual([{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }])
  expect(written.mock.calls.join()).toContain('Cannot count: Error: 2 is even')
})

it('a batch fails when all of its messages did, and an empty one is done', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await expect(handleEach(batch('2', '4'), 'count', odd)).rejects.toThrow('2 is even')
  expect(await handleEach(batch(), 'count', odd)).toEqual({ batchItemFailures: [] })
})

it('a batch that is handled by one call reports the same', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const oddOnes = (all: number[]) => Promise.allSettled(all.map(odd))
  const { batchItemFailures } = await handleTogether(batch('1', '2', '3'), 'count', oddOnes)
  expect(batchItemFailures).toEqual([{ itemIdentifier: 'm1' }])
  await expect(handleTogether(batch('2', '4'), 'count', oddOnes)).rejects.toThrow('2 is even')
  expect(await handleTogether(batch(), 'count', oddOnes)).toEqual({ batchItemFailures: [] })
})
