import { randomUUID } from 'node:crypto'
import { type Counts, totalsOf, type Totals } from '../totals.js'
import { lengthIn, lists } from '../../collections/numbered-list.js'
import type { Admission } from '../../collections/append-at.js'
import { waitingAttributes } from '../../collections/pending.js'
import { queryAll } from '../../table/reads.js'
import { retryOnConflict, type TransactItem } from '../../table/conflicts.js'
import { type Item, type Table, idInKey, keyIn, keyOf } from '../../table/table.js'
import { transact, updateIgnoringConflict } from '../../table/transaction.js'
import { all, lacks } from '../../table/condition.js'
import { change } from '../../table/change.js'

/*
 * The length of the attendances of an event counts those that are declined, on the waiting list and so on. A change of
 * an attendance adds to these counts in its own transaction, which is exact at once. In a rush, transactions would meet
 * at the length: then a change leaves a record of what it adds, and a sequencer adds the records up. A record is
 * removed in the transaction that counts it, so that each is counted once (docs/decisions/0002).
 */

/** The counts in the length of an event's attendances. */
export interface Counted {
  /** Number of attendances of any status. */
  total_attendances: number
  total_accepted: number
  totals: Totals
}

/** Reads what a length counts. */
export function countedIn(length: Partial<Item> | undefined): Counted {
  const total_attendances = lengthIn(length)
  const {
    declined = 0,
    waitlisted = 0,
    requested = 0,
    attended = 0,
    attended_guests = 0,
    guests = 0,
    confirmed = 0,
  } = (length ?? {}) as Partial<Counts>
  const counts = { declined, waitlisted, requested, attended, attended_guests, guests, confirmed }
  const totals = totalsOf(total_attendances, counts)
  return { total_attendances, total_accepted: totals.accepted, totals }
}

/**
 * Adds to the counts of an event at once, if it is the operation of a transaction that succeeds.
 * @param admission what the length must meet
 */
export const addToTotals = (
  table: Table,
  event: string,
  change: Partial<Counts>,
  admission?: Admission,
): TransactItem[] => (isNothing(change) ? [] : [adding(table, event, change, admission)])

function adding(table: Table, event: string, change: Partial<Counts>, admission: Admission | undefined): TransactItem {
  const names = Object.keys(change)
  return {
    Update: {
      TableName: table.name,
      Key: lists.attendancesOf(event).length,
      UpdateExpression: `ADD ${names.map((name) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(Object.entries(change).map(([name, value]) => [`:${name}`, value])),
      ...(admission && {
        ConditionExpression: admission.condition,
        ...(Object.keys(admission.names).length > 0 && { ExpressionAttributeNames: admission.names }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      }),
    },
  }
}

/** Partitions of the records of an event: five hundred changes a second are some 2,000 write units. */
const PARTITIONS = 8

/** Leaves a record of a change in the transaction of the change. A sequencer counts it within a second or two. */
export function deferToTotals(table: Table, event: string, change: Partial<Counts>): TransactItem[] {
  if (isNothing(change)) return []
  const key = keyOf.totalsChange(event, Math.floor(Math.random() * PARTITIONS), randomUUID())
  const value = { event, change, ...waitingAttributes('totals', idInKey(key.pk)) }
  return [{ Put: { TableName: table.name, Item: { ...value, ...key } } }]
}

const isNothing = (change: Partial<Counts>) => Object.keys(change).length === 0

/** Records that one transaction counts. It holds a hundred items (DynamoDB limit). */
const AT_ONCE = 90

/**
 * Counts the records of a partition. Safe to run concurrently and to interrupt: of two transactions that remove the
 * same record, one fails.
 * @param partition as `waits_for` names it
 * @throws OsdiError busy
 */
export async function countTotals(table: Table, partition: string): Promise<void> {
  const { pk } = keyOf.totalsChange(...partsOf(partition), '')
  await retryOnConflict(async () => {
    const records = await queryAll(table, { ...recordsIn(pk), Limit: AT_ONCE }, AT_ONCE)
    if (records.length === 0) return true
    const some = records.slice(0, AT_ONCE)
    const sum = sumOf(some.map(({ change }) => change as Partial<Counts>))
    const removals = some.map((record): TransactItem => ({
      Delete: {
        TableName: table.name,
        Key: keyIn(record),
        ConditionExpression: 'attribute_exists(pk)',
      },
    }))
    const outcome = await transact(table, [...removals, ...addToTotals(table, partsOf(partition)[0], sum)])
    return outcome === 'written' && records.length < AT_ONCE ? true : undefined
  })
}

/** Counts all records of an event. */
export const countTotalsOf = (table: Table, event: string) =>
  Promise.all([...Array(PARTITIONS).keys()].map((partition) => countTotals(table, `${event}#${partition}`)))

/** Sets the counts of an imported event, unless it has some already. */
export async function setCounts(table: Table, event: string, counts: Partial<Counts>): Promise<void> {
  if (Object.keys(counts).length === 0) return
  const hasNone = all(...Object.keys(counts).map((name) => lacks(name)))
  await updateIgnoringConflict(table, change(lists.attendancesOf(event).length, { set: counts }, hasNone))
}

/** Reads the changes of an event that are recorded and not counted yet. */
export async function uncountedChanges(table: Table, event: string): Promise<Partial<Counts>[]> {
  const records = await Promise.all(
    [...Array(PARTITIONS).keys()].map((partition) =>
      queryAll(table, recordsIn(keyOf.totalsChange(event, partition, '').pk)),
    ),
  )
  return records.flat().map(({ change }) => change as Partial<Counts>)
}

const recordsIn = (pk: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
  ConsistentRead: true,
})

const partsOf = (partition: string): [event: string, partition: number] => {
  const [event = '', number] = partition.split('#')
  return [event, Number(number)]
}

export function sumOf(changes: Partial<Counts>[]): Partial<Counts> {
  const sum: Record<string, number> = {}
  for (const change of changes) for (const [name, value] of Object.entries(change)) sum[name] = (sum[name] ?? 0) + value
  return Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== 0))
}
