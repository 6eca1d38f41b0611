import type ICAL from 'ical.js'
import { instantOf, wallClockAt } from '../../events/zoned.js'
import type { KnownZone } from './zones.js'

/**
 * A time of a calendar. Without a zone, it is what the clock at the venue shows. With `isUtc` the clock is that of UTC,
 * as repetitions count it, and the zone the one in which it is shown.
 */
export interface CalendarTime {
  clock: string
  isDay: boolean
  isUtc: boolean
  zone: string | undefined
}

/** An event of a calendar, or a changed date of one. */
export interface ParsedEvent {
  uid: string
  sequence: number
  /** The date of its series that it changes. */
  replaces?: CalendarTime
  start: CalendarTime
  /** The end on the clock of the start. */
  end?: string
  /** The seconds that it lasts, in place of an end: they count on when the clocks change. */
  lasts?: number
  rule?: string
  /** Further dates, and those that are left out: wall clocks of the start, or days. */
  added: string[]
  except: Set<string>
  /** The last change at its calendar, and when it was written, in UTC. */
  modified?: string
  stamped?: string
  status: string
  isPrivate: boolean
  title: string
  description: string
  location: string
  url: string
  /** Fields that are not kept as they are, and why. */
  losses: { field: string; why: string }[]
}

/** The facts of a calendar that its events share. */
export interface CalendarContext {
  /** The zone of the whole calendar. */
  zone: string | undefined
  zoneNamed: (name: string) => KnownZone
  /** The purpose for which the calendar was mailed. */
  method?: string | undefined
}

/** An event that cannot be read, and why, for people. */
export class Unreadable extends Error {}

/** Whether an event is an older version than another. */
export const isOlder = (one: ParsedEvent, other: ParsedEvent): boolean =>
  one.sequence === other.sequence
    ? (one.modified ?? one.stamped ?? '') < (other.modified ?? other.stamped ?? '')
    : one.sequence < other.sequence

/** Returns the name of a date among those of its series. */
export const dateName = (clock: string) => clock.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(/[-:]/g, '')

/** Properties that are read, and those that are neither kept nor worth a line. */
const SILENT = new Set([
  'uid',
  'sequence',
  'dtstamp',
  'created',
  'last-modified',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'rdate',
  'exdate',
  'recurrence-id',
  'status',
  'class',
  'summary',
  'description',
  'location',
  'url',
  'transp',
  'priority',
  'geo',
  'organizer',
  'request-status',
])

/** Reads an event. @throws Unreadable for one without a start; Error for values that are none */
export function parsedEvent(component: ICAL.Component, zones: CalendarContext): ParsedEvent {
  const losses: ParsedEvent['losses'] = []
  const text = (name: string) => {
    const value: unknown = component.getFirstPropertyValue(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const replaced = timeIn(component.getFirstProperty('recurrence-id'), zones, losses)
  const isCanceled = zones.method === 'CANCEL' || /^CANCELL?ED$/i.test(text('status'))
  // A cancellation of a date need not repeat its time.
  const start = timeIn(component.getFirstProperty('dtstart'), zones, losses) ?? (isCanceled ? replaced : undefined)
  if (!start) throw new Unreadable('It has no start.')
  const onItsClock = (time: CalendarTime) => onClockOf(start, time)
  const replaces = zones.method === 'ADD' ? start : replaced
  const timesOf = (name: string) =>
    component
      .getAllProperties(name)
      .flatMap((property) => timesIn(property, zones, losses))
      .map((time) => (time.isDay ? time.clock.slice(0, 10) : onItsClock(time)))
  const rules = component.getAllProperties('rrule')
  if (rules.length > 1) losses.push({ field: 'RRULE', why: 'It has several rules, of which the first counts.' })
  if (component.getFirstProperty('exrule')) losses.push({ field: 'EXRULE', why: 'Its EXRULE is not read.' })
  if (!text('summary')) losses.push({ field: 'SUMMARY', why: 'It has no title, and gets one here.' })
  if (start.isDay) losses.push({ field: 'DTSTART', why: 'It is for whole days: from 00:00 to 23:59.' })
  if (component.getFirstProperty('recurrence-id')?.getFirstParameter('range'))
    losses.push({ field: 'RECURRENCE-ID', why: 'It changes all later dates there, and this one here.' })
  const others = new Set(component.getAllProperties().map(({ name }) => name))
  for (const name of others)
    if (!SILENT.has(name) && !name.startsWith('x-') && name !== 'exrule')
      losses.push({ field: name.toUpperCase(), why: `${name.toUpperCase()} has no place here.` })
  const instant = (name: string) => {
    const time = component.getFirstPropertyValue(name) as ICAL.Time | null
    return time ? `${time.toString().slice(0, 19)}Z` : undefined
  }
  const [modified, stamped] = [instant('last-modified'), instant('dtstamp')]
  const rule = rules[0] && ruleIn(rules[0], start)
  return {
    uid: text('uid') || `${start.clock} ${text('summary')}`,
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0),
    ...(replaces && { replaces }),
    start,
    ...endOf(component, start, zones, losses),
    ...(rule && { rule }),
    added: timesOf('rdate').map((clock) => (clock.length === 10 ? `${clock}${start.clock.slice(10)}` : clock)),
    except: new Set(timesOf('exdate')),
    ...(modified && { modified }),
    ...(stamped && { stamped }),
    status: isCanceled ? 'CANCELLED' : text('status').toUpperCase(),
    isPrivate: ['PRIVATE', 'CONFIDENTIAL'].includes(text('class').toUpperCase()),
    title: text('summary'),
    description: text('description'),
    location: text('location'),
    url: text('url'),
    losses,
  }
}

/** Returns a time on the clock of another. Where one of them has no zone, both clocks are the same. */
export function onClockOf(start: CalendarTime, time: CalendarTime): string {
  const from = time.isUtc ? 'UTC' : time.zone
  const to = start.isUtc ? 'UTC' : start.zone
  if (from === to || from === undefined || to === undefined) return time.clock
  return wallClockAt(instantOf(time.clock, from), to)
}

function endOf(
  component: ICAL.Component,
  start: CalendarTime,
  zones: CalendarContext,
  losses: ParsedEvent['losses'],
): { end?: string; lasts?: number } {
  const sent = timeIn(component.getFirstProperty('dtend'), zones, losses)
  const duration = component.getFirstPropertyValue('duration') as ICAL.Duration | null
  if (start.isDay) {
    const after = sent?.clock ?? moved(start.clock, duration?.toSeconds() ?? 0)
    // The end of whole days is the day after the last one; some programs write the last one.
    return { end: moved(after > start.clock ? after : moved(start.clock, DAY_S), -60) }
  }
  if (sent) return { end: onClockOf(start, sent) }
  if (!duration) return {}
  const seconds = duration.toSeconds()
  return seconds % DAY_S === 0 ? { end: moved(start.clock, seconds) } : { lasts: seconds }
}

const DAY_S = 86_400

/** Returns a clock some seconds later. */
export const moved = (clock: string, seconds: number) => {
  const time = new Date(Date.parse(`${clock}Z`) + seconds * 1_000)
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9_999) throw new Unreadable('It has no end.')
  return time.toISOString().slice(0, 19)
}

