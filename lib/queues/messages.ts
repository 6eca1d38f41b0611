import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { log } from '../log.js'

/**
 * Handles the messages of a batch at the same time. Those that fail are logged and offered again, and those alone.
 * @param what names the work in the log
 * @throws Error when all of them failed, so that CloudWatch counts an error of the function
 */
export async function handleEach<Body>(
  { Records }: SQSEvent,
  what: string,
  handle: (body: Body) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const outcomes = await Promise.allSettled(Records.map(async ({ body }) => handle(JSON.parse(body) as Body)))
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  for (const reason of reasons) log({ level: 'error', message: `Cannot ${what}: ${String(reason)}` })
  if (Records.length > 0 && reasons.length === Records.length) throw reasons[0]
  return {
    batchItemFailures: Records.filter((_, i) => outcomes[i]?.status === 'rejected').map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }
}
