import { failureOf, isRefusal } from './errors.js'
import { type DynamoDBDocumentClient, StandardRetryStrategy, isClockSkewError } from './sdk.js'

/** The state that the attempts of one command share in its context. */
export interface Attempts {
  /** Whether an attempt was sent and got no whole answer, or an answer with a fault of the server. */
  sawUnknown?: boolean
}

/**
 * Gives every error that a client throws its outcome. DynamoDB applies a request or refuses it with a status below 500;
 * after anything else an attempt may have been applied, and the retry of a conditional write may meet its own result.
 */
export function trackOutcomes({ middlewareStack }: DynamoDBDocumentClient): void {
  middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        const { sawUnknown = false } = context as Attempts
        throw failureOf(error, sawUnknown && !isRead(context.commandName) ? 'unknown' : 'not written')
      }
    },
    { step: 'initialize', priority: 'high', name: 'outcomeOfCommand' },
  )
  // Within the loop of the SDK's retries, after the request is signed: around what the network does.
  middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        if (!isRefusal(error) && !isUnsent(error)) (context as Attempts).sawUnknown = true
        throw error
      }
    },
    { step: 'deserialize', priority: 'high', name: 'outcomeOfAttempt' },
  )
}

/** @param command name of a command of the SDK: `GetItemCommand` */
export const isRead = (command = '') => /Get|Query|Scan/.test(command)

/** Errors of Node that say that there was no connection over which a request could have been sent. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

const isUnsent = (error: unknown) => UNSENT.has((error as { code?: string }).code ?? '')

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
