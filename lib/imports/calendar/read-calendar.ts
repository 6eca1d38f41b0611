import ICAL from 'ical.js'
import {
  type CalendarTime,
  type ParsedEvent,
  Unreadable,
  dateName,
  isOlder,
  onClockOf,
  parsedEvent,
} from './parsed-event.js'
import { cut, linesOf } from './read-text.js'
import { type KnownZone, zoneNamed } from './zones.js'

/* Reads calendars (RFC 5545), as they are published and as they are mailed (RFC 5546). */

/** An event of a calendar: what its dates have in common, and the dates that differ. */
export interface CalendarEntry {
  uid: string
  first: ParsedEvent
  /** Dates that were changed, by their original wall clocks. */
  overrides: Map<string, ParsedEvent>
  /** The date of its series that it is, in a file without the series. */
  alone?: CalendarTime
}

/** An event that cannot be read, or is not imported. */
export interface CalendarFault {
  kind: 'events'
  id: string
  what: 'refused' | 'left_out'
  why: string
}

export interface Calendar {
  title: string | undefined
  entries: CalendarEntry[]
  faults: CalendarFault[]
}

/** Events of one calendar; a file of ten megabytes has less. */
const MOST_EVENTS = 50_000

/** Reads a calendar. @returns undefined for other files, and for more than 50,000 events */
export async function readCalendar(bytes: Uint8Array): Promise<Calendar | undefined> {
  const calendars = cut(linesOf(bytes))
  const count = calendars.reduce((sum, { events }) => sum + events.length, 0)
  if (calendars.length === 0 || count > MOST_EVENTS) return undefined
  const calendar: Calendar = { title: undefined, entries: [], faults: [] }
  const parsed = new Map<string, ParsedEvent[]>()
  const fault = (id: string, what: CalendarFault['what'], why: string) =>
    calendar.faults.push({ kind: 'events', id: id.slice(0, 200), what, why })
  for (const { events, zones, own } of calendars) {
    calendar.title ??= own.get('X-WR-CALNAME')
    const calendarZone = own.get('X-WR-TIMEZONE') ?? ''
    const known = await zonesIn(events, calendarZone, zones)
    const context = {
      zone: known.get(calendarZone)?.zone,
      zoneNamed: (name: string) => known.get(name) ?? { zone: undefined },
      method: own.get('METHOD')?.toUpperCase(),
    }
    for (const source of events) {
      const uid = /^UID[^:\n]*:(.*)$/im.exec(source)?.[1]?.trim() ?? ''
      if (ANSWERS.has(context.method ?? '')) {
        fault(uid, 'left_out', `It is an answer to an invitation (METHOD:${context.method}), and no event.`)
        continue
      }
      try {
        const event = parsedEvent(
          new ICAL.Component(ICAL.parse(source.replace(SAYING_NOTHING, '')) as unknown[]),
          context,
        )
        parsed.set(event.uid, [...(parsed.get(event.uid) ?? []), event])
      } catch (error) {
        // Messages of the library are for programmers.
        const why = error instanceof Unreadable ? error.message : 'one of its lines has another form.'
        fault(uid, 'refused', `It cannot be read: ${why}`)
      }
    }
  }
  for (const [uid, all] of parsed) calendar.entries.push(...entriesOf(uid, all, (why) => fault(uid, 'left_out', why)))
  return calendar
}

/** Lines that some programs write: repetitions without a value, and lines of their own without a colon. */
const SAYING_NOTHING = /^(?:(?:RRULE|RDATE|EXDATE|EXRULE)[^:\n]*:|X-[^:\n]*)\s*\n/gim

/** Methods of messages about events of others. */
const ANSWERS = new Set(['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH'])

/** A time with a zone: its name, and its year. */
const ZONED = /;TZID=(?:"([^"\n]*)"|([^":;\n]*))[^:\n]*:(\d{4})/gi

/** Returns the zones that the events of a calendar name, as they are in the latest year with that name. */
async function zonesIn(events: string[], calendarZone: string, definitions: ReadonlyMap<string, string>) {
  const years = new Map<string, number>()
  const note = (name: string, year: number) => years.set(name, Math.max(year, years.get(name) ?? 0))
  for (const source of events)
    for (const [, quoted, plain = '', year] of source.matchAll(ZONED)) note(quoted ?? plain, Number(year))
  if (calendarZone !== '') note(calendarZone, Math.max(0, ...years.values()) || FIRST_YEAR)
  const known = new Map<string, KnownZone>()
  for (const [name, year] of years) known.set(name, await zoneNamed(name, definitions.get(name), year))
  return known
}

/** A year of a calendar's zone without a time in any other one. */
const FIRST_YEAR = 2026

/**
 * Returns the events of one UID: one with its changed dates. Without its own event, each changed date stands alone.
 * Some programs give one UID to several events.
 */
function entriesOf(uid: string, all: ParsedEvent[], leaveOut: (why: string) => void): CalendarEntry[] {
  const inOrder = all.toSorted((one, other) => (isOlder(one, other) ? -1 : isOlder(other, one) ? 1 : 0))
  const firsts = new Map<string, ParsedEvent>()
  const newest = inOrder.findLast(({ replaces }) => replaces === undefined)
  for (const event of inOrder.filter(({ replaces }) => replaces === undefined)) {
    const clock = event.start.clock
    const isOld = event.sequence < (newest?.sequence ?? 0) || firsts.has(clock)
    if (isOld) leaveOut('It is there several times: its newest version is taken.')
    if (event.sequence === newest?.sequence) firsts.set(clock, event)
  }
  const changes = inOrder.filter(({ replaces }) => replaces !== undefined)
  if (firsts.size === 0)
    return [...new Map(changes.map((event) => [event.replaces?.clock, event])).values()].map((event) => ({
      uid,
      first: event,
      overrides: new Map<string, ParsedEvent>(),
      ...(event.replaces && { alone: event.replaces }),
    }))
  const changed = [...firsts.values()].find(({ rule }) => rule) ?? newest
  return [...firsts.values()].map((first) => {
    const own = first === changed ? changes : []
    const overrides = new Map(own.map((event) => [clockInSeries(first.start, event.replaces ?? event.start), event]))
    if (firsts.size === 1) return { uid, first, overrides }
    first.losses.push({ field: 'UID', why: 'Other events of the calendar have its UID, too.' })
    return { uid: `${uid}/${dateName(first.start.clock)}`, first, overrides }
  })
}

/** Returns the date that an event changes, on the clock of its series: it names the instant, in any zone. */
export function clockInSeries(start: CalendarTime, replaced: CalendarTime): string {
  const day = replaced.clock.slice(0, 'YYYY-MM-DD'.length)
  if (start.isDay || replaced.isDay) return `${day}${start.clock.slice(day.length)}`
  return onClockOf(start, replaced)
}
