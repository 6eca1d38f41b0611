import { failureOf, isRefusal } from './failure.js'
import type { DynamoDBDocumentClient } from './sdk.js'

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
