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
  /** Whether all its messages are of emails. A stage without mail sends it none and does not poll it: a poll costs. */
  needsMail?: boolean
  /** Whether its function reads it once a minute, instead of being polled by Lambda (docs/decisions/0047). */
  everyMinute?: boolean
}

/** The records of the stream that a queue takes, and the attributes that it gets. */
export type Interest = {
  /** The attributes that a message carries besides the key and the attribute below. */
  carries: string[]
} & (
  | {
      /** The attribute of an item that names what waits for it. */
      attribute: 'waits_for_people' | 'announces'
      /** The attribute must contain one of these words. Words have spaces between them. */
      words?: string[]
    }
  /** Every change of items of some kinds. */
  | { kinds: KindName[] }
)

/** Whether a stage has work for a queue. @param mail what its emails are sent by, if it sends any */
export const isInUse = ({ needsMail }: Queue, mail: object | undefined): boolean => mail !== undefined || !needsMail
