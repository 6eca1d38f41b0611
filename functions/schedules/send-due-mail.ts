import type { Context } from 'aws-lambda'
import { sendDueMail } from '../../lib/mail/sending/due.js'
import { mailSending } from '../../lib/app/consumers.js'
import type { Service } from '../../lib/runtime/service.js'

/** Share of the function's time in which no further page of a mailing begins. */
const RESERVE = 0.2

/** Runs by a schedule. It sends what is due: changes and reminders of events, messages, and what failed before. */
export const endpoint = (service: Service) => {
  const sending = mailSending(service)
  return async (_event: unknown, context: Context): Promise<void> => {
    const until = Date.now() + (1 - RESERVE) * context.getRemainingTimeInMillis()
    await sendDueMail(new Date(), sending, { until })
  }
}
