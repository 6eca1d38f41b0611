import type { Random } from '../calls/random.js'

/**
 * The faults of a request on its way to DynamoDB and back:
 *
 * - throttled: refused by a throttling error, or a transaction cancelled for one; nothing is written
 * - conflict: refused because of a transaction on the same item; nothing is written
 * - unprocessed: a batch is done in part, and the answer names the rest, or has an error for each of its statements
 * - error: answered 500 and not forwarded; reset: the connection breaks before anything is forwarded
 * - error after: forwarded, then answered 500; lost: forwarded, then the connection breaks instead of an answer
 * - late: the connection breaks at once, and the request reaches DynamoDB some time later
 * - delayed: forwarded and answered, one of them late
 */
export const FAULTS = [
  'throttled',
  'conflict',
  'unprocessed',
  'error',
  'reset',
  'error after',
  'lost',
  'late',
  'delayed',
] as const
export type Fault = (typeof FAULTS)[number]

/** The probability of each fault, for the requests that it can happen to. */
export type FaultRates = Record<Fault, number>

const ANY_WRITE = /^(Put|Update|Delete|TransactWrite|BatchWrite|BatchExecute)/
const CONFLICTING = /^(Put|Update|Delete|TransactWrite)/
const BATCH = /^Batch/

/** Whether a fault can happen to an action: nothing that reads has a conflict, and nothing of it can come late. */
function canHappen(fault: Fault, action: string): boolean {
  if (fault === 'conflict') return CONFLICTING.test(action)
  if (fault === 'unprocessed') return BATCH.test(action)
  if (fault === 'late') return ANY_WRITE.test(action)
  return true
}

/** A time of worse weather: one fault meets most requests, so that all attempts of one request can fail. */
interface Gust {
  fault: Fault
  /** The number of the request with which it ends. */
  until: number
}

const GUST_FAULTS = { throttled: 4, conflict: 2, lost: 2, 'error after': 1, late: 1, delayed: 1 }
const GUST_RATE = 0.7

/**
 * Decides for one request after the other what happens to it. Beside single faults at their rates there are gusts:
 * for some dozens of requests, most of them meet the same fault.
 * @param gusts how often a gust begins, as the probability for each request
 */
export function faultPlan(random: Random, rates: FaultRates, gusts: number) {
  let number = 0
  let gust: Gust | undefined
  const kinds = Object.fromEntries(
    Object.entries(GUST_FAULTS).filter(([fault]) => rates[fault as Fault] > 0),
  ) as Record<Fault, number>
  return (action: string): Fault | undefined => {
    number += 1
    if (gust && number > gust.until) gust = undefined
    if (!gust && Object.keys(kinds).length > 0 && random.chance(gusts))
      gust = { fault: random.weighted(kinds), until: number + random.between(20, 120) }
    if (gust && canHappen(gust.fault, action) && random.chance(GUST_RATE)) return gust.fault
    let rest = random.next()
    for (const fault of FAULTS) if ((rest -= rates[fault]) < 0) return canHappen(fault, action) ? fault : undefined
    return undefined
  }
}

/** An answer in place of DynamoDB's own. */
export interface WireAnswer {
  status: number
  body: Buffer
}

const error = (status: number, name: string, message: string, more: object = {}): WireAnswer => ({
  status,
  body: Buffer.from(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...more })),
})

const THROTTLES = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'] as const

/** The refusal of one that is throttled. A transaction may be cancelled instead, which the SDK does not repeat. */
export function throttledAnswer(action: string, body: Buffer, random: Random): WireAnswer {
  if (action === 'TransactWriteItems' && random.chance(0.5))
    return cancelled(body, random.pick(['ThrottlingError', 'ProvisionedThroughputExceeded']), random)
  return error(400, random.pick(THROTTLES), 'The level of configured throughput was exceeded')
}

/** The refusal of a write whose item is in a transaction. */
export function conflictAnswer(action: string, body: Buffer, random: Random): WireAnswer {
  if (action === 'TransactWriteItems') return cancelled(body, 'TransactionConflict', random)
  return error(400, 'TransactionConflictException', 'Transaction is ongoing for the item')
}

export const serverError = (): WireAnswer => error(500, 'InternalServerError', 'The request could not be processed')

/** A cancelled transaction: one item, at random, is the reason. */
function cancelled(body: Buffer, code: string, random: Random): WireAnswer {
  const { TransactItems } = JSON.parse(body.toString()) as { TransactItems: unknown[] }
  const reason = random.between(0, TransactItems.length - 1)
  const reasons = TransactItems.map((_, i) => (i === reason ? { Code: code, Message: code } : { Code: 'None' }))
  return error(400, 'TransactionCanceledException', `Transaction cancelled, ${code}`, {
    CancellationReasons: reasons,
  })
}