/** The rule, with its end on the clock of the start. Some programs write that it has no count as `COUNT=-1`. */
function ruleIn(property: ICAL.Property, start: CalendarTime): string {
  const rule = String(property.getFirstValue()).replace(/;COUNT=-\d+|COUNT=-\d+;/i, '')
  return rule.replace(/UNTIL=([^;]+)/i, (_, until: string) => {
    const digits = until.replace(/[-:]/g, '').toUpperCase()
    const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
    const clock = `${day}T${digits.slice(9, 11) || '23'}:${digits.slice(11, 13) || '59'}:${digits.slice(13, 15) || '59'}`
    const isUtc = digits.endsWith('Z')
    const own = onClockOf(start, { clock, isDay: false, isUtc, zone: start.zone })
    return `UNTIL=${own.replace(/[-:]/g, '')}Z`
  })
}

const timeIn = (property: ICAL.Property | null, zones: CalendarContext, losses: ParsedEvent['losses']) =>
  property ? timesIn(property, zones, losses)[0] : undefined

function timesIn(property: ICAL.Property, zones: CalendarContext, losses: ParsedEvent['losses']): CalendarTime[] {
  return (property.getValues() as (ICAL.Time | ICAL.Period)[]).map((value, i) => {
    const time = 'start' in value ? value.start : value
    const clock = clockOf(time)
    // The parser takes a day that does not exist for a later one.
    const written: unknown = property.jCal[3 + i]
    if (typeof written === 'string' && !written.startsWith(clock.slice(0, 10))) throw new Error(`${written} is no time`)
    // The parser knows UTC alone; other zones are named beside the time.
    const isUtc = time.zone?.tzid === 'UTC'
    const name = property.getFirstParameter('tzid')
    if (time.isDate || !name) return { clock, isDay: time.isDate, isUtc, zone: zones.zone }
    const { zone, why } = zones.zoneNamed(name)
    const lose = (loss: string) => {
      if (!losses.some((each) => each.why === loss)) losses.push({ field: property.name.toUpperCase(), why: loss })
    }
    if (why) lose(why)
    if (isUtc) lose('It has a time in UTC with a time zone: the zone is the one in which it is shown.')
    return { clock, isDay: false, isUtc, zone }
  })
}

/** Returns what the clock shows. @throws Error for a time that does not exist */
function clockOf({ year, month, day, hour, minute, second }: ICAL.Time): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(Math.min(second, 59))}`
  const date = new Date(`${clock}Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 19) !== clock)
    throw new Unreadable(`${clock} is no time.`)
  return clock
}
