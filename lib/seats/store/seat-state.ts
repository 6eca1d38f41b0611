import { randomUUID } from 'node:crypto'
import type { OsdiEvent } from '../../events/event.js'
import { overAt } from '../../events/upcoming.js'
import { inParallel } from '../../table/in-parallel.js'
import { waitingAttributes } from '../../collections/pending.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Item, type Key, type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { isSettled } from '../../events/capacity.js'
import { putNew, transact, updateIgnoringConflict } from '../../table/transaction.js'

/*
 * Whether the seats of an event are open, for any RSVP to take from their buckets, or closed: then a settlement gives
 * them, one after the other (settle.ts). An event without this item is open.
 */

/** The state of the seats of an event. */
export interface SeatState {
  /** Counts the changes of this item; every one is conditional on it. */
  step: number
  /** Counts how often the buckets were opened or closed. */
  version: number
  is_open: boolean
  /** The seats of each bucket at this version, where it is open. */
  quotas?: number[]
  /** Whether there may be attendances that took no seats, because the event had no capacity. */
  adopts?: boolean
  /** Since when there was a capacity, in milliseconds since 1970. */
  adopts_since?: number
}

export const readSeatState = async (table: Table, event: string): Promise<SeatState | undefined> =>
  (await getOne(table, keyOf.placesState(event))) as (Item & SeatState) | undefined

/** Closes the seats of an event by an item of a transaction, whatever state they are in. */
const closing = (table: Table, event: string, adopts: boolean): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keyOf.placesState(event),
    UpdateExpression: `SET version = if_not_exists(version, :zero) + :one, step = if_not_exists(step, :zero) + :one, is_open = :false${adopts ? ', adopts = :true, adopts_since = :now' : ''} REMOVE quotas`,
    ExpressionAttributeValues: {
      ':zero': 0,
      ':one': 1,
      ':false': false,
      ...(adopts && { ':true': true, ':now': Date.now() }),
    },
  },
})

/** Advances the state by an item of a transaction, on condition that it is as it was read. */
export const advancing = (
  table: Table,
  event: string,
  { step }: SeatState,
  change: Partial<SeatState> = {},
): TransactItem => {
  const set = { ...change, step: step + 1 }
  return {
    Update: {
      TableName: table.name,
      Key: keyOf.placesState(event),
      UpdateExpression: `SET ${Object.keys(set)
        .map((name) => `${name} = :${name}`)
        .join(', ')}`,
      ConditionExpression: 'step = :before',
      ExpressionAttributeValues: {
        ':before': step,
        ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      },
    },
  }
}

/** The state of seats that are closed for the first time. */
export const newlyClosed = (table: Table, event: string): TransactItem =>
  putNew(table, keyOf.placesState(event), { step: 1, version: 1, is_open: false } satisfies SeatState)

/** Closes the seats of an event unless they are closed: from now on, only settlements give them. */
export async function closeSeats(table: Table, event: string): Promise<void> {
  const state = await readSeatState(table, event)
  if (state && !state.is_open) return
  const change = state
    ? advancing(table, event, state, { version: state.version + 1, is_open: false })
    : newlyClosed(table, event)
  await transact(table, [change, dueSettlement(table, event)])
}

/**
 * Closes all buckets at a version, and reads them after the last one is closed: from then on, seats are given back to
 * them and not taken.
 */
export async function closeBuckets(table: Table, keys: Key[], { version }: SeatState) {
  const buckets = await getMany(table, keys, { consistent: true })
  const open = keys.filter((_, i) => ((buckets[i]?.['version'] as number | undefined) ?? 0) < version)
  if (open.length === 0) return buckets
  await inParallel(open, AT_ONCE, (key) => setBucket(table, key, version, { is_open: false }))
  return getMany(table, keys, { consistent: true })
}

/** Opens all buckets at a version with the seats that the state plans for them. */
export async function openBuckets(table: Table, keys: Key[], { version, quotas = [] }: SeatState) {
  const buckets = await getMany(table, keys, { consistent: true })
  const seats = keys
    .map((key, i) => ({ key, quota: quotas[i] ?? 0, bucket: buckets[i] }))
    .filter(({ bucket }) => ((bucket?.['version'] as number | undefined) ?? 0) < version)
  await inParallel(seats, AT_ONCE, ({ key, quota }) => setBucket(table, key, version, { is_open: true, quota }))
}

const AT_ONCE = 16

/** A bucket changes once for each version, whichever process is first. */
const setBucket = (table: Table, Key: Key, version: number, { is_open, quota }: { is_open: boolean; quota?: number }) =>
  updateIgnoringConflict(table, {
    Key,
    UpdateExpression: `SET version = :version, is_open = :open${quota === undefined ? '' : ', open_seats = :quota - if_not_exists(taken, :zero)'}`,
    ConditionExpression: 'attribute_not_exists(version) OR version < :version',
    ExpressionAttributeValues: {
      ':version': version,
      ':open': is_open,
      ...(quota !== undefined && { ':quota': quota, ':zero': 0 }),
    },
  })

/** Leaves a record that seats are to be settled, for the case that this process crashes before it does that. */
export const dueSettlement = (table: Table, event: string, id: string = randomUUID()): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { event, ...waitingAttributes('places', event), ...keyOf.dueSettlement(event, id) },
  },
})

/** Returns the writes by which a change of an event has its seats settled. */
export function seatsChange(table: Table, before: OsdiEvent, after: OsdiEvent): TransactItem[] {
  const hasOtherCapacity = before.capacity !== after.capacity
  const adopts = before.capacity === undefined && before.past_capacity === undefined
  // An event that was over and takes place later promotes again.
  const isDue = hasOtherCapacity || before.waitlist !== after.waitlist || overAt(before) !== overAt(after)
  return [
    ...(hasOtherCapacity ? [closing(table, after.id, adopts)] : []),
    ...(isDue && isSettled(after) ? [dueSettlement(table, after.id)] : []),
  ]
}
