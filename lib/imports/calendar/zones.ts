import { isTimeZone, spelledTimeZone } from '../../fields/time-zone.js'

/*
 * Calendars name time zones as they like: by the database, with a path before it, as Windows does, or by a definition
 * of their own.
 */

/** Zones of Windows, by the names that Outlook and Exchange write. */
const OF_WINDOWS: Record<string, string> = {
  'hawaiian standard time': 'Pacific/Honolulu',
  'alaskan standard time': 'America/Anchorage',
  'pacific standard time': 'America/Los_Angeles',
  'pacific standard time (mexico)': 'America/Tijuana',
  'us mountain standard time': 'America/Phoenix',
  'mountain standard time': 'America/Denver',
  'central standard time': 'America/Chicago',
  'canada central standard time': 'America/Regina',
  'central standard time (mexico)': 'America/Mexico_City',
  'central america standard time': 'America/Guatemala',
  'eastern standard time': 'America/New_York',
  'us eastern standard time': 'America/Indiana/Indianapolis',
  'sa pacific standard time': 'America/Bogota',
  'atlantic standard time': 'America/Halifax',
  'sa western standard time': 'America/Puerto_Rico',
  'newfoundland standard time': 'America/St_Johns',
  'e. south america standard time': 'America/Sao_Paulo',
  'argentina standard time': 'America/Argentina/Buenos_Aires',
  'pacific sa standard time': 'America/Santiago',
  'greenwich standard time': 'Atlantic/Reykjavik',
  'gmt standard time': 'Europe/London',
  'w. europe standard time': 'Europe/Berlin',
  'central europe standard time': 'Europe/Budapest',
  'romance standard time': 'Europe/Paris',
  'central european standard time': 'Europe/Warsaw',
  'gtb standard time': 'Europe/Bucharest',
  'fle standard time': 'Europe/Kyiv',
  'e. europe standard time': 'Europe/Chisinau',
  'turkey standard time': 'Europe/Istanbul',
  'russian standard time': 'Europe/Moscow',
  'israel standard time': 'Asia/Jerusalem',
  'egypt standard time': 'Africa/Cairo',
  'south africa standard time': 'Africa/Johannesburg',
  'w. central africa standard time': 'Africa/Lagos',
  'e. africa standard time': 'Africa/Nairobi',
  'arabian standard time': 'Asia/Dubai',
  'pakistan standard time': 'Asia/Karachi',
  'india standard time': 'Asia/Kolkata',
  'se asia standard time': 'Asia/Bangkok',
  'china standard time': 'Asia/Shanghai',
  'singapore standard time': 'Asia/Singapore',
  'taipei standard time': 'Asia/Taipei',
  'tokyo standard time': 'Asia/Tokyo',
  'korea standard time': 'Asia/Seoul',
  'w. australia standard time': 'Australia/Perth',
  'cen. australia standard time': 'Australia/Adelaide',
  'e. australia standard time': 'Australia/Brisbane',
  'aus eastern standard time': 'Australia/Sydney',
  'new zealand standard time': 'Pacific/Auckland',
  utc: 'UTC',
}

/** Zones by their offsets from UTC in winter and in summer, for definitions without a known name. */
const BY_OFFSETS: Record<string, string> = {
  '-1000 -1000': 'Pacific/Honolulu',
  '-0900 -0800': 'America/Anchorage',
  '-0800 -0700': 'America/Los_Angeles',
  '-0700 -0700': 'America/Phoenix',
  '-0700 -0600': 'America/Denver',
  '-0600 -0600': 'America/Mexico_City',
  '-0600 -0500': 'America/Chicago',
  '-0500 -0500': 'America/Bogota',
  '-0500 -0400': 'America/New_York',
  '-0400 -0400': 'America/Puerto_Rico',
  '-0400 -0300': 'America/Halifax',
  '-0330 -0230': 'America/St_Johns',
  '-0300 -0300': 'America/Sao_Paulo',
  '+0000 +0000': 'UTC',
  '+0000 +0100': 'Europe/London',
  '+0100 +0200': 'Europe/Berlin',
  '+0200 +0200': 'Africa/Johannesburg',
  '+0200 +0300': 'Europe/Athens',
  '+0300 +0300': 'Europe/Moscow',
  '+0530 +0530': 'Asia/Kolkata',
  '+0800 +0800': 'Asia/Singapore',
  '+0900 +0900': 'Asia/Tokyo',
  '+1000 +1100': 'Australia/Sydney',
  '+1200 +1300': 'Pacific/Auckland',
}

/** A zone of a calendar as it is understood; `why` says what was done to a name that is not known. */
export interface KnownZone {
  zone: string | undefined
  why?: string
}

/** Returns the zone of the database that a name of a calendar stands for. @param definition its VTIMEZONE, if any */
export function zoneNamed(name: string, definition: string | undefined): KnownZone {
  const parts = name.split('/').filter(Boolean)
  const tails = parts.map((_, i) => parts.slice(i).join('/'))
  const found =
    tails.map(spelledZone).find((zone) => zone !== undefined) ??
    OF_WINDOWS[name.trim().toLowerCase()] ??
    spelledZone(/^X-LIC-LOCATION:(.*)$/im.exec(definition ?? '')?.[1]?.trim() ?? '')
  if (found !== undefined) return { zone: found }
  const likely = BY_OFFSETS[offsetsOf(definition ?? '')]
  return likely === undefined
    ? {
        zone: undefined,
        why: `The time zone "${name.slice(0, 60)}" is unknown: its clock is that of the venue.`,
      }
    : { zone: likely, why: `The time zone "${name.slice(0, 60)}" is taken for ${likely}, by its offsets.` }
}

const spelledZone = (name: string) => (isTimeZone(name) ? spelledTimeZone(name) : undefined)

/** The offsets of a definition: those of its last parts, which are in force. */
function offsetsOf(definition: string): string {
  const offsetIn = (part: string) => {
    const all = [...definition.matchAll(new RegExp(`BEGIN:${part}\\b([\\s\\S]*?)END:${part}`, 'gi'))]
    return /^TZOFFSETTO:([+-]\d{4})/im.exec(all.at(-1)?.[1] ?? '')?.[1]
  }
  const standard = offsetIn('STANDARD') ?? ''
  return `${standard} ${offsetIn('DAYLIGHT') ?? standard}`
}
