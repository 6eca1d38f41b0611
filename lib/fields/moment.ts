/**
 * A time as a caller may write it. Digits without an offset, or with `Z`, are the wall clock at the venue; a
 * numeric offset makes it an instant (docs/decisions/0005).
 */
export type Moment = { wallClock: string } | { instant: string }

const FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/i

/**
 * Reads `YYYY-MM-DD` or `YYYY-MM-DD[T ]HH:MM[:SS[.fff]]`, with an optional `Z` or offset.
 * @returns undefined when the text has another form or names a day or time that does not exist.
 */
export function readMoment(text: string): Moment | undefined {
  const [, day, time = '00:00', seconds = '00', , sign, hours = '', minutes = ''] = FORM.exec(text) ?? []
  if (!day) return undefined
  const wallClock = `${day}T${time}:${seconds}`
  const utc = new Date(`${wallClock}Z`)
  if (Number.isNaN(utc.getTime()) || toWallClock(utc) !== wallClock) return undefined
  if (!sign) return { wallClock }
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const instant = new Date(utc.getTime() - offset)
  return /^\d{4}-/.test(instant.toISOString()) ? { instant: instant.toISOString() } : undefined
}

const toWallClock = (date: Date) => date.toISOString().slice(0, 19)

/**
 * Reads the same forms as a point in time: UTC where there is no offset. Fractions of a second count.
 * @returns milliseconds since 1970, and whether the text has a numeric offset; undefined when it is not a date
 */
export function readInstant(text: string): { time: number; hasOffset: boolean } | undefined {
  const moment = readMoment(text)
  if (!moment) return undefined
  const fraction = Number(`0${/\.\d+/.exec(text)?.[0] ?? ''}`) * 1000
  const hasOffset = 'instant' in moment
  return { time: Date.parse(hasOffset ? moment.instant : `${moment.wallClock}Z`) + fraction, hasOffset }
}
