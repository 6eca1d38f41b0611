import { waitingPartitions } from './append.js'
import { queryAll } from '../reads.js'
import type { Table } from '../table.js'

/**
 * Since when somebody has waited for a place in any list, in milliseconds: half a read unit for each partition of
 * the index over those who wait. Of any list, because who waits for which is no key.
 */
export async function oldestWaiting(table: Table): Promise<number | undefined> {
  const firsts = await Promise.all(
    waitingPartitions.map((unnumbered) =>
      queryAll(
        table,
        {
          IndexName: 'unnumbered',
          KeyConditionExpression: 'unnumbered = :unnumbered',
          ExpressionAttributeValues: { ':unnumbered': unnumbered },
          Limit: 1,
        },
        1,
      ),
    ),
  )
  const times = firsts.flat().map(({ since }) => Date.parse(String(since)))
  return times.length > 0 ? Math.min(...times) : undefined
}
