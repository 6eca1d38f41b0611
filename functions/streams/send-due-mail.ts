import type { Context } from 'aws-lambda'
import { readMail } from '../../lib/environment.js'
import { log } from '../../lib/log.js'
import { sendDueMail } from '../../lib/mail/due.js'
import { sendingOf } from '../../lib/mail/sending.js'
import { type Service, mailParts, partOf } from '../../lib/service.js'

/** Share of the function's time in which no further page of a mailing begins. */
const RESERVE = 0.2

/** Runs by a schedule. It sends what is due: changes and reminders of events, messages, and what failed before. */
export const endpoint = (service: Service) => {
  const sending = sendingOf(partOf(service, mailParts), service.environment, readMail(), (reason) =>
    log({ level: 'error', message: `A mail was not sent: ${reason}` }),
  )
  return async (_event: unknown, context: Context): Promise<void> => {
    const until = Date.now() + (1 - RESERVE) * context.getRemainingTimeInMillis()
    await sendDueMail(new Date(), sending, { until })
  }
}
