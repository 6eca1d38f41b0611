import { secondsOf } from '../../fields/seconds.js'
import type { MailRequest } from '../mail-request.js'
import { ANNOUNCES_MAIL } from './mail-cause.js'

/** A request for an email is of use for this time. */
export const WANTED_S = 30 * 24 * 60 * 60

/** A request as it is kept until it is done. */
export const requestedMail = <Request extends MailRequest>(request: Request, now: Date) => ({
  request,
  ...ANNOUNCES_MAIL,
  expires: secondsOf(now) + WANTED_S,
})
