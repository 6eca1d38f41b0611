import { partySize } from '../../events/capacity.js'
import { type Attendance, withStatus } from '../../attendances/attendance.js'
import type { Autoresponse } from '../../attendances/record-attendance.js'
import { promotedCount } from '../promotion.js'
import { type Counts } from '../../events/totals.js'
import { changeOfCounts } from '../../attendances/change-of-counts.js'
import type { TransactItem } from '../../table/conflicts.js'
import { isContended } from '../../collections/contention.js'
import { lists } from '../../collections/numbered-list.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { itemOf, transact } from '../../table/transaction.js'
import { attendanceKind } from '../../attendances/store/attendance-items.js'
import { type Writer, writeResource } from '../../resources/write-resource.js'
import { type SeatState, advancing } from './seat-state.js'
import { addTaken } from './seats.js'
import { addToTotals, deferToTotals, sumOf } from '../../events/store/totals.js'
import { type Entry, leaveWaitingList } from './waiting-list.js'

/** People who are promoted by one transaction: two items each, of a hundred (DynamoDB limit). */
export const PROMOTED_AT_ONCE = 45

/** An attendance that the request which settles the seats has just put on the list. */
export interface OwnAttendance extends Pick<Attendance, 'person' | 'waiting_since'> {
  /** Whether its person is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
}

/**
 * Returns the attributes by which a person hears of a promotion.
 * @param own the attendance of the request that settles the seats, if it is this one: it did not have to wait
 */
export type CauseOfPromotion = (written: Attendance, own: OwnAttendance | undefined) => object

/** An entry, and the attendance that it stands for. */
interface Waiting {
  entry: Entry
  attendance: Attendance
}

/**
 * Promotes the first of a waiting list that there is room for, in one transaction. An entry that stands for no
 * tentative attendance is removed instead, since it would be in the way of those after it.
 * @param first of the list, in order, at most PROMOTED_AT_ONCE
 * @param room free seats
 * @returns 'more' when the list has changed; 'none' when the first does not fit; undefined when another process was
 *   faster
 */
export async function promote(
  table: Table,
  event: string,
  { state, first, room, ...telling }: { state: SeatState; first: Entry[]; room: number } & Telling,
): Promise<'more' | 'none' | undefined> {
  const admitted = promotedCount(
    first.map(({ seats }) => seats),
    room,
  )
  // The first that does not fit may stand for no one.
  const entries = first.slice(0, admitted + 1)
  const keys = entries.map(({ person }) => keyOf.attendance(person, event))
  const items = await getMany(table, keys, { consistent: true })
  const all = entries.map((entry, i): Waiting => ({ entry, attendance: valueOf(items[i] ?? {}) }))
  const stale = all.filter((each) => !isWaiting(each))
  if (stale.length > 0) {
    const outcome = await transact(
      table,
      stale.flatMap(({ entry }) => removal(table, entry)),
    )
    return outcome === 'written' ? 'more' : undefined
  }
  // A party has changed since its entry was read.
  if (all.some(({ entry, attendance }) => entry.seats !== partySize(attendance))) return undefined
  if (admitted === 0) return 'none'
  const promoted = promotionOf(all.slice(0, admitted))
  const { outcome } = await writeResource(table, (writer) =>
    transact(table, promotion(table, writer, event, state, promoted, telling)),
  )
  return outcome === 'written' ? 'more' : undefined
}

/** The means by which people hear of their promotion. */
interface Telling {
  causeOf: CauseOfPromotion
  own: OwnAttendance | undefined
}

/** An attendance that is promoted. */
interface Promoted {
  entry: Entry
  before: Attendance
  after: Attendance
}

function promotionOf(waiting: Waiting[]): Promoted[] {
  const now = new Date()
  return waiting.map(({ entry, attendance }) => ({
    entry,
    before: attendance,
    after: withStatus(attendance, 'accepted', now),
  }))
}

/** Whether an attendance is on the list by this entry. */
const isWaiting = ({ entry, attendance }: Waiting) =>
  attendance.status === 'tentative' && attendance.waiting_since === entry.joined

/** Removes an entry, unless it stands for a tentative attendance after all. */
const removal = (table: Table, { person, event, joined }: Entry): TransactItem[] => [
  {
    ConditionCheck: {
      TableName: table.name,
      Key: keyOf.attendance(person, event),
      ConditionExpression: 'NOT (#status = :tentative AND waiting_since = :joined)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':tentative': 'tentative', ':joined': joined },
    },
  },
  leaveWaitingList(table, { person, event, waiting_since: joined }),
]

function promotion(
  table: Table,
  writer: Writer,
  event: string,
  state: SeatState,
  promoted: Promoted[],
  { causeOf, own }: Telling,
): TransactItem[] {
  const list = lists.attendancesOf(event)
  const counts = sumOf(promoted.map(({ before, after }): Partial<Counts> => changeOfCounts(before, after)))
  const seats = promoted.reduce((sum, { entry }) => sum + entry.seats, 0)
  return [
    advancing(table, event, state),
    addTaken(table, event, 0, seats),
    ...(isContended(table, list) ? deferToTotals : addToTotals)(table, event, counts),
    ...promoted.flatMap(({ before, after }) => {
      const isOwn = own && before.person === own.person && before.waiting_since === own.waiting_since
      const cause = causeOf(after, isOwn ? own : undefined)
      const update = writer.update(attendanceKind, before, after, cause)
      return [itemOf(table, update), leaveWaitingList(table, before)]
    }),
  ]
}
