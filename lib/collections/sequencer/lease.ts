import { randomUUID } from 'node:crypto'
import { type Table, keyOf } from '../../table/table.js'
import { deleteItem, writeAlone } from '../../table/transaction.js'
import type { NumberedList } from '../numbered-list.js'

/** The duration of a lease, in milliseconds: a dozen times what counting a batch takes. */
const LEASE_MS = 500

/** The longest wait for a lease before a process goes on without one, in milliseconds. */
const PATIENCE_MS = 3_000

/**
 * The lease of a process on a list. Acquiring it costs one write unit; a transaction that comes too late costs all that
 * it would have written. A lease is an optimization and no lock: going on without it costs units and is safe.
 */
export interface Lease {
  /**
   * @returns 'acquired', or 'late' when others have had it for so long that this process goes on without it; undefined
   *   while another process has it
   */
  acquire(): Promise<'acquired' | 'late' | undefined>
  /** Begins to release it. */
  release(): void
  /** Resolves when it is released. */
  released(): Promise<unknown>
}

/** Makes the lease of this process on a list; `acquire` gets it. */
export function leaseOn(table: Table, { name }: NumberedList): Lease {
  const key = keyOf.lease(name)
  const holder = randomUUID()
  const start = Date.now()
  let releasing: Promise<unknown> | undefined
  return {
    async acquire() {
      // A release under way would take the next lease with it.
      await releasing
      const now = Date.now()
      if (now - start > PATIENCE_MS) return 'late'
      const outcome = await writeAlone(table, () => [
        {
          Put: {
            TableName: table.name,
            Item: { ...key, holder, ends: now + LEASE_MS },
            ConditionExpression: 'attribute_not_exists(pk) OR ends < :now',
            ExpressionAttributeValues: { ':now': now },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ])
      return outcome === 'written' ? 'acquired' : undefined
    },

    release() {
      const ours = {
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: { ':holder': holder },
      }
      // A lease that cannot be released expires.
      releasing = deleteItem(table, key, ours).catch(() => undefined)
    },

    released: () => Promise.resolve(releasing),
  }
}
