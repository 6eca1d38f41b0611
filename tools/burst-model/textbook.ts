import { setTimeout as sleep } from 'node:timers/promises'
import { TransactWriteCommand } from '../../lib/table/client/commands.js'
import { TransactionCanceledException } from '../../lib/table/client/errors.js'
import { openTable } from '../../lib/table/table.js'
import { environment } from '../../lib/runtime/environment.js'

/*
 * Models the usual RSVP, for comparison: the attendance and a counter in one transaction, repeated as the SDK repeats
 * what is worth it. It reads nothing, knows no people and checks no key, all of which favors it.
 */

const table = openTable(environment())

/** As the SDK does by default: three attempts, random pauses of up to 50 ms, then 100. */
const ATTEMPTS = 3
const PAUSE_MS = 50

interface Rsvp {
  event: string
  person: string
}

/** One counter for the event. */
export const textbook = ({ event, person }: Rsvp) => rsvp({ event, person }, () => 'counter')

/** Sixteen counters, of which each attempt takes any. */
export const sharded = ({ event, person }: Rsvp) =>
  rsvp({ event, person }, () => `counter#${Math.floor(Math.random() * 16)}`)

async function rsvp({ event, person }: Rsvp, counter: () => string): Promise<{ statusCode: number }> {
  for (let attempt = 1; ; attempt++)
    try {
      await table.client.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              Put: {
                TableName: table.name,
                Item: { pk: `attendances#${event}#${person}`, sk: 'attendance', event, person },
                ConditionExpression: 'attribute_not_exists(pk)',
              },
            },
            {
              Update: {
                TableName: table.name,
                Key: { pk: `event#${event}#${counter()}`, sk: 'counter' },
                UpdateExpression: 'ADD attendances :one',
                ExpressionAttributeValues: { ':one': 1 },
              },
            },
          ],
        }),
      )
      return { statusCode: 200 }
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error
      if (attempt === ATTEMPTS) return { statusCode: 503 }
      await sleep(Math.random() * PAUSE_MS * 2 ** (attempt - 1))
    }
}
