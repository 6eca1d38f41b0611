import type { Attendance } from '../../attendances/attendance.js'
import { readFriendCode } from '../../attendances/friend-code.js'
import type { LinkKeys } from '../../attendances/links/link-token.js'
import type { Rsvp } from '../../attendances/self-service.js'
import { broughtBy } from '../what-worked.js'
import { lists } from '../../collections/numbered-list.js'
import { readRange } from '../../collections/read-range.js'
import { type Table, valueOf } from '../../table/table.js'
import { lastCounted } from './what-worked.js'

/** The most RSVPs that are looked through while a page is read. */
const AT_ONCE = 1_000

/**
 * Counts the friends whom a person has brought. They have come after the person, whose page had the code: only later
 * RSVPs are looked through. Behind very many, the number is the one that organizers were shown last.
 */
export async function friendsBrought(
  table: Table,
  { event, attendance: { person }, ordinal = 0 }: Omit<Rsvp, 'person'>,
  keys: LinkKeys,
): Promise<number> {
  const { id, total_attendances: newest } = event
  if (newest - ordinal > AT_ONCE) return (await lastCounted(table, id))?.by_friend[person]?.rsvps ?? 0
  if (newest <= ordinal) return 0
  const later = await readRange(table, lists.attendancesOf(id), ordinal + 1, newest)
  const friendOf = (code: string) => readFriendCode(keys, id, code)?.person
  return later.filter((item) => broughtBy(valueOf<Attendance>(item), friendOf) === person).length
}
