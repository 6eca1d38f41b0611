import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import type { Settings } from '../settings.js'

/** The minimum that AWS keeps unreserved in an account, for all functions without instances of their own. */
const UNRESERVED = 100

/** The concurrency of an account until AWS raises it. A new one has 10 until it is used for some time. */
const USUAL = 1000

/** An account below it has too few for consumers that take what they can get. */
export const FEW = 100

/** SQS takes no less. */
export const FEWEST_OF_QUEUE = 2

/**
 * Limits what a queue runs at once. In an account with few instances visitors come first: consumers can wait, as
 * nothing of theirs is lost.
 */
export const concurrencyOfQueue = (
  { accountConcurrency = USUAL }: Pick<Settings, 'accountConcurrency'>,
  wanted: number,
): number => (accountConcurrency < FEW ? FEWEST_OF_QUEUE : wanted)

/**
 * Fits a stage into its account.
 * @param limit what AWS says that the account may run at once
 * @returns the settings, and what to say of them before anything is built
 */
export function fitted(settings: Settings, limit: number, region: string): { settings: Settings; said: string[] } {
  const faults = concurrencyFaults({ ...settings, accountConcurrency: limit })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (limit >= USUAL) return { settings, said: [] }
  const small = limit < FEW
  return {
    settings: { ...settings, accountConcurrency: Math.min(limit, settings.accountConcurrency ?? limit) },
    said: [
      `This account may run ${limit} functions at once in ${region}. Beyond that requests get 503. Ask AWS for more: docs/operating.md, "Deploy".`,
      ...(small
        ? [
            `The stage is made to fit: each queue runs at most ${FEWEST_OF_QUEUE} at once, and no instance is reserved. The next deployment after AWS has raised the limit changes that.`,
          ]
        : []),
    ],
  }
}

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
