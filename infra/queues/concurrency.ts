import { allEndpoints } from '../../lib/api/endpoints.js'
import type { Settings } from '../settings.js'

/** What AWS keeps unreserved in an account at the least, for all functions without instances of their own. */
const UNRESERVED = 100

/** What an account has until AWS raises it. A new one has 10 until it is used for some time. */
const USUAL = 1000

const rushed = allEndpoints.filter(({ rsvps }) => rsvps).length

/** @returns one sentence if the instances of an event day leave too few to the rest of the account */
export function concurrencyFaults({
  eventDay,
  accountConcurrency = USUAL,
}: Pick<Settings, 'eventDay' | 'accountConcurrency'>): string[] {
  const { reservedConcurrency, provisionedConcurrency } = eventDay ?? {}
  const each = reservedConcurrency ?? provisionedConcurrency
  if (!each || each * rushed + UNRESERVED <= accountConcurrency) return []
  const name = reservedConcurrency ? 'reservedConcurrency' : 'provisionedConcurrency'
  const most = Math.floor((accountConcurrency - UNRESERVED) / rushed)
  const allowed = most > 0 ? `at most ${most} of each` : 'none can be kept'
  return [
    `eventDay.${name} keeps ${each} instances of each of ${rushed} functions, ${each * rushed} of the ${accountConcurrency} of the account (accountConcurrency), and AWS wants ${UNRESERVED} left: ${allowed}`,
  ]
}
