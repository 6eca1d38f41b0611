import type { OsdiEvent } from '../events/event.js'
import { type InterfaceChange, type InterfaceDependencies, eventAfter } from '../events/interface-event.js'
import { between, shifted } from '../events/rsvp-window.js'
import type { NewTimes } from './series-edit.js'

/**
 * Makes what moves a date as a change moves the one that it names: by the same difference on the wall clock. A new
 * start moves the whole date. A new end that is sent with it, or alone, moves the end of each by its own difference.
 */
export async function movedTimes(
  anchor: OsdiEvent,
  change: InterfaceChange,
  dependencies: Pick<InterfaceDependencies, 'geocode' | 'now'>,
): Promise<(date: OsdiEvent) => NewTimes> {
  const { start_date, end_date } = change
  if (start_date === undefined && end_date === undefined) return () => ({})
  if (start_date === null) return () => ({ start_date, ...(end_date !== undefined && { end_date: null }) })
  const moving = { ...change, ...(end_date === undefined && { end_date: null }) }
  const after = await eventAfter(anchor, moving, dependencies)
  const moved = after.start_date && anchor.start_date ? between(anchor.start_date, after.start_date) : 0
  const length = after.start_date && after.end_date ? between(after.start_date, after.end_date) : undefined
  const endMoved = anchor.end_date && after.end_date ? between(anchor.end_date, after.end_date) : undefined
  return (date) => {
    const start = date.start_date ? shifted(date.start_date, moved) : after.start_date
    const ends = (): NewTimes['end_date'] => {
      if (end_date === null) return null
      if (end_date === undefined) return date.end_date ? clock(shifted(date.end_date, moved)) : undefined
      if (date.end_date && endMoved !== undefined) return clock(shifted(date.end_date, endMoved))
      return start && length !== undefined ? clock(shifted(start, length)) : undefined
    }
    const end = ends()
    return {
      ...(start_date !== undefined && start && { start_date: clock(start) }),
      ...(end !== undefined && { end_date: end }),
    }
  }
}

const clock = (wallClock: string) => ({ wallClock })
