import ICAL from 'ical.js'
import { type ParsedEvent, parsedEvent } from './parsed-event.js'
import { zoneNamed } from './zones.js'

/*
 * Reads calendars (RFC 5545). A file is cut into its events before each is parsed: one that is malformed is refused
 * alone, and memory holds the parts of one event at a time.
 */

/** An event of a calendar: what its dates have in common, and the dates that differ. */
export interface CalendarEntry {
  uid: string
  first: ParsedEvent
  /** Dates that were changed, by their original wall clocks. */
  overrides: Map<string, ParsedEvent>
}

/** An event that cannot be read. */
export interface CalendarFault {
  uid: string
  why: string
}

export interface Calendar {
  title: string | undefined
  entries: CalendarEntry[]
  faults: CalendarFault[]
}

/** Events of one calendar; a file of ten megabytes has less. */
const MOST_EVENTS = 50_000

/** Reads a calendar. @returns undefined for what is none, or has more than 50,000 events */
export function readCalendar(bytes: Uint8Array): Calendar | undefined {
  const text = decode(bytes)
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 1_000))) return undefined
  const { events, zones, own } = cut(text)
  if (events.length > MOST_EVENTS) return undefined
  const calendarZone = own.get('X-WR-TIMEZONE')
  const context = {
    zone: calendarZone === undefined ? undefined : zoneNamed(calendarZone, zones.get(calendarZone)).zone,
    zoneNamed: remembered((name: string) => zoneNamed(name, zones.get(name))),
  }
  const calendar: Calendar = { title: own.get('X-WR-CALNAME'), entries: [], faults: [] }
  const parsed = new Map<string, ParsedEvent[]>()
  for (const source of events) {
    try {
      const event = parsedEvent(new ICAL.Component(ICAL.parse(source) as unknown[]), context)
      parsed.set(event.uid, [...(parsed.get(event.uid) ?? []), event])
    } catch (error) {
      const uid = /^UID[^:\n]*:(.*)$/im.exec(source)?.[1] ?? ''
      calendar.faults.push({ uid: uid.slice(0, 200), why: sentence(error) })
    }
  }
  for (const [uid, all] of parsed) calendar.entries.push(...entriesOf(uid, all))
  return calendar
}

const sentence = (error: unknown) => {
  const message = error instanceof Error ? error.message.split('\n')[0]?.slice(0, 200) : ''
  return `It cannot be read${message ? `: ${message}` : '.'}`
}

function decode(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Cuts a text into its events, the definitions of time zones, and the properties of the calendar itself. */
function cut(text: string) {
  const events: string[] = []
  const zones = new Map<string, string>()
  const own = new Map<string, string>()
  let [kind, lines, depth] = ['', [] as string[], 0]
  const end = () => {
    if (kind === 'VEVENT') events.push(['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))
    const zone = kind === 'VTIMEZONE' && lines.find((line) => /^TZID[:;]/i.test(line))
    if (zone) zones.set(zone.slice(zone.indexOf(':') + 1), lines.join('\n'))
    kind = ''
    lines = []
  }
  for (const line of text.split('\n')) {
    const [, border, name = ''] = /^(BEGIN|END):([A-Za-z-]+)\s*$/i.exec(line) ?? []
    const [isBegin, isEnd] = [border?.toUpperCase() === 'BEGIN', border?.toUpperCase() === 'END']
    if (kind === '') {
      if (isBegin && ['VEVENT', 'VTIMEZONE'].includes(name.toUpperCase()))
        [kind, depth] = [name.toUpperCase(), 0]
      else if (!border) keepOwn(line, own)
      continue
    }
    if (isEnd && name.toUpperCase() === kind) {
      end()
      continue
    }
    if (isBegin) depth += 1
    // Alarms within an event are not read. The parts of a time zone have its offsets.
    if (line.trim() !== '' && (kind === 'VTIMEZONE' || depth === 0)) lines.push(line)
    if (isEnd) depth -= 1
  }
  if (kind === 'VEVENT') end()
  return { events, zones, own }
}

function keepOwn(line: string, own: Map<string, string>): void {
  const [, name, value] = /^(X-WR-TIMEZONE|X-WR-CALNAME)[^:]*:(.*)$/i.exec(line) ?? []
  if (name !== undefined && value) own.set(name.toUpperCase(), value.trim().replace(/\\([\\;,])/g, '$1'))
}

/** Returns the events of one UID: one with its changed dates. Without its own event, each changed date is one. */
function entriesOf(uid: string, all: ParsedEvent[]): CalendarEntry[] {
  const overrides = new Map<string, ParsedEvent>()
  let first: ParsedEvent | undefined
  for (const event of all.toSorted((one, other) => one.sequence - other.sequence)) {
    if (event.replaces === undefined) first = event
    else overrides.set(event.replaces, event)
  }
  if (first) return [{ uid, first, overrides }]
  return [...overrides].map(([clock, event]) => ({
    uid: `${uid}/${clock}`,
    first: event,
    overrides: new Map<string, ParsedEvent>(),
  }))
}

function remembered<Value>(find: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return (name) => {
    const found = known.get(name) ?? find(name)
    known.set(name, found)
    return found
  }
}
