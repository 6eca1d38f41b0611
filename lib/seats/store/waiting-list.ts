import type { Attendance } from '../../attendances/attendance.js'
import { partySize } from '../../events/capacity.js'
import type { OsdiEvent } from '../../events/event.js'
import { lists } from '../../collections/numbered-list.js'
import { getOne, queryAll } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { putNew } from '../../table/transaction.js'
import { countedIn } from '../../events/store/totals.js'

/*
 * The waiting list of an event: an entry for each tentative attendance, in the order in which they came. The entries
 * are in eight partitions, so that a rush of people can join, and each read is consistent: an index would lag, and the
 * wrong person would be promoted.
 */

const PARTITIONS = 8

export interface Entry {
  person: string
  event: string
  /** When the person joined the list, and the person: no two are the same. */
  joined: string
  /** Seats that the person and the guests need. */
  seats: number
}

/** Returns the position of a new entry on the list: a moment, to the microsecond, and the person. */
export const waitingSince = (person: string): string => {
  const now = performance.timeOrigin + performance.now()
  const micros = String(Math.floor((now % 1) * 1000)).padStart(3, '0')
  return `${new Date(now).toISOString().replace('Z', '')}${micros}Z#${person}`
}

/** Returns the position of a person just before another entry. */
export function rankBefore(joined: string, person: string): string {
  const millis = joined.slice(0, 'YYYY-MM-DDTHH:MM:SS.mmm'.length)
  const micros = Date.parse(`${millis}Z`) * 1000 + Number(joined.slice(millis.length, millis.length + 3)) - 1
  const [at, rest] = [new Date(Math.floor(micros / 1000)).toISOString(), micros % 1000]
  return `${at.replace('Z', '')}${String(rest).padStart(3, '0')}Z#${person}`
}

const partitionOf = (person: string) => (parseInt(person.slice(-1), 16) || 0) % PARTITIONS

const keyOfEntry = (event: string, person: string, joined: string) =>
  keyOf.waitingEntry(event, partitionOf(person), joined)

/** Puts a tentative attendance on the list. */
export function joinWaitingList(table: Table, attendance: Attendance): TransactItem {
  const { event, person, waiting_since: since = '' } = attendance
  const entry: Entry = { event, person, joined: since, seats: partySize(attendance) }
  return putNew(table, keyOfEntry(event, person, since), entry)
}

/** Writes the size of a party that is on the list into its entry; its rank stays. */
export const resizeOnWaitingList = (
  table: Table,
  attendance: Pick<Attendance, 'event' | 'person' | 'waiting_since' | 'guests'>,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keyOfEntry(attendance.event, attendance.person, attendance.waiting_since ?? ''),
    UpdateExpression: 'SET seats = :seats',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':seats': partySize(attendance) },
  },
})

/** Takes an attendance from the list. */
export const leaveWaitingList = (
  table: Table,
  { event, person, waiting_since: since = '' }: Pick<Attendance, 'event' | 'person' | 'waiting_since'>,
): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: keyOfEntry(event, person, since),
    ConditionExpression: 'attribute_exists(pk)',
  },
})

/** Entries that a page of a read looks at, at least: it may pass over all of them. */
const LEAST_PAGE = 45

/**
 * Reads the first of the list, in order. Parties that are larger than the event are passed over: they keep their ranks,
 * and are in line again when the capacity is raised.
 * @param most how many at most
 */
export async function firstWaiting(
  table: Table,
  { id, capacity }: Pick<OsdiEvent, 'id' | 'capacity'>,
  most: number,
): Promise<Entry[]> {
  const parts = await inAllPartitions((partition) => {
    const { ExpressionAttributeValues: values, ...query } = entriesIn(id, partition)
    const limited = capacity !== undefined && {
      FilterExpression: 'seats <= :capacity',
      Limit: Math.max(most, LEAST_PAGE),
    }
    const all = { ...values, ...(limited && { ':capacity': capacity }) }
    return queryAll(table, { ...query, Limit: most, ...limited, ExpressionAttributeValues: all }, most)
  })
  return parts
    .flat()
    .map((item) => item as Item & Entry)
    .sort((one, other) => (one.joined < other.joined ? -1 : 1))
    .slice(0, most)
}

/**
 * Returns the positions of some entries, in their order: one read of the list for any number of them. It may be some
 * milliseconds old, and costs half for that.
 */
async function positionsOf(table: Table, event: string, sinces: string[]): Promise<number[]> {
  const last = sinces.reduce((one, other) => (one > other ? one : other), '')
  const parts = await inAllPartitions((partition) =>
    queryAll(table, {
      ...entriesIn(event, partition, last),
      ProjectionExpression: 'joined',
      ConsistentRead: false,
    }),
  )
  const all = parts.flat().map(({ joined }) => joined as string)
  return sinces.map((since) => 1 + all.filter((each) => each < since).length)
}

const inAllPartitions = <Result>(read: (partition: number) => Promise<Result>) =>
  Promise.all([...Array(PARTITIONS).keys()].map(read))

const entriesIn = (event: string, partition: number, last?: string) => ({
  KeyConditionExpression: `pk = :pk${last === undefined ? '' : ' AND sk <= :last'}`,
  ExpressionAttributeValues: {
    ':pk': keyOf.waitingEntry(event, partition, '').pk,
    ...(last !== undefined && { ':last': keyOf.waitingEntry(event, partition, last).sk }),
  },
  ConsistentRead: true,
})

/**
 * An attendance that has just joined, with its position: the last. The event counts the list, so that this costs the
 * same however long it is. In a rush, people who joined within the last seconds may not be counted yet.
 */
export async function withLastPosition(table: Table, attendance: Attendance): Promise<Attendance> {
  if (attendance.status !== 'tentative') return attendance
  const { totals } = countedIn(await getOne(table, lists.attendancesOf(attendance.event).length))
  return { ...attendance, waitlist_position: Math.max(1, totals.waitlisted) }
}

/** An attendance with its position, if it is on the waiting list. */
export async function withPosition(table: Table, attendance: Attendance): Promise<Attendance> {
  const [read] = (await withPositions(table, { members: [attendance] })).members
  return read as Attendance
}

/** The same for a page of attendances: one read of the list of each event. */
export async function withPositions<Members extends { members: Attendance[] }>(
  table: Table,
  page: Members,
): Promise<Members> {
  const waiting = page.members.filter(({ status, waiting_since: since }) => status === 'tentative' && since)
  if (waiting.length === 0) return page
  const positions = new Map<string, number>()
  await Promise.all(
    [...Map.groupBy(waiting, ({ event }) => event)].map(async ([event, ofEvent]) => {
      const found = await positionsOf(
        table,
        event,
        ofEvent.map(({ waiting_since: since = '' }) => since),
      )
      ofEvent.forEach(({ id }, i) => positions.set(id, found[i] as number))
    }),
  )
  const members = page.members.map((each) => {
    const waitlist_position = positions.get(each.id)
    return waitlist_position === undefined ? each : { ...each, waitlist_position }
  })
  return { ...page, members }
}
