import { type Departing, finishDeparture } from '../finish-departure.js'
import { log } from '../../runtime/log.js'
import { type MayBeDue, everyPartition } from '../../collections/due-partitions.js'
import { pendingIn } from '../../collections/pending.js'
import { queryPages } from '../../table/reads.js'
import { idInKey, keyIn } from '../../table/table.js'
import { deleteItem } from '../../table/transaction.js'
import { DEPARTURES } from '../../table/items/pending-work.js'

/**
 * Finishes the merges and erasures that are due before a time. One that fails is left to the next run, and keeps no
 * other one from its end. Safe to run concurrently and to interrupt.
 * @param deadline after which no further one begins, in milliseconds since 1970
 * @throws what the first failing one threw, at the end
 */
export async function finishDepartures(
  departing: Departing,
  before: Date,
  deadline = Infinity,
  mayBeDue: MayBeDue = everyPartition,
): Promise<void> {
  if (!mayBeDue(DEPARTURES)) return
  const { table } = departing
  const failures: unknown[] = []
  for await (const page of queryPages(table, pendingIn(DEPARTURES, before)))
    for (const item of page) {
      if (Date.now() >= deadline) return
      const person = idInKey(item.pk)
      try {
        await finishDeparture(departing, person)
        await deleteItem(table, keyIn(item))
      } catch (error) {
        log({ level: 'error', message: `The departure of ${person} is not finished: ${String(error)}` })
        failures.push(error)
      }
    }
  if (failures.length > 0) throw failures[0]
}
