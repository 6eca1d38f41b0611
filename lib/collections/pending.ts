import { DEFERRED, type NumberedList, membersOf } from './numbered-list.js'
import type { Item } from '../table/table.js'

/** The index of pending members, and its partition key. */
export const PENDING = 'pending'

/** Attributes of a pending member in place of an ordinal: the stream and the sweeper find it by these. */
export interface PendingAttributes {
  /** Partition of the index. */
  [PENDING]: string
  /** Since when the member is pending, as an ISO date. */
  since: string
  /** Name of the list. */
  waits_for: string
}

/**
 * Partitions for each kind of list. A pending member is written to the index and taken from it again, so that five
 * thousand a second are some 600 write units in each partition, of the 1,000 that it takes. New people join two lists
 * at once, which is why each kind of list has partitions of its own.
 */
const PARTITIONS = 16

const partitionsOf = (kind: string) => Array.from({ length: PARTITIONS }, (_, i) => `${kind} ${i.toString(16)}`)

/**
 * Other items that wait in the index for a sequencer, named `totals of <partition>`, for example. All of them concern
 * attendances, and share their partitions.
 */
const WAITING = ['totals', 'places', 'confirmations'] as const
const WAITING_IN = 'attendances'
export type Waiting = (typeof WAITING)[number]

/** All partitions of the index, or those in which members of a list can be. */
export const pendingPartitions = (list?: NumberedList): string[] =>
  list ? partitionsOf(membersOf(list)) : DEFERRED.flatMap(partitionsOf)

const attributesOf = (kind: string, waits_for: string): PendingAttributes => ({
  [PENDING]: `${kind} ${Math.floor(Math.random() * PARTITIONS).toString(16)}`,
  since: new Date().toISOString(),
  waits_for,
})

/** The attributes of a member that becomes pending now. */
export const pendingAttributes = (list: NumberedList): PendingAttributes => attributesOf(membersOf(list), list.name)

/** The attributes of another item that a sequencer has work with. @param of what the work is with */
export const waitingAttributes = (kind: Waiting, of: string): PendingAttributes =>
  attributesOf(WAITING_IN, `${kind} of ${of}`)

/** Work that an item waits for. */
export interface DeferredWork {
  kind: Waiting
  of: string
}

/** The work that an item waits for; undefined for a member of a list. */
export function deferredWorkOf(waits_for: string): DeferredWork | undefined {
  const kind = WAITING.find((each) => waits_for.startsWith(`${each} of `))
  return kind && { kind, of: waits_for.slice(`${kind} of `.length) }
}

/** Whether an item is a pending member, or other work that a sequencer has. A planned mail in the same index is not. */
export const isWaiting = (item: Partial<Item>) => item['waits_for'] !== undefined

export const isPending = (member: Partial<Item> | undefined) => member?.[PENDING] !== undefined

/**
 * Makes a Query for the pending members of a partition, oldest first.
 * @param before asks for those alone that became pending before a time
 */
export const pendingIn = (partition: string, before?: Date) => ({
  IndexName: PENDING,
  KeyConditionExpression: `${PENDING} = :partition${before ? ' AND since < :before' : ''}`,
  ExpressionAttributeValues: { ':partition': partition, ...(before && { ':before': before.toISOString() }) },
})
