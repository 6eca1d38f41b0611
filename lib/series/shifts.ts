import { invalid } from '../runtime/errors.js'

/** Shifts of equal length that follow one another. */
export interface Shifts {
  number: number
  minutes: number
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/**
 * Returns the instants at which shifts start and end: each begins when the one before ends, also where the clock is set
 * in between.
 * @param first instant at which the first one starts
 * @throws OsdiError invalid for shifts that take more than a day
 */
export function shiftTimes(first: string, { number, minutes }: Shifts): { start: string; end: string }[] {
  const isWhole = Number.isSafeInteger(number) && Number.isSafeInteger(minutes) && number > 0 && minutes > 0
  if (!isWhole || number * minutes > DAY_MINUTES) throw tooLong()
  const from = Date.parse(first)
  return Array.from({ length: number }, (_, i) => ({
    start: new Date(from + i * minutes * MINUTE_MS).toISOString(),
    end: new Date(from + (i + 1) * minutes * MINUTE_MS).toISOString(),
  }))
}

const tooLong = () =>
  invalid([
    {
      error_code: 'too_many_shifts',
      description: 'Shifts must have whole numbers from 1 and take at most a day together',
      properties: ['shifts'],
    },
  ])
