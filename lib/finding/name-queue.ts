import type { Queue } from '../queues/queue.js'

/** The indexes by which the interface finds people and events. An RSVP does not wait for them. */
export const nameQueue: Queue = {
  name: 'index-names',
  takes: { kinds: ['person', 'event'], carries: [] },
  needs: ['index names'],
  batchSize: 50,
  windowSeconds: 1,
  concurrency: 5,
  seconds: 60,
  attempts: 12,
  lateAfter: 1800,
}
