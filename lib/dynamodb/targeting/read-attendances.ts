import { type Attendance, isComing } from '../../domain/attendance.js'
import type { AttendanceRef } from '../../domain/select-people.js'
import { inParallel } from '../in-parallel.js'
import { BLOCK, lists } from '../lists/numbered-list.js'
import { readWhole } from '../lists/read-page.js'
import { type Table, valueOf } from '../table.js'

/** Blocks that are read at once, of 100 attendances each. */
const AT_ONCE = 24

/**
 * Reads all counted attendances of some events. It costs a read unit for about 20 of them, and one or two requests for
 * each hundred.
 * @param onRead hears how many more are read
 * @throws OsdiError busy when the index does not show all of them yet
 */
export async function readAttendances(
  table: Table,
  events: { id: string; total_accepted: number }[],
  onRead: (attendances: number) => void = () => undefined,
): Promise<AttendanceRef[][]> {
  const blocks = events.flatMap(({ id, total_accepted: total }, event) =>
    Array.from({ length: Math.ceil(total / BLOCK) }, (_, i) => ({
      ...{ event, id, oldest: i * BLOCK + 1 },
      newest: Math.min(total, (i + 1) * BLOCK),
    })),
  )
  const parts = await inParallel(blocks, AT_ONCE, async ({ id, oldest, newest }) => {
    const attendances = await readBlock(table, id, oldest, newest)
    onRead(newest - oldest + 1)
    return attendances
  })
  const attendances: AttendanceRef[][] = events.map(() => [])
  blocks.forEach(({ event }, i) => attendances[event]?.push(...(parts[i] as AttendanceRef[])))
  return attendances
}

async function readBlock(
  table: Table,
  event: string,
  oldest: number,
  newest: number,
): Promise<AttendanceRef[]> {
  const found = await readWhole(table, lists.attendancesOf(event), oldest, newest)
  // People who have cancelled or are on a waiting list have not acted.
  return found
    .map((item) => valueOf<Attendance>(item))
    .filter(isComing)
    .map(({ person, created_date }) => ({ person, created_date }))
}
