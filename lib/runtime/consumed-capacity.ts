/** DynamoDB units, as DynamoDB counted them, and the requests that were answered. */
export interface ConsumedCapacity {
  read: number
  write: number
  requests: number
}

/** The start of a count. */
export const nothingConsumed = (): ConsumedCapacity => ({ read: 0, write: 0, requests: 0 })

/**
 * The consumption of this process. That of a request is the difference between its end and its start. It is exact on
 * Lambda, where a process has one request at a time. On one machine, concurrent requests are counted together.
 */
export const consumedByProcess = nothingConsumed()
