/** A batch that DynamoDB does in part: what goes on to it, and what its answer names as unprocessed. */
export interface PartialBatch {
  /** The body to be forwarded; undefined when nothing of the batch is done. */
  forwarded: Buffer | undefined
  /** Adds the rest to the answer of DynamoDB, or makes an answer where nothing was forwarded. */
  complete: (answer: Buffer | undefined) => Buffer
}

type Requests = Record<string, unknown>

/**
 * Splits a BatchGetItem or BatchWriteItem: the first half of each table's entries is done, the rest is not.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
 */
export function partialBatch(action: string, body: Buffer): PartialBatch {
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
