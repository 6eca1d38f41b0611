import { AsyncLocalStorage } from 'node:async_hooks'
import { OsdiError } from '../runtime/errors.js'
import { noteWrite, pauseWithinDeadline } from '../runtime/request-context.js'
import { type Conflicts, type TransactItem, keyOfOperation } from '../table/conflicts.js'
import type { Table } from '../table/table.js'
import {
  type Joining,
  appendAt,
  atLeast,
  forgetLengths,
  lengthsOf,
  positionsAfter,
  type WithCount,
  keyedMutex,
} from './append-at.js'
import { isContended, recordContention } from './contention.js'
import { type NumberedList, type Position, blocksOf } from './numbered-list.js'
import { outOfIndex, segmentsFrom } from './segments.js'

/** The end of a member: written, the items that conflict with its own, or that others came to the end of a list. */
export type Joined = 'written' | 'missed' | Conflicts

/** A member that joins lists. */
export interface Member {
  /** Builds its items for its positions, one for each list; called for every attempt. */
  items: (positions: Position[]) => TransactItem[]
  /** The writes that come with it into the first list. */
  count: WithCount
  /** The lengths of the lists, if its request has just read them. */
  known?: number[] | undefined
}

/** The most operations of a transaction, and the most characters of its members: DynamoDB takes 4 MB. */
const MOST_OPERATIONS = 100
const MOST_TEXT = 1_000_000

/**
 * From this number of members on, their ordinals are in a segment and not in the index of members, where each of them
 * costs a unit in each list. Fewer stay in the index, which is cheaper to read.
 */
const SEGMENT_FROM = 8

type Into = [NumberedList, ...NumberedList[]]

/**
 * Attempts of a transaction of that many members against other processes at the end of its lists. A deferred member
 * costs two requests and twice the units; a refused attempt costs as much as its members save.
 */
const MOST_ATTEMPTS = 4

/** A member that waits until the lists of its queue are free. */
interface Waiting extends Member {
  /** Attempts that lost against other processes. */
  lost: number
  end: (joined: Joined) => void
  fail: (error: unknown) => void
  /** Runs work for its request. */
  run: <Result>(work: () => Result) => Result
}

const queues = new WeakMap<Table, Map<string, Waiting[]>>()

/**
 * Appends a member to each of the lists by a transaction with all members of this process that wait for the same lists:
 * the requests that a process answers at once, or the rows of one. A member that finds the lists free does not wait. It
 * is attempted once.
 * @throws OsdiError busy, unknown_outcome; the error of the admission where the first list does not meet it
 */
export async function joinTogether(table: Table, into: Into, member: Member): Promise<Joined> {
  const ofTable = queues.get(table) ?? new Map<string, Waiting[]>()
  queues.set(table, ofTable)
  const name = into.map((each) => each.name).join('\n')
  const queue = ofTable.get(name) ?? []
  ofTable.set(name, queue)
  const { promise, resolve: end, reject: fail } = Promise.withResolvers<Joined>()
  queue.push({ ...member, lost: 0, end, fail, run: AsyncLocalStorage.snapshot() })
  if (queue.length === 1) lead(table, into, queue)
  try {
    const joined = await promise
    // The transaction may have been that of another request.
    if (joined === 'written') noteWrite()
    return joined
  } catch (error) {
    if (!(error instanceof OsdiError) || error.code === 'unknown_outcome') noteWrite()
    throw error
  } finally {
    if (queue.length === 0 && ofTable.get(name) === queue) ofTable.delete(name)
  }
}

/** Lets the first of a queue wait for the lists, and write for all who have come until then. */
function lead(table: Table, into: Into, queue: Waiting[]): void {
  const [first] = queue
  if (!first) return
  const turn = first.run(() =>
    withAllMutexes(table, into, (waited) => writeFirst(table, into, queue, { waited, known: first.known })),
  )
  // It has not had its turn, or cannot be written at all.
  turn.catch((error: unknown) => {
    const at = queue.indexOf(first)
    if (at >= 0) queue.splice(at, 1)
    first.fail(error)
    if (at >= 0) lead(table, into, queue)
  })
}

/** Writes as many of a queue as a transaction takes. The first of the others leads from then on. */
async function writeFirst(
  table: Table,
  into: Into,
  queue: Waiting[],
  { waited, known }: { waited: boolean; known: number[] | undefined },
) {
  if (into.some((list) => isContended(table, list))) {
    queue.splice(0).forEach(({ end }) => end('missed'))
    return
  }
  const lengths = waited || !known ? await lengthsOf(table, into, waited) : atLeast(table, into, known)
  const taken = takeFirst(into, lengths, queue)
  const { members, segments } = inSegments(table, into, lengths, taken)
  // Members that come from now on wait for their own turn.
  lead(table, into, queue)
  try {
    const left = await writeMembers(table, into, lengths, members, segments)
    if (left.length > 0 && queue.unshift(...left) === left.length) lead(table, into, queue)
  } catch (error) {
    members.forEach(({ waiting }) => waiting.fail(error))
  }
}

