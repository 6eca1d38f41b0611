import type { Table } from '../table.js'

const queues = new WeakMap<Table, Map<string, Promise<unknown>>>()

/**
 * Does the work of one process on the same thing one after the other. Requests that share a process would
 * otherwise compete with each other for what only one of them can have; other processes they still compete with.
 * @param work hears whether it had to wait
 */
export async function inTurn<Result>(
  table: Table,
  name: string,
  work: (waited: boolean) => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(table) ?? new Map<string, Promise<unknown>>()
  queues.set(table, queue)
  const before = queue.get(name)
  const mine = (before ?? Promise.resolve()).then(() => work(before !== undefined))
  const done = mine.catch(() => undefined)
  queue.set(name, done)
  try {
    return await mine
  } finally {
    if (queue.get(name) === done) queue.delete(name)
  }
}
