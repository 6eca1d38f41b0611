import { tzOffset } from '@date-fns/tz'

/*
 * Wall clocks and the instants that they show. Without a time zone, a clock shows UTC. Only what writes events
 * loads this: the instants are kept, so that reading needs no rules of summer time (docs/decisions/0005).
 */

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The instant at which a clock shows these digits. Of an hour that comes twice it is the first; an hour that
 * does not exist is counted on from before the gap, as RFC 5545 and Temporal do.
 */
export function instantOf(wallClock: string, zone: string | undefined): string {
  const nominal = Date.parse(`${wallClock}Z`)
  if (zone === undefined) return written(nominal, nominal)
  const before = offsetAt(zone, nominal - DAY_MS)
  const after = offsetAt(zone, nominal + DAY_MS)
  const early = nominal - before
  const late = nominal - after
  const isLate = offsetAt(zone, early) !== before && offsetAt(zone, late) === after
  return written(isLate ? late : early, nominal)
}

export function wallClockAt(instant: string, zone: string | undefined): string {
  const time = Date.parse(instant)
  return written(zone === undefined ? time : time + offsetAt(zone, time), time).slice(0, 19)
}

/** A time zone's offset from UTC. */
const offsetAt = (zone: string, time: number) => tzOffset(zone, new Date(time)) * 60_000

/** Years have four digits: at the edge of what can be written, a time stays as it is. */
function written(time: number, otherwise: number): string {
  const text = new Date(time).toISOString()
  return /^\d{4}-/.test(text) ? text : new Date(otherwise).toISOString()
}
