import { OsdiError } from '../../runtime/errors.js'
import { type Filter, earliestIn } from '../../fields/filter.js'
import type { NumberedList } from '../numbered-list.js'
import { pauseWithinDeadline } from '../../runtime/request-context.js'
import { oldestPending } from '../sequencer/oldest-pending.js'
import type { Table } from '../../table/table.js'
import { SETTLING_MS } from './changes.js'
import type { Dated, Found } from './found.js'

/**
 * Reads members below a watermark. Dates are shown in whole seconds, and a write has its date before it is complete: a
 * client that remembers the last date that it saw would miss a write that is completed later within that second. So a
 * filter with a lower bound on dates includes a second only when every write of it is visible. If there are newer
 * members, the answer waits until everything that was written before the request is visible, within the time of the
 * request.
 *
 * @throws OsdiError busy, at once, when the request has not so much time
 */
export async function readBelowWatermark<Member extends Dated, Shown>(
  table: Table,
  list: NumberedList | undefined,
  filter: Filter<Member>,
  read: (until: number) => Promise<Found<Shown>>,
): Promise<Shown> {
  const asksForDates = DATES.some((field) => earliestIn(filter, field) !== undefined)
  if (!asksForDates) return (await read(Infinity)).page
  const asked = Date.now()
  const { page, hasNewer } = await read(await watermarkOf(table, list))
  if (!hasNewer) return page
  const visibleAt = Math.ceil(asked / SECOND) * SECOND + SETTLING_MS
  // A timer may end a millisecond early, and would leave out a whole second.
  while (Date.now() < visibleAt)
    if (!(await pauseWithinDeadline(visibleAt - Date.now())))
      throw new OsdiError('busy', 'The latest changes are not complete yet; try again')
  return (await read(await watermarkOf(table, list))).page
}

const DATES = ['created_date', 'modified_date']
const SECOND = 1_000

/** Finds the time before which every member is in the list. A pending member is not in it yet. */
async function watermarkOf(table: Table, list: NumberedList | undefined): Promise<number> {
  const time = Date.now() - SETTLING_MS
  const pending = list?.keyOfMember ? await oldestPending(table, list) : undefined
  return Math.floor(Math.min(time, pending ?? Infinity) / SECOND) * SECOND
}
