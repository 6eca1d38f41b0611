import { randomUUID } from 'node:crypto'
import { type Table, keyOf } from '../table.js'
import { deleteItem, writeAlone } from '../transaction.js'
import type { NumberedList } from './numbered-list.js'

/** How old a turn gets before its holder is presumed dead, in milliseconds: a dozen times what a step takes. */
const ABANDONED_MS = 500

/** How long a process waits for its turn before it goes on without, in milliseconds. */
const PATIENCE_MS = 3_000

/**
 * The turn of a process at a list. Taking it costs one write unit, where a step that comes too late costs all that it
 * would have written. A turn is a courtesy and no lock: going on without it costs units and does no harm.
 */
export interface Turn {
  /**
   * @returns 'taken' when it was nobody's, 'late' when others have had it for so long that this one goes on without it;
   *   undefined when it is somebody else's
   */
  take(): Promise<'taken' | 'late' | undefined>
  /** Lets the next one have it, without waiting for that. */
  release(): void
  /** Resolves when it is released. */
  released(): Promise<unknown>
}

export function turnAt(table: Table, { name }: NumberedList): Turn {
  const key = keyOf.turn(name)
  const holder = randomUUID()
  const begun = Date.now()
  let releasing: Promise<unknown> | undefined
  return {
    async take() {
      const now = Date.now()
      if (now - begun > PATIENCE_MS) return 'late'
      const [stood] = await writeAlone(table, () => [
        {
          Put: {
            TableName: table.name,
            Item: { ...key, holder, ends: now + ABANDONED_MS },
            ConditionExpression: 'attribute_not_exists(pk) OR ends < :now',
            ExpressionAttributeValues: { ':now': now },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ])
      return stood ? undefined : 'taken'
    },

    release() {
      const ours = {
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: { ':holder': holder },
      }
      // A turn that cannot be released ends by itself.
      releasing = deleteItem(table, key, ours).catch(() => undefined)
    },

    released: () => Promise.resolve(releasing),
  }
}
