/** DynamoDB units, as DynamoDB counted them, and the requests that were answered. */
export interface Units {
  read: number
  write: number
  requests: number
}

/**
 * What this process has spent. What a request has spent is the difference between its end and its beginning: exact on
 * Lambda, where a process has one request at a time; on one machine, requests at once are counted together.
 */
export const spentHere: Units = { read: 0, write: 0, requests: 0 }
