import type { Table } from '../table.js'

const counts = new WeakMap<Table, Map<string, number>>()

/**
 * Runs work, which does not wait for other work of this process under the same name.
 * @param work may ask whether it is alone: whether no other has begun and not ended
 */
export async function amongOthers<Result>(
  table: Table,
  name: string,
  work: (isAlone: () => boolean) => Promise<Result>,
): Promise<Result> {
  const ofTable = counts.get(table) ?? new Map<string, number>()
  counts.set(table, ofTable)
  const count = () => ofTable.get(name) ?? 0
  ofTable.set(name, count() + 1)
  try {
    return await work(() => count() === 1)
  } finally {
    if (count() > 1) ofTable.set(name, count() - 1)
    else ofTable.delete(name)
  }
}
