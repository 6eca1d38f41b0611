import { DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { Environment } from '../runtime/environment.js'
import { openClient } from './client.js'

/** A queue into which a function looks by itself. */
export interface ReceivingQueue {
  /** Takes up to ten messages, which the queue hides from others for the time that infra/queues/queues.ts says. */
  receive: () => Promise<SQSRecord[]>
  /** Removes messages that were handled. What is not removed is offered again. */
  remove: (records: SQSRecord[]) => Promise<void>
}

/** The most messages that SQS gives at once. */
const AT_ONCE = 10

/** Opens a queue of this deployment. @throws Error without QUEUES_URL in the environment */
export function openQueue(environment: Pick<Environment, 'queuesUrl'>, name: string): ReceivingQueue {
  const { client, urlOf } = openClient(environment)
  const QueueUrl = urlOf(name)
  return {
    // SQS asks a part of its servers, and the next run finds the rest. Waiting for all would cost a second of each run.
    async receive() {
      const { Messages = [] } = await client().send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: AT_ONCE }),
      )
      return Messages.map(
        ({ MessageId: messageId, ReceiptHandle: receiptHandle, Body: body }) =>
          ({ messageId, receiptHandle, body }) as SQSRecord,
      )
    },

    async remove(records) {
      if (records.length === 0) return
      const Entries = records.map(({ receiptHandle }, i) => ({ Id: String(i), ReceiptHandle: receiptHandle }))
      await client().send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    },
  }
}

/**
 * Hands on what is in a queue, batch by batch, until it is empty or the time is over. A message is removed after it was
 * handled, so a process that is killed loses none. What failed is offered again, and goes to the failure queue after
 * the last attempt that the queue makes.
 * @param handle reports the messages that failed, as the function of a mapping does
 * @param until no further batch begins after this time, in milliseconds since 1970
 * @throws at the end, the error of the first batch whose messages all failed
 */
export async function emptyQueue(
  { receive, remove }: ReceivingQueue,
  handle: (event: SQSEvent) => Promise<SQSBatchResponse>,
  until: number,
): Promise<void> {
  const failures: unknown[] = []
  while (Date.now() < until) {
    const Records = await receive()
    if (Records.length === 0) break
    try {
      const { batchItemFailures } = await handle({ Records })
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
      await remove(Records.filter(({ messageId }) => !failed.has(messageId)))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
