import { OsdiError, unknownOutcome } from '../runtime/errors.js'
import { noteWrite } from '../runtime/request-context.js'
import type { Command } from './client/client.js'
import {
  ConditionalCheckFailedException,
  type Failure,
  TransactionCanceledException,
  TransactionConflictException,
} from './client/errors.js'
import { retryOnConflict, retryOnConflictOr } from './conflicts.js'
import type { Table } from './table.js'

/**
 * Sends a write. An attempt without a response may have been applied, and a conflict after it does not say whether it
 * was: the conflict may be with that very attempt. The write is then sent again until DynamoDB applies it or refuses
 * one of its conditions.
 * @param command makes the command anew for each repetition; a transaction with the same token, so that DynamoDB
 *   answers the repetition of an applied transaction with success
 * @throws ConditionalCheckFailedException, TransactionCanceledException; `afterUnknown` says whether any attempt before
 *   had an unknown outcome
 * @throws TransactionConflictException where a single write met a transaction; nothing is written then
 * @throws OsdiError unknown_outcome when the outcome stays unknown; busy where nothing was written
 */
export async function write<Input extends object, Output extends object>(
  table: Table,
  command: () => Command<Input, Output>,
): Promise<Output> {
  let met: unknown
  try {
    return await send(table, command())
  } catch (error) {
    if (!isConflict(error) || (error as Failure).outcome !== 'unknown') throw error
    met = error
  }
  return retryOnConflictOr(
    () => unknownOutcome(met),
    async () => {
      try {
        return await send(table, command())
      } catch (error) {
        if (isConflict(error)) return undefined
        if (isRefusedCondition(error)) throw Object.assign(error, { afterUnknown: true })
        throw error instanceof OsdiError ? unknownOutcome(error) : error
      }
    },
  )
}

/** Records in the context of its request that a write is done. */
async function send<Input extends object, Output extends object>(
  { client }: Table,
  command: Command<Input, Output>,
): Promise<Output> {
  const output = await client.send(command)
  noteWrite()
  return output
}

/**
 * Sends a single write, and repeats it where it meets a transaction on its item. A limit that is counted like this lets
 * nothing pass uncounted, because contention for a counter is what a flood of requests looks like.
 * @throws ConditionalCheckFailedException
 * @throws OsdiError busy when conflicts go on for some seconds; unknown_outcome
 */
export const writeSingle = <Input extends object, Output extends object>(
  table: Table,
  command: () => Command<Input, Output>,
): Promise<Output> =>
  retryOnConflict(async () => {
    try {
      return await write(table, command)
    } catch (error) {
      if (error instanceof TransactionConflictException) return undefined
      throw error
    }
  })

const isRefusedCondition = (error: unknown) =>
  error instanceof ConditionalCheckFailedException || error instanceof TransactionCanceledException

/** Whether a write was refused for what passes, and for nothing else: another write under way, or too many of them. */
export const isConflict = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  (error instanceof TransactionCanceledException && error.reasons.every(({ code }) => PASSING.has(code)))

/** Why a transaction may be canceled that can be sent again a little later. */
const PASSING = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
