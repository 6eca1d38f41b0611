import type { AttendanceRef } from '../../domain/select-people.js'
import { inParallel } from '../in-parallel.js'
import { BLOCK, lists } from '../lists/numbered-list.js'
import { readWhole } from '../lists/read-page.js'
import { type Table, valueOf } from '../table.js'

/** Blocks that are read at once, of 100 attendances each. */
const AT_ONCE = 24

/**
 * Reads all attendances that are counted of some events, as many as their lengths say. Costs a read unit for
 * some 20 of them, and a request or two for each hundred.
 * @param tell hears how many more are read
 * @throws OsdiError busy when the index does not show all of them yet
 */
export async function readActs(
  table: Table,
  events: { id: string; total_accepted: number }[],
  tell: (acts: number) => void = () => undefined,
): Promise<AttendanceRef[][]> {
  const blocks = events.flatMap(({ id, total_accepted: total }, event) =>
    Array.from({ length: Math.ceil(total / BLOCK) }, (_, i) => ({
      ...{ event, id, oldest: i * BLOCK + 1 },
      newest: Math.min(total, (i + 1) * BLOCK),
    })),
  )
  const parts = await inParallel(blocks, AT_ONCE, async ({ id, oldest, newest }) => {
    const acts = await readBlock(table, id, oldest, newest)
    tell(newest - oldest + 1)
    return acts
  })
  const acts: AttendanceRef[][] = events.map(() => [])
  blocks.forEach(({ event }, i) => acts[event]?.push(...(parts[i] as AttendanceRef[])))
  return acts
}

async function readBlock(
  table: Table,
  event: string,
  oldest: number,
  newest: number,
): Promise<AttendanceRef[]> {
  const found = await readWhole(table, lists.attendancesOf(event), oldest, newest)
  return found.map((item) => {
    const { person, created_date } = valueOf<AttendanceRef>(item)
    return { person, created_date }
  })
}
