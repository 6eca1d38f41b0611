import { createHash, randomUUID } from 'node:crypto'
import { OsdiError } from '../../domain/errors.js'
import { asBookkeeping } from './bookkeeping.js'
import { UpdateCommand } from '../client/commands.js'
import { ConditionalCheckFailedException } from '../client/errors.js'
import { type Table, keyOf } from '../table.js'
import { writeSingle } from '../write.js'

/** Limits requests without a key. */
export interface ThrottleStore {
  /**
   * Counts an attempt from a network address.
   * @throws OsdiError too_many_requests when this minute's are used up; busy where it cannot be counted
   */
  count(address: string, now: Date): Promise<void>
}

const MOST_PER_MINUTE = 10
const MINUTE_MS = 60_000

/** One item for each address and minute, which DynamoDB removes afterwards. Of the address it holds a hash. */
export function throttleStore(table: Table): ThrottleStore {
  return {
    count: (address, now) => asBookkeeping(() => countAttempt(table, address, now)),
  }
}

async function countAttempt(table: Table, address: string, now: Date): Promise<void> {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  // A retry whose first attempt was counted must not be counted again.
  const last = randomUUID()
  try {
    await writeSingle(
      table,
      () =>
        new UpdateCommand({
          TableName: table.name,
          Key: keyOf.attempts(hashOf(networkOf(address)), minute),
          UpdateExpression: 'SET expires = :expires, #last = :last ADD attempts :one',
          ConditionExpression: 'attribute_not_exists(attempts) OR (attempts < :most AND NOT #last = :last)',
          ExpressionAttributeNames: { '#last': 'last' },
          ExpressionAttributeValues: {
            ':expires': (minute + 2) * 60,
            ':one': 1,
            ':most': MOST_PER_MINUTE,
            ':last': last,
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
    )
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    if (error.item?.['last'] === last) return
    throw new OsdiError('too_many_requests', 'Too many requests from this address; try again in a minute')
  }
}

/** A home has one address of version 4, but of version 6 a whole network: its first four groups. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head, tail] = address.toLowerCase().split('::') as [string, string?]
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array<string>(Math.max(0, zeros)).fill('0'), ...(after ?? [])]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
