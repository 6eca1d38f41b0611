import type { Context } from 'aws-lambda'
import { type Notice, noteBounce } from '../../lib/mail/note-bounce.js'
import { handleEach } from '../../lib/queues/messages.js'
import { emptyQueue, openQueue } from '../../lib/queues/receive.js'
import { type Service, partOf } from '../../lib/runtime/service.js'
import { app } from '../../lib/app/endpoint.js'

/** Share of the function's time that is left to the notices that it has taken. */
const RESERVE = 0.3

/**
 * Runs by a schedule, and notes what Amazon SES has said of emails since the run before: addresses that do not exist,
 * and people who complain (docs/decisions/0047).
 */
export const endpoint = (service: Service) => {
  const of = partOf(service, app)
  const note = (notice: Notice) => noteBounce(of, notice)
  const queue = openQueue(service.environment, 'note-bounces')
  return async (_event: unknown, context: Context): Promise<void> => {
    const until = Date.now() + (1 - RESERVE) * context.getRemainingTimeInMillis()
    await emptyQueue(queue, (batch) => handleEach<Notice>(batch, 'note a bounce', note), until)
  }
}
