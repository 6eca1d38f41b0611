import type { Queue } from '../queues/queue.js'

/** Results that a query, a count or a file has yet to compute. */
export const resultQueue: Queue = {
  name: 'compute-results',
  takes: { attribute: 'waits_for_people', carries: [] },
  needs: ['run queries', 'count sources', 'count outcomes', 'write files of guests', 'write reports of campaigns'],
  batchSize: 1,
  concurrency: 4,
  seconds: 900,
  // An attempt that finds no instance counts.
  attempts: 5,
  lateAfter: 1800,
  computes: true,
  finds: true,
}
