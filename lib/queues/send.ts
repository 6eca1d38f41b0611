import { SendMessageBatchCommand } from '@aws-sdk/client-sqs'
import type { Environment } from '../runtime/environment.js'
import { openClient } from './client.js'

/** A message for a queue. */
export interface Outgoing {
  queue: string
  /** The message for the function that consumes the queue, as JSON of at most some kilobytes. */
  body: object
  /** The delay of the message, in seconds: at most 900. */
  delaySeconds?: number
}

/** Puts messages into queues. @throws Error when a message was not taken; those before it may have been */
export type Send = (messages: Outgoing[]) => Promise<void>

/** The most messages of a request to SQS. */
const AT_ONCE = 10
/** Requests that are under way together. */
const PARALLEL = 10

/** Opens the queues of this deployment for messages. @throws Error without QUEUES_URL in the environment */
export function openQueues(environment: Pick<Environment, 'queuesUrl'>): Send {
  const { client, urlOf } = openClient(environment)

  const sendBatch = async (queue: string, batch: Outgoing[]) => {
    const Entries = batch.map(({ body, delaySeconds }, i) => ({
      Id: String(i),
      MessageBody: JSON.stringify(body),
      ...(delaySeconds && { DelaySeconds: delaySeconds }),
    }))
    const { Failed = [] } = await client().send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }))
    const [first] = Failed
    if (first) throw new Error(`The queue ${queue} refused ${Failed.length} messages: ${first.Message}`)
  }

  return async (messages) => {
    const batches = [...Map.groupBy(messages, ({ queue }) => queue)].flatMap(([queue, all]) =>
      Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) => ({
        queue,
        batch: all.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
      })),
    )
    for (let i = 0; i < batches.length; i += PARALLEL)
      await Promise.all(batches.slice(i, i + PARALLEL).map(({ queue, batch }) => sendBatch(queue, batch)))
  }
}
