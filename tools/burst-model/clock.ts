/** A callback that waits for its moment. */
interface Waiting {
  time: number
  /** Orders callbacks of the same moment: first in, first out. */
  turn: number
  call: (() => void) | undefined
}

/** The result of Node's `setTimeout`, as far as callers use it. */
export interface Timeout {
  ref(): Timeout
  unref(): Timeout
  hasRef(): boolean
  cancel(): void
}

/** A fixed start, so that runs are the same. */
const BEGIN = Date.UTC(2026, 0, 1)

/**
 * Virtual time. It advances only when no other work is left, so that code that waits for a second takes no real time,
 * and a run has the same result on a slow machine and on a fast one.
 */
export class Clock {
  /** Milliseconds since 1970, with fractions. */
  now = BEGIN
  private readonly waiting: Waiting[] = []
  private turns = 0
  private broken: Error | undefined

  /** Milliseconds since the clock was made. */
  get elapsed(): number {
    return this.now - BEGIN
  }

  /** The clock that only goes forward, as code in the machine has it. */
  readonly performance = { timeOrigin: BEGIN, now: () => this.elapsed }

  /** Calls back after some milliseconds, which may be fractions of one. */
  after(ms: number, call: () => void): Waiting {
    const waiting = { time: this.now + ms, turn: this.turns++, call }
    push(this.waiting, waiting)
    return waiting
  }

  /** Resolves after some milliseconds. */
  readonly sleep = <Value = undefined>(ms: number, value?: Value): Promise<Value> =>
    new Promise((resolve) => this.after(ms, () => resolve(value as Value)))

  /** Lets time pass until the condition holds. @throws Error when nothing is left that time could bring */
  async run(until: () => boolean): Promise<void> {
    for (;;) {
      await nextTick()
      if (this.broken) throw this.broken
      if (until()) return
      const next = pop(this.waiting)
      if (!next) throw new Error('Everything waits for something that no time brings')
      this.now = Math.max(this.now, next.time)
      next.call?.()
    }
  }

  /** Stops the run with an error of a callback, which has no caller that could catch it. */
  fail(error: unknown): void {
    this.broken ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Lets time pass until a promise is settled. */
  async resolved<Value>(promise: Promise<Value>): Promise<Value> {
    let done = false
    const ended = promise.finally(() => (done = true))
    ended.catch(() => undefined)
    await this.run(() => done)
    return ended
  }

  /** The global `setTimeout` of code that lives in this time; as Node's, it waits at least a millisecond. */
  readonly setTimeout = (call: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Timeout => {
    const waiting = this.after(Math.max(1, ms || 1), () => call(...args))
    const timeout: Timeout = {
      ref: () => timeout,
      unref: () => timeout,
      hasRef: () => true,
      cancel: () => (waiting.call = undefined),
    }
    return timeout
  }

  /** As Node's, it ignores what is no timer: the SDK clears `-1` where it set none. */
  readonly clearTimeout = (timeout: Timeout | number | undefined): void => {
    if (typeof timeout === 'object') timeout.cancel()
  }

  /** The `setTimeout` of `node:timers/promises`, for code that lives in this time. */
  readonly pause = <Value>(ms = 1, value?: Value, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<Value>((resolve, reject) => {
      const timeout = this.setTimeout(() => resolve(value as Value), ms)
      signal?.addEventListener('abort', () => {
        timeout.cancel()
        reject(signal.reason as Error)
      })
    })

  /** The global `Date` of code that lives in this time. */
  readonly Date = dateOf(this)
}

/** Promises and ticks have all had their turn when the event loop comes round. */
const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

function dateOf(clock: Clock): DateConstructor {
  class VirtualDate extends Date {
    constructor(...args: [] | [number | string | Date]) {
      if (args.length === 0) super(Math.floor(clock.now))
      else super(...args)
    }
    static override now = () => Math.floor(clock.now)
  }
  return VirtualDate as DateConstructor
}

const isBefore = (one: Waiting, other: Waiting) =>
  one.time < other.time || (one.time === other.time && one.turn < other.turn)

/** A binary heap: a run has tens of thousands waiting at once. */
function push(heap: Waiting[], waiting: Waiting): void {
  let at = heap.length
  for (; at > 0;) {
    const parent = (at - 1) >> 1
    if (!isBefore(waiting, heap[parent] as Waiting)) break
    heap[at] = heap[parent] as Waiting
    at = parent
  }
  heap[at] = waiting
}

function pop(heap: Waiting[]): Waiting | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last || heap.length === 0) return first
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Waiting, heap[child] as Waiting)) child++
    if (!isBefore(heap[child] as Waiting, last)) break
    heap[at] = heap[child] as Waiting
    at = child
  }
  heap[at] = last
  return first
}
