import type { Context } from 'aws-lambda'
import { sendDueMail } from '../../lib/mail/due.js'
import { mailSending } from '../../lib/service/consumers.js'
import type { Service } from '../../lib/service.js'

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
