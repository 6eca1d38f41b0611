import type { Random } from '../calls/random.js'

/** A batch that DynamoDB does in part: what goes on to it, and what its answer names as unprocessed. */
export interface PartialBatch {
  /** The body to be forwarded; undefined when nothing of the batch is done. */
  forwarded: Buffer | undefined
  /** Adds the rest to the answer of DynamoDB, or makes an answer where nothing was forwarded. */
  complete: (answer: Buffer | undefined) => Buffer
}

type Requests = Record<string, unknown>

/**
 * Splits a batch: its first half is done, the rest is not.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchStatementError.html
 */
export const partialBatch = (action: string, body: Buffer, random: Random): PartialBatch =>
  action === 'BatchExecuteStatement' ? partialStatements(body, random) : partialItems(action, body)

/** Why a statement is refused by itself. */
const CODES = ['ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict'] as const

/** Answers each statement of the second half with an error of its own. */
function partialStatements(body: Buffer, random: Random): PartialBatch {
  const request = JSON.parse(body.toString()) as { Statements: unknown[] }
  const done = request.Statements.slice(0, Math.floor(request.Statements.length / 2))
  const refused = request.Statements.slice(done.length).map(() => {
    const Code = random.pick(CODES)
    return { Error: { Code, Message: Code } }
  })
  return {
    forwarded: done.length > 0 ? Buffer.from(JSON.stringify({ ...request, Statements: done })) : undefined,
    complete: (answer) => {
      const { Responses = [], ...others } = (answer ? JSON.parse(answer.toString()) : {}) as {
        Responses?: unknown[]
      }
      return Buffer.from(JSON.stringify({ ...others, Responses: [...Responses, ...refused] }))
    },
  }
}

/** Names the second half of each table's entries as unprocessed. */
function partialItems(action: string, body: Buffer): PartialBatch {
  const request = JSON.parse(body.toString()) as { RequestItems: Requests }
  const isRead = action === 'BatchGetItem'
  const done: Requests = {}
  const rest: Requests = {}
  for (const [table, entries] of Object.entries(request.RequestItems)) {
    const all = (isRead ? (entries as { Keys: unknown[] }).Keys : entries) as unknown[]
    const half = Math.floor(all.length / 2)
    const shaped = (some: unknown[]) => (isRead ? { ...(entries as object), Keys: some } : some)
    if (half > 0) done[table] = shaped(all.slice(0, half))
    rest[table] = shaped(all.slice(half))
  }
  const unprocessed = { [isRead ? 'UnprocessedKeys' : 'UnprocessedItems']: rest }
  const isAnyDone = Object.keys(done).length > 0
  return {
    forwarded: isAnyDone ? Buffer.from(JSON.stringify({ ...request, RequestItems: done })) : undefined,
    complete: (answer) => {
      const nothing = isRead ? { Responses: {} } : {}
      const document = answer ? (JSON.parse(answer.toString()) as object) : nothing
      return Buffer.from(JSON.stringify({ ...document, ...unprocessed }))
    },
  }
}