/** A member of a transaction. */
interface Taken extends Joining {
  waiting: Waiting
}

/** Takes the members from a queue whose items go into one transaction, at least one. */
function takeFirst(into: Into, lengths: number[], queue: Waiting[]): [Taken, ...Taken[]] {
  const built = (waiting: Waiting, others: number): Taken => ({
    waiting,
    count: waiting.count,
    items: waiting.items(positionsAfter(into, lengths, others)),
  })
  const first = built(queue[0] as Waiting, 0)
  queue.shift()
  const taken: [Taken, ...Taken[]] = [first]
  const keys = new Set(first.items.map(keyTextOf))
  let [operations, text] = [into.length + first.items.length, JSON.stringify(first.items).length]
  // The first member of a list brings items that are written once.
  for (let next = queue[0]; next && lengths[0] !== 0; next = queue[0]) {
    const member = built(next, taken.length)
    operations += member.items.length
    text += JSON.stringify(member.items).length
    const withSegments = operations + segmentsFor(into, lengths, taken.length + 1)
    const isFitting = withSegments <= MOST_OPERATIONS && text <= MOST_TEXT && isAdmittedWith(first, member)
    // A transaction holds one operation on an item: two members may take seats from the same bucket.
    if (!isFitting || member.items.some((item) => keys.has(keyTextOf(item)))) break
    member.items.forEach((item) => keys.add(keyTextOf(item)))
    taken.push(member)
    queue.shift()
  }
  return taken
}

const isAdmittedWith = ({ count: one }: Taken, { count: other }: Taken) =>
  one.admission?.condition === other.admission?.condition

const keyTextOf = (item: TransactItem) => {
  const { pk, sk } = keyOfOperation(item)
  return `${pk}\n${sk}`
}

/** The number of segments that members of one transaction need. */
const segmentsFor = (into: Into, lengths: number[], members: number) =>
  members < SEGMENT_FROM
    ? 0
    : into.flatMap((list, i) => {
        const before = lengths[i] as number
        return blocksOf(list, before + 1, before + members)
      }).length

/** Puts many members of a transaction into segments, one for each block of a list, as sequencers do. */
function inSegments(
  table: Table,
  into: Into,
  lengths: number[],
  taken: [Taken, ...Taken[]],
): { members: [Taken, ...Taken[]]; segments: TransactItem[] } {
  if (taken.length < SEGMENT_FROM) return { members: taken, segments: [] }
  const items = taken.map((each) => each.items)
  const segments = into.flatMap((list, i) => segmentsFrom(table, list, (lengths[i] as number) + 1, items))
  const members = taken.map((each) => ({ ...each, items: each.items.map(outOfIndex) }))
  return { members: members as [Taken, ...Taken[]], segments }
}

/**
 * Writes members by one transaction.
 * @returns those that are to be written again, because the items of others, or another process, stood against the
 *   transaction
 */
async function writeMembers(
  table: Table,
  into: Into,
  lengths: number[],
  members: [Taken, ...Taken[]],
  segments: TransactItem[],
): Promise<Waiting[]> {
  const begin = performance.now()
  const { outcome, isFirst } = await appendAt(table, into, lengths, members, segments)
  if (outcome === 'written') {
    members.forEach(({ waiting }) => waiting.end('written'))
    return []
  }
  const left: Waiting[] = []
  for (const { waiting, items } of members) {
    const conflicts = outcome.among(items)
    if (conflicts.isEmpty) left.push(waiting)
    else waiting.end(conflicts)
  }
  if (left.length < members.length && !into.some(({ length }) => outcome.at(length))) return left
  // Others came to the end of one of the lists.
  const [first] = left
  if (first && left.length >= SEGMENT_FROM && ++first.lost < MOST_ATTEMPTS) {
    forgetLengths(table, into)
    await waitForOthers(table, into, performance.now() - begin)
    return left
  }
  if (!isFirst && left.length > 0) into.forEach((list) => recordContention(table, list))
  left.forEach(({ end }) => end('missed'))
  return []
}

/** Runs work when it is its turn in each of the lists, in the order of their names: no two wait for each other. */
function withAllMutexes<Result>(
  table: Table,
  into: NumberedList[],
  work: (waited: boolean) => Promise<Result>,
): Promise<Result> {
  const names = into.map(({ name }) => name).sort()
  return names.reduceRight<(waited: boolean) => Promise<Result>>(
    (inner, name) => (before) => keyedMutex(table, name, (waited) => inner(before || waited)),
    work,
  )(false)
}

/** Longest wait for others, in milliseconds. */
const PATIENCE_MS = 2_000

/**
 * Waits until the lengths of lists stay as they are for the time of an attempt, as a process writes one transaction
 * after the other. Reading them costs less than an attempt that is refused.
 */
async function waitForOthers(table: Table, into: Into, attempt_ms: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  let seen: string | undefined
  while (performance.now() < end && (await pauseWithinDeadline(attempt_ms * (0.5 + Math.random())))) {
    const lengths = (await lengthsOf(table, into, false)).join()
    if (lengths === seen) return
    seen = lengths
  }
}
