import { isRefusal } from './failure.js'
import { StandardRetryStrategy, isClockSkewError } from './sdk.js'

/** How often a command is sent, and the longest pause before it is sent again, which doubles each time. */
export const ATTEMPTS = 4
const PAUSE_MS = 50

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry']

/**
 * The SDK's standard retries, with short pauses: a request waits for them. A pause is random up to its limit, so that
 * clients that DynamoDB turned away together do not come back together.
 */
class Retries extends StandardRetryStrategy {
  constructor() {
    const computeNextBackoffDelay = (retries: number) => Math.random() * PAUSE_MS * 2 ** retries
    super({ maxAttempts: ATTEMPTS, backoff: { setDelayBase: () => undefined, computeNextBackoffDelay } })
  }

  /** Where this machine's clock is wrong, the SDK takes every refusal for one of the clock, a failed condition too. */
  override async refreshRetryTokenForRetry(...[token, refused]: Parameters<Refresh>): ReturnType<Refresh> {
    const { error, errorType } = refused
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const isFinal = errorType === 'TRANSIENT' && isRefusal(error) && !isClockSkewError(error as never)
    return super.refreshRetryTokenForRetry(
      token,
      isFinal ? { ...refused, errorType: 'CLIENT_ERROR' } : refused,
    )
  }
}

/** Every client has its own: it stops retrying while most of its requests fail. */
export const retries = () => new Retries()
