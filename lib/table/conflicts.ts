import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { type KindName, isA } from './items/items.js'
import type { Item, Key } from './table.js'
import { OsdiError } from '../runtime/errors.js'
import { pauseWithinDeadline } from '../runtime/request-context.js'

/** An operation of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/**
 * The items that the conditions of a write have met, by their keys: an operation has a key of its own in its
 * transaction. There are none where the write only met another one that was under way.
 */
export class Conflicts {
  constructor(private readonly items: readonly Item[] = []) {}

  get isEmpty(): boolean {
    return this.items.length === 0
  }

  /** All of them, in the order of the operations. */
  get all(): readonly Item[] {
    return this.items
  }

  /** The item that was met at a key. */
  at({ pk, sk }: Key): Item | undefined {
    return this.items.find((item) => item.pk === pk && item.sk === sk)
  }

  /** The item that an operation met. */
  with(operation: TransactItem): Item | undefined {
    return this.at(keyOfOperation(operation))
  }

  of(kind: KindName): Item[] {
    return this.items.filter((item) => isA(kind, item))
  }

  among(operations: readonly TransactItem[]): Conflicts {
    return new Conflicts(operations.flatMap((operation) => this.with(operation) ?? []))
  }
}

/** Returns the key of the item that an operation is about. */
export function keyOfOperation({ Put, Update, Delete, ConditionCheck }: TransactItem): Key {
  return (Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key) as Key
}

/**
 * A write retries conflicts on the same item for this long, in milliseconds, or until the request's deadline.
 */
const PATIENCE_MS = 6_000

/**
 * Retries an attempt that lost to a concurrent write, after random pauses.
 * @param attempt returns undefined when it lost
 * @param longest pause, in milliseconds
 * @throws OsdiError busy when it keeps losing for some seconds, or until the time of its request is over; none of its
 *   attempts has written anything then
 */
export const retryOnConflict = <Result>(attempt: () => Promise<Result | undefined>, longest = 100): Promise<Result> =>
  retryOnConflictOr(() => new OsdiError('busy', 'Too many writes at once; try again'), attempt, longest)

/** The same with an error of its own for the end. */
export async function retryOnConflictOr<Result>(
  errorAtEnd: () => OsdiError,
  attempt: () => Promise<Result | undefined>,
  longest = 100,
): Promise<Result> {
  const end = performance.now() + PATIENCE_MS
  for (let lost = 0; performance.now() < end; lost++) {
    if (lost > 0 && !(await pauseWithinDeadline(Math.random() * Math.min(longest, 5 * 2 ** lost)))) break
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw errorAtEnd()
}
