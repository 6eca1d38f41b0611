import type { Clock } from './clock.js'

/** A Lambda function as one instance has it. */
export type Instance = (event: unknown, context: object) => unknown

/** The answer of a function, as far as the model uses it. */
export interface Answered {
  statusCode: number
  body?: string
}

export interface FleetOptions {
  /** Starts another instance with its own state. */
  start: () => Instance
  clock: Clock
  /** Most instances at once. AWS sets this limit for all functions of a new account, and raises it on request. */
  most?: number
  timeoutMs?: number
}

/** A function's answer when Lambda has no instance left, or the function took too long. */
const TOO_MANY: Answered = { statusCode: 429 }
const TIMED_OUT: Answered = { statusCode: 504 }

/**
 * The instances of a Lambda function. Each serves one request at a time; a request that finds no idle instance starts a
 * new one. Cold starts take no time in the model.
 */
export class Fleet {
  size = 0
  private readonly idle: Instance[] = []

  constructor(private readonly options: FleetOptions) {}

  async invoke(event: unknown): Promise<Answered> {
    const { start, clock, most = 1000, timeoutMs = 10_000 } = this.options
    let instance = this.idle.pop()
    if (!instance) {
      if (this.size === most) return TOO_MANY
      this.size++
      instance = start()
    }
    const deadline = clock.now + timeoutMs
    const context = { getRemainingTimeInMillis: () => Math.max(0, deadline - clock.now) }
    const answer = (await instance(event, context)) as Answered
    this.idle.push(instance)
    return clock.now > deadline ? TIMED_OUT : answer
  }
}
