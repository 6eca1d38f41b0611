import type { KindName } from '../table/items/items.js'

/** A queue, and the function that consumes it. */
export interface Queue {
  /** The function's file is functions/queues/<name>.ts. */
  name: string
  /** The records of the table's stream that the fan-out hands to the queue; none when absent. */
  takes?: Interest
  /** The function's needs of the table, as in lib/http/endpoints/endpoints.json. */
  needs: string[]
  /** The most messages of one invocation. */
  batchSize: number
  /** The time in which a batch is collected, in seconds. SQS wants at least a second for more than ten messages. */
  windowSeconds?: number
  /** The most invocations at once. Lambda takes at least 2 of a queue that it polls. */
  concurrency: number
  /** Time limit of an invocation. */
  seconds: number
  /** Attempts of a message before it becomes a dead letter. */
  attempts: number
  /** The age of the oldest message, in seconds, above which an alarm fires. */
  lateAfter: number
  /** Whether an invocation takes a whole processor. */
  computes?: boolean
  /** Whether it finds places of people, for which it needs the table of locations. */
  finds?: boolean
  /** Whether it sends mail: what composes mails is in a layer. */
  mails?: boolean
  /** Whether all its messages are of mails. A stage without mail sends it none and does not poll it: a poll costs. */
  needsMail?: boolean
  /** Whether its function looks into it by itself, each minute, in place of Lambda's polls (docs/decisions/0047). */
  everyMinute?: boolean
}

/** Which records of the stream a queue takes, and what of them. */
export type Interest = {
  /** The attributes that a message carries besides the key and the attribute below. */
  carries: string[]
} & (
  | {
      /** The attribute of an item that names what waits for it. */
      attribute: 'waits_for_people' | 'announces'
      /** Words of which the attribute has to hold one. Words have spaces between them. */
      words?: string[]
    }
  /** Every change of items of some kinds. */
  | { kinds: KindName[] }
)

/** Every queue of the service. A function that consumes one may get a message twice, late, and in any order. */
export const queues: Queue[] = [
  {
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
  },
  // The messages of webhooks (docs/decisions/0031). Those of a batch that are for one webhook are one transaction. It
  // gets the changes of which some webhook hears (docs/decisions/0031).
  {
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
  },
  // One invocation delivers for one webhook, so a slow receiver takes one of them.
  {
    name: 'deliver-messages',
    takes: { attribute: 'announces', words: ['deliveries'], carries: ['owner'] },
    needs: ['send messages'],
    batchSize: 1,
    concurrency: 100,
    seconds: 60,
    attempts: 8,
    lateAfter: 900,
  },
  {
    name: 'send-mail',
    takes: { attribute: 'announces', words: ['mail'], carries: ['event', 'person', 'mails'] },
    needs: ['send mail'],
    // Each part of a mailing has an invocation of its own.
    batchSize: 1,
    concurrency: 40,
    seconds: 120,
    // A mail that a crashed process has claimed is offered until its claim has ended.
    attempts: 20,
    lateAfter: 900,
    mails: true,
    needsMail: true,
  },
  {
    // Amazon SES puts messages into it, by SNS.
    name: 'note-bounces',
    needs: ['note bounces'],
    batchSize: 10,
    // A run ends before the next one begins.
    concurrency: 1,
    seconds: 30,
    attempts: 5,
    lateAfter: 900,
    needsMail: true,
    everyMinute: true,
  },
  // The indexes by which the interface finds people and events. An RSVP does not wait for them.
  {
    name: 'index-names',
    takes: { kinds: ['person', 'event'], carries: [] },
    needs: ['index names'],
    batchSize: 50,
    windowSeconds: 1,
    concurrency: 5,
    seconds: 60,
    attempts: 12,
    lateAfter: 1800,
  },
]

/** Whether a stage has work for a queue. @param mail what its mails are sent by, if it sends any */
export const isInUse = ({ needsMail }: Queue, mail: object | undefined): boolean => mail !== undefined || !needsMail
