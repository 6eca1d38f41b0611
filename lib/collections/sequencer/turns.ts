import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { getBeside, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { deleteItem, putIfAbsent } from '../../table/transaction.js'
import type { NumberedList } from '../numbered-list.js'
import { leaseOn } from './lease.js'

/** Members that are to be counted together, and the process that applies their ordinals. */
export interface Batch {
  process: string
  members: string[]
}

/** The turn of a process to count members of a list. */
export interface Turn {
  /** Whether no other process should be counting. */
  isAlone: boolean
  /** Reads the batches that other processes have handed over, to be counted in this turn. */
  others: () => Promise<Batch[]>
  /** Ends the turn. @param done the batches of others that need no turn any more */
  end: (done: Batch[]) => Promise<unknown>
}

/** The turns of a process; the next one begins when the last has ended. */
export interface Turns {
  /** @param members that it has to count. @returns undefined while it is the turn of others */
  next: (members: string[]) => Promise<Turn | undefined>
  /** Takes back what was handed over and not counted. */
  leave: () => Promise<unknown>
}

/** Any process may count at any time: a turn saves units and guarantees nothing. */
const AT_ANY_TIME: Turn = { isAlone: false, others: async () => [], end: async () => undefined }

/** Turns that need not be waited for. */
export const AT_ONCE: Turns = { next: async () => AT_ANY_TIME, leave: async () => undefined }

/** Batches that are read in a turn: some 2 KB each. */
const MOST_BATCHES = 20

/** DynamoDB removes members that were handed over, and that no process has counted, after this many seconds. */
const KEPT_S = 3_600

/**
 * Makes the turns of a process on a list. The process that has the lease counts members; one that finds the lease taken
 * hands its members over, and looks whether they have been counted. Consumers of fifty shards would otherwise count one
 * after the other, each some hundred members. A process that another one has counted for applies its own ordinals.
 */
export function turnsOn(table: Table, list: NumberedList, process: string): Turns {
  const lease = leaseOn(table, list)
  const key = keyOf.handedOver(list.name, process)
  let isHandedOver = false

  const takeBack = async () => {
    if (isHandedOver) await remove(table, list, process)
    isHandedOver = false
  }

  const withLease: Turn = {
    isAlone: true,
    others: async () => {
      const items = await getBeside(table, keyOf.handedOver(list.name), MOST_BATCHES)
      return items.map(batchIn).filter((each) => each.process !== process)
    },
    end: async (done) => {
      // The next process would read them again.
      await Promise.all([...done.map((each) => remove(table, list, each.process)), takeBack()])
      lease.release()
      await lease.released()
    },
  }

  return {
    async next(members) {
      // It is gone when its members are counted, or need not be: they are looked for without a turn.
      if (isHandedOver && !(await getOne(table, key))) {
        isHandedOver = false
        return AT_ANY_TIME
      }
      const acquired = await lease.acquire()
      if (acquired) return acquired === 'late' ? AT_ANY_TIME : withLease
      if (!isHandedOver) isHandedOver = await handOver(table, list, { process, members })
      return undefined
    },
    leave: takeBack,
  }
}

/** Reads members handed over. They are written compressed, at half of the units. */
const batchIn = ({ process, members }: Item): Batch => ({
  process: process as string,
  members: inflateRawSync(members as Uint8Array)
    .toString()
    .split('\n'),
})

/** @returns whether it is handed over: a process that could not do so waits for the lease */
const handOver = (table: Table, { name }: NumberedList, batch: Batch): Promise<boolean> =>
  putIfAbsent(table, keyOf.handedOver(name, batch.process), {
    process: batch.process,
    members: deflateRawSync(batch.members.join('\n')),
    expires: Math.floor(Date.now() / 1_000) + KEPT_S,
  }).then(
    () => true,
    () => false,
  )

/** An item that cannot be removed is read once more, and expires. */
const remove = (table: Table, { name }: NumberedList, process: string): Promise<unknown> =>
  deleteItem(table, keyOf.handedOver(name, process)).catch(() => undefined)
