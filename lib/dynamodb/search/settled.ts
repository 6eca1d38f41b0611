import { setTimeout as sleep } from 'node:timers/promises'
import { type Filter, earliestIn } from '../../domain/filter.js'
import type { Page } from '../../domain/page.js'
import type { NumberedList } from '../lists/numbered-list.js'
import { oldestPending } from '../lists/oldest-pending.js'
import type { Table } from '../table.js'
import { SETTLING_MS } from './changes.js'
import type { Dated, Found } from './found.js'

/**
 * Reads what does not change any more. Dates are shown in whole seconds, and a write has its date before it is
 * done: who reads from a date on and remembers the last one shown would miss what comes later within that second.
 * So a filter that asks for dates from one on shows a second only when it is over and settled. Where there is
 * something newer, the answer waits until everything that was written before the request is settled.
 */
export async function settled<Member extends Dated>(
  table: Table,
  list: NumberedList | undefined,
  filter: Filter<Member>,
  read: (until: number) => Promise<Found<Member>>,
): Promise<Page<Member>> {
  const asksForDates = DATES.some((field) => earliestIn(filter, field) !== undefined)
  if (!asksForDates) return (await read(Infinity)).page
  const asked = Date.now()
  const { page, hasNewer } = await read(await settledUntil(table, list))
  if (!hasNewer) return page
  const settledAt = Math.ceil(asked / SECOND) * SECOND + SETTLING_MS
  // A timer may end a millisecond early, and would leave out a whole second.
  while (Date.now() < settledAt) await sleep(settledAt - Date.now())
  return (await read(await settledUntil(table, list))).page
}

const DATES = ['created_date', 'modified_date']
const SECOND = 1_000

/** Whoever waits for a place in a list is not in it, so that the list is not settled either. */
async function settledUntil(table: Table, list: NumberedList | undefined): Promise<number> {
  const time = Date.now() - SETTLING_MS
  const waiting = list?.keyOfMember ? await oldestPending(table, list) : undefined
  return Math.floor(Math.min(time, waiting ?? Infinity) / SECOND) * SECOND
}
