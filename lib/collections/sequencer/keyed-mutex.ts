import { beforeDeadline } from '../../runtime/request-context.js'
import type { Table } from '../../table/table.js'

const queues = new WeakMap<Table, Map<string, Promise<unknown>>>()

/**
 * Runs the work of this process under the same key one after the other. Requests that share a process would otherwise
 * conflict with each other. Other processes still can.
 * @param work is told whether it had to wait
 * @throws OsdiError busy when the time of the request is over before its turn; the work is not begun then
 */
export async function keyedMutex<Result>(
  table: Table,
  name: string,
  work: (waited: boolean) => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(table) ?? new Map<string, Promise<unknown>>()
  queues.set(table, queue)
  const before = queue.get(name)
  const mine = before ? beforeDeadline(before).then(() => work(true)) : work(false)
  // A request that gives up does not let the next one begin before its turn.
  const done = Promise.allSettled([before, mine]).then(() => undefined)
  queue.set(name, done)
  try {
    return await mine
  } finally {
    if (queue.get(name) === done) queue.delete(name)
  }
}

/** Whether work of this process runs under a key, or waits for it. */
export const isHeld = (table: Table, name: string) => queues.get(table)?.has(name) ?? false
