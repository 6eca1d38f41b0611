import type { ConsumedCapacity } from '../../runtime/consumed-capacity.js'
import { isRead } from './attempts.js'
import type { DynamoDBDocumentClient } from './sdk.js'

/** Asks for the consumed capacity of every command, which costs nothing, and adds it up. */
export function countCapacity({ middlewareStack }: DynamoDBDocumentClient, total: ConsumedCapacity): void {
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const }
        const result = await next({ ...args, input })
        const { ConsumedCapacity: consumed = [] } = result.output as Answer
        total.requests += 1
        for (const { CapacityUnits = 0 } of [consumed].flat())
          total[isRead(commandName) ? 'read' : 'write'] += CapacityUnits
        return result
      },
    { step: 'initialize', name: 'consumedCapacity' },
  )
}

/** A transaction and a batch have one for each table. */
interface Answer {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[]
}
