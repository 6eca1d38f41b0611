import type { OsdiEvent } from '../events/event.js'

/** Which actions with a start date are read, by the wall clock of their starts. */
export interface StartRange {
  /** The earliest and the latest start, as the beginnings of wall clocks: `2026-11-03`. */
  from?: string | undefined
  to?: string | undefined
  order: 'soonest first' | 'latest first'
  /** The cursor of the page before. */
  after?: string | undefined
}

/** A page of actions with a start date. */
export interface ActionsByStart {
  events: OsdiEvent[]
  /** The cursor of the next page; absent on the last one. */
  next?: string | undefined
}
