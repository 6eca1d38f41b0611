import type { Queue } from '../queues/queue.js'

/**
 * The changes of which some webhook hears (docs/decisions/0031). The messages of a batch for one webhook are one
 * transaction.
 */
export const collectQueue: Queue = {
  name: 'collect-messages',
  takes: {
    kinds: ['attendance', 'person', 'event', 'campaign', 'tagging'],
    // A tagging may be gone when its message is made.
    carries: ['owner', 'revision', 'tag', 'person', 'created_date', 'removed_date'],
  },
  // The format of Action Network has the tags of the person.
  needs: ['collect messages', 'list tags', 'read taggings'],
  batchSize: 100,
  windowSeconds: 1,
  concurrency: 10,
  seconds: 60,
  attempts: 8,
  lateAfter: 300,
}

/** One invocation delivers for one webhook, so a slow receiver takes one of them. */
export const deliverQueue: Queue = {
  name: 'deliver-messages',
  takes: { attribute: 'announces', words: ['deliveries'], carries: ['owner'] },
  needs: ['send messages'],
  batchSize: 1,
  concurrency: 100,
  seconds: 60,
  attempts: 8,
  lateAfter: 900,
}
