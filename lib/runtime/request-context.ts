import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OsdiError } from './errors.js'

/*
 * Shares the state of one request between all code that works for it: the time that is left, whether anything may
 * have been written, what of its query is read, and the ids of the resources that the request creates. It travels
 * with asynchronous calls, so that no signature carries it. Code that runs for no request (commands of the owner,
 * tests) finds no context: its time has no end, and its ids are random.
 */
interface RequestContext {
  /** When waits and retries end, by `performance.now()`: that clock never jumps. */
  deadline: number
  /** Whether DynamoDB has done a write of this request, or may have done one. Shared by copies of the context. */
  writes: { mayBeDone: boolean }
  newId: () => string
  /** Names in its query that its endpoint reads. Shared by copies of the context. */
  parametersRead?: Set<string>
  /** The context of the whole request, if this one is a part of it. */
  whole?: object
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The time of a request that is kept for the answer, in milliseconds, and for records about it. */
const MARGIN_MS = 1_500

/** The part of it that is left for the answer alone. */
const ANSWER_MS = 500

/**
 * Does the work of a request within its time.
 * @param remaining_ms until the function that runs is stopped: `context.getRemainingTimeInMillis()`
 */
export const withDeadline = <Result>(remaining_ms: number, work: () => Result): Result =>
  storage.run(
    {
      deadline: performance.now() + Math.max(0, remaining_ms - MARGIN_MS),
      writes: { mayBeDone: false },
      newId: randomUUID,
      parametersRead: new Set(),
    },
    work,
  )

/** The request for which this code runs, as a key by which its work can be told from that of others. */
export function currentRequest(): object | undefined {
  const context = storage.getStore()
  return context?.whole ?? context
}

/** The milliseconds that waits and retries of this request may still take; never less than 0. */
export const timeLeft = (): number => Math.max(0, (storage.getStore()?.deadline ?? Infinity) - performance.now())

/**
 * Waits, unless this request has not so much time.
 * @returns false, at once, when the time would be over
 */
export async function pauseWithinDeadline(ms: number): Promise<boolean> {
  if (ms >= timeLeft()) return false
  await sleep(ms)
  return true
}

/**
 * Waits for something that others do, and no longer than this request has time.
 * @throws OsdiError busy when the time is over before
 */
export async function beforeDeadline(others: Promise<unknown>): Promise<void> {
  const left = timeLeft()
  if (left === Infinity) {
    await others
    return
  }
  const over = new AbortController()
  const timeout = sleep(left, 'over', { signal: over.signal }).catch(() => 'done')
  try {
    if ((await Promise.race([others, timeout])) === 'over' || timeLeft() === 0)
      throw new OsdiError('busy', 'Too many requests at once; try again')
  } finally {
    over.abort()
  }
}

/** Records that DynamoDB has done a write of this request, or may have done one. */
export function noteWrite(): void {
  const context = storage.getStore()
  if (context) context.writes.mayBeDone = true
}

/** Whether this request may have written anything. */
export const mayHaveWritten = (): boolean => storage.getStore()?.writes.mayBeDone ?? false

/** Records that the endpoint of this request reads parameters of its query. */
export function noteParameters(...names: string[]): void {
  for (const name of names) storage.getStore()?.parametersRead?.add(name)
}

/** Whether the endpoint of this request has read a parameter of its query, sent or not. */
export const isParameterRead = (name: string): boolean => storage.getStore()?.parametersRead?.has(name) ?? false

/**
 * Does work whose writes are none of what the request asks for: limits, claims, locks. They do not count as writes of
 * the request.
 */
export const apartFromRequest = <Result>(work: () => Result): Result => {
  const context = storage.getStore()
  return context ? storage.run({ ...context, writes: { mayBeDone: false } }, work) : work()
}

/** Does a part of a request that may have an effect of its own, whatever other parts have written. */
export const partOfRequest = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const context = storage.getStore()
  if (!context) return work()
  const writes = { mayBeDone: false }
  try {
    return await storage.run({ whole: context, ...context, writes }, work)
  } finally {
    if (writes.mayBeDone) noteWrite()
  }
}

/**
 * Does work that its request can do without, for so many milliseconds at most. Its writes do not count as writes of the
 * request.
 */
export const dispensable = <Result>(ms: number, work: () => Result): Result => {
  const context = storage.getStore() ?? { deadline: Infinity, newId: randomUUID }
  const deadline = Math.min(context.deadline, performance.now() + ms)
  return storage.run({ ...context, deadline, writes: { mayBeDone: false } }, work)
}

/** Does what has to be recorded about a request although its time is over, in a part of the margin. */
export const afterDeadline = <Result>(work: () => Result): Result => {
  const context = storage.getStore()
  if (!context) return work()
  const deadline = context.deadline + MARGIN_MS - ANSWER_MS
  return storage.run({ ...context, deadline, writes: { mayBeDone: false } }, work)
}

/** The id of something that this request creates. */
export const newId = (): string => (storage.getStore()?.newId ?? randomUUID)()

/** Does work whose new ids are those that a function returns, in the order in which they are asked for. */
export const withNewIds = <Result>(newId: () => string, work: () => Result): Result => {
  const context = storage.getStore() ?? { deadline: Infinity, writes: { mayBeDone: false } }
  return storage.run({ ...context, newId }, work)
}

/**
 * Runs work that is not part of the request itself: counting it against a limit, claiming its idempotency key. If that
 * work fails, the request has had no effect, even if the outcome of the count or the claim is unknown.
 * @throws OsdiError busy when the database does not answer; any other error of the work
 */
export async function asBookkeeping<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await apartFromRequest(work)
  } catch (error) {
    if (!(error instanceof OsdiError && error.code === 'unknown_outcome')) throw error
    throw new OsdiError('busy', 'Too many requests at once; try again', [], undefined, error.cause)
  }
}
