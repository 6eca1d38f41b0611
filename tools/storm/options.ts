import { FAULTS, type FaultRates } from './faults/faults.js'

/** The strength of a storm. */
export interface StormOptions {
  seed: number
  /** Number of operations that callers want; each is sent once or more often. */
  operations: number
  /** Server processes, and processes that only sweep. */
  servers: number
  sweepers: number
  /** Operations under way at once. */
  callers: number
  /** Processes that are killed with -9 and started again. */
  kills: number
  rates: FaultRates
  /** The probability that a gust begins with a request to DynamoDB. */
  gusts: number
}

/** Shares of the requests to DynamoDB that meet each fault, where it can happen. */
export const RATES: FaultRates = {
  throttled: 0.06,
  conflict: 0.03,
  unprocessed: 0.05,
  error: 0.01,
  reset: 0.02,
  'error after': 0.01,
  lost: 0.03,
  late: 0.005,
  delayed: 0.08,
}

export const DEFAULTS: StormOptions = {
  seed: 1,
  operations: 500,
  servers: 3,
  sweepers: 2,
  callers: 24,
  kills: 6,
  rates: RATES,
  gusts: 0.004,
}

/**
 * Reads rates as `throttled=0.2,late=0`; faults that are not named keep theirs.
 * @throws Error naming the fault or the rate that is none
 */
export function readRates(text: string, rates: FaultRates = RATES): FaultRates {
  const read = { ...rates }
  for (const part of text.split(',').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=').map((each) => each.trim())
    const fault = FAULTS.find((each) => each === name)
    if (!fault) throw new Error(`There is no fault "${name}"; there are ${FAULTS.join(', ')}.`)
    const rate = Number(value)
    if (value === '' || !(rate >= 0 && rate <= 1)) throw new Error(`The rate of ${name} must be from 0 to 1.`)
    read[fault] = rate
  }
  return read
}
