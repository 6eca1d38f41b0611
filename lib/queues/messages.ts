import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { log } from '../runtime/log.js'

/**
 * Handles the messages of a batch at the same time. Those that fail are logged and offered again, and those alone.
 * @param what names the work in the log
 * @throws Error when all of them failed, so that CloudWatch counts an error of the function
 */
export const handleEach = <Body>(
  event: SQSEvent,
  what: string,
  handle: (body: Body) => Promise<unknown>,
): Promise<SQSBatchResponse> =>
  reportFailures(
    event,
    what,
    Promise.allSettled(event.Records.map(async ({ body }) => handle(JSON.parse(body) as Body))),
  )

/**
 * Handles the messages of a batch by one call, with the same answer.
 * @param handle returns the outcomes in the order of the messages
 * @throws Error when all of them failed, or when `handle` does
 */
export const handleTogether = <Body>(
  event: SQSEvent,
  what: string,
  handle: (bodies: Body[]) => Promise<PromiseSettledResult<unknown>[]>,
): Promise<SQSBatchResponse> =>
  reportFailures(event, what, handle(event.Records.map(({ body }) => JSON.parse(body) as Body)))

async function reportFailures(
  { Records }: SQSEvent,
  what: string,
  handling: Promise<PromiseSettledResult<unknown>[]>,
): Promise<SQSBatchResponse> {
  const outcomes = await handling
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  for (const reason of reasons) log({ level: 'error', message: `Cannot ${what}: ${String(reason)}` })
  if (Records.length > 0 && reasons.length === Records.length) throw reasons[0]
  return {
    batchItemFailures: Records.filter((_, i) => outcomes[i]?.status === 'rejected').map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }
}
