import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { log } from '../../lib/runtime/log.js'
import { type Announced, sendAnnounced } from '../../lib/mail/sending/announced.js'
import { mailSending } from '../../lib/app/consumers.js'
import type { Service } from '../../lib/runtime/service.js'

/** Time of an invocation that work on large mailings leaves to the messages after it, in milliseconds. */
const RESERVE_MS = 30_000

/**
 * Sends the emails that the stream tells of, one after the other: a crash between the sending of an email and the note
 * of it concerns that email alone.
 */
export const endpoint = (service: Service) => {
  const sending = mailSending(service)
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const until = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS
    const failed: string[] = []
    for (const { messageId, body } of Records) {
      try {
        await sendAnnounced(JSON.parse(body) as Announced, sending, until)
      } catch (error) {
        log({ level: 'warn', message: `An email has to be offered again: ${String(error)}` })
        failed.push(messageId)
      }
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }
}
