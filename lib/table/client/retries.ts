import { isRefusal } from './failure.js'
import { StandardRetryStrategy, isClockSkewError } from './sdk.js'

/** Attempts of a command, and the longest pause before the second one; it doubles each time. */
export const ATTEMPTS = 4
const PAUSE_MS = 50

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry']

/**
 * The SDK's standard retries, with short pauses: a request waits for them. A pause is random up to its limit, so that
 * clients that DynamoDB turned away together do not come back together.
 *
 * Retries take from a budget, and get back what they took when they succeed. A refused condition is a success for this
 * purpose, because DynamoDB answered. The SDK counts it as a failure, so that a process would stop retrying for good
 * after a hundred retries of the kind.
 */
class Retries extends StandardRetryStrategy {
  constructor() {
    const computeNextBackoffDelay = (retries: number) => Math.random() * PAUSE_MS * 2 ** retries
    super({ maxAttempts: ATTEMPTS, backoff: { setDelayBase: () => undefined, computeNextBackoffDelay } })
  }

  /** When this machine's clock is wrong, the SDK takes every refusal for one of the clock, a failed condition too. */
  override async refreshRetryTokenForRetry(...[token, refused]: Parameters<Refresh>): ReturnType<Refresh> {
    const { error, errorType } = refused
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const isFinal = errorType !== 'THROTTLING' && isRefusal(error) && !isClockSkewError(error as never)
    if (!isFinal) return super.refreshRetryTokenForRetry(token, refused)
    this.recordSuccess(token)
    return super.refreshRetryTokenForRetry(token, { ...refused, errorType: 'CLIENT_ERROR' })
  }
}

/** Every client has its own: it stops retrying while most of its requests fail. */
export const retries = () => new Retries()
