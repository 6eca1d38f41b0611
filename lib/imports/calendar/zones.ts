import ICAL from 'ical.js'
import { instantOf } from '../../events/zoned.js'
import { isTimeZone, spelledTimeZone } from '../../fields/time-zone.js'

/*
 * Calendars name time zones as they like: by the database, with a path before it, as Windows does, or by a definition
 * of their own. A name of the database with its region counts; of any other one counts what the file defines.
 */

/** A zone of a calendar as it is understood; `why` says what was done to a name that is not known. */
export interface KnownZone {
  zone: string | undefined
  why?: string
}

/** Letters of a name that count: the parts of a longer one would be tried one by one. */
const LONGEST_NAME = 200

/** Returns the zone of the database that a name stands for. @param definition its VTIMEZONE; @param year is compared */
export async function zoneNamed(given: string, definition: string | undefined, year: number): Promise<KnownZone> {
  const name = given.slice(0, LONGEST_NAME)
  const ofPath = zonesInPath(name)
  const sure = ofPath.find((zone) => zone.includes('/'))
  if (sure) return { zone: sure }
  const offsets = definition === undefined ? undefined : offsetsOf(definition, year)
  const { windows, zones } = await windowsZones()
  // Outlook adds a number to a name that a calendar has twice.
  const plain = name.trim().toLowerCase()
  const ownLocation = /^X-LIC-LOCATION:(.*)$/im.exec(definition ?? '')?.[1]?.trim() ?? ''
  const named = [
    ...ofPath,
    ...spelled(ownLocation),
    ...spelled(name.trim().replace('-', '/')),
    ...spelled(windows.get(plain) ?? windows.get(plain.replace(/ \d+$/, ''))),
    ...zonesShown(name, zones),
  ]
  const shown = `The time zone "${name.slice(0, 60)}"`
  if (!offsets)
    return named[0] === undefined
      ? { zone: undefined, why: `${shown} is unknown: its clock is that of the venue.` }
      : { zone: named[0] }
  const agrees = (zone: string) => offsets.every(([clock, offset]) => offsetIn(zone, clock) === offset)
  const agreed = named.find(agrees)
  if (agreed !== undefined) return { zone: agreed }
  const likely = [...windows.values()].filter((zone) => !zone.startsWith('Etc/')).find(agrees)
  if (likely !== undefined) return { zone: likely, why: `${shown} is taken for ${likely}, by its offsets.` }
  return named[0] === undefined
    ? { zone: undefined, why: `${shown} has a clock of its own: it is taken for that of the venue.` }
    : { zone: named[0], why: `${shown} is taken for ${named[0]}, though the file has other offsets.` }
}

const spelled = (name = '') => (isTimeZone(name) ? [spelledTimeZone(name)] : [])

/** The zones at the end of a path, the longest name first. */
function zonesInPath(name: string): string[] {
  const parts = name.trim().split('/').filter(Boolean)
  return parts.flatMap((_, i) => spelled(parts.slice(i).join('/')))
}

type WindowsZones = Awaited<ReturnType<typeof readWindowsZones>>

let zonesOfWindows: Promise<WindowsZones> | undefined

/** The zones of CLDR by the names of Windows, read by the first calendar that needs them. */
const windowsZones = () => (zonesOfWindows ??= readWindowsZones())

/** Those of many countries come first. */
async function readWindowsZones() {
  const { WINDOWS_TO_IANA_MAP: all } = await import('windows-iana')
  const countries = new Map<string, number>()
  for (const { windowsName } of all) countries.set(windowsName, (countries.get(windowsName) ?? 0) + 1)
  const main = all
    .filter(({ territory }) => territory === '001')
    .sort((one, other) => (countries.get(other.windowsName) ?? 0) - (countries.get(one.windowsName) ?? 0))
  return {
    windows: new Map<string, string>(main.map(({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0]])),
    zones: new Set<string>([...main, ...all].flatMap(({ iana }) => [...iana])),
  }
}

/** The zones that a name as Windows shows it may mean: `(UTC+01:00) Amsterdam, Berlin`, `Eastern Time`. */
function zonesShown(name: string, zones: ReadonlySet<string>): string[] {
  const [, sign, hours, minutes, places = ''] =
    /^\s*(?:\((?:UTC|GMT)(?:([+-])(\d\d):?(\d\d))?\))?\s*(.*)$/i.exec(name) ?? []
  const offset = sign && Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60
  const isMeant = (zone: string) => !offset || standardOffset(zone) === offset
  const ofArea = AREAS[/^(\w+) Time/i.exec(places)?.[1]?.toLowerCase() ?? '']
  const cities = places.split(',').map((place) => `/${place.trim().replaceAll(/\s+/g, '_').toLowerCase()}`)
  const ofCities = cities.flatMap((city) => [...zones].filter((zone) => zone.toLowerCase().endsWith(city)))
  return [...(ofArea ? [ofArea] : []), ...ofCities].filter(isMeant)
}

/** Areas that Windows shows without a city. */
const AREAS: Record<string, string> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  atlantic: 'America/Halifax',
}

const standardOffset = (zone: string) =>
  Math.min(offsetIn(zone, '2026-01-15T12:00:00'), offsetIn(zone, '2026-07-15T12:00:00'))

/** Seconds that a zone is ahead of UTC at a time of its clock. */
const offsetIn = (zone: string, clock: string) => (Date.parse(`${clock}Z`) - Date.parse(instantOf(clock, zone))) / 1_000

/** The rules of definitions that are expanded: once a year. Others could take long, or have no date at all. */
const YEARLY =
  /^RRULE:(?:(?:FREQ=YEARLY|INTERVAL=1|COUNT=\d{1,3}|UNTIL=\w+|WKST=\w\w|BYMONTH=\d{1,2}|BYDAY=(?:-?[1-4]|)(?:MO|TU|WE|TH|FR|SA|SU)|BYMONTHDAY=(?:1?\d|2[0-8])(?:,(?:1?\d|2[0-8]))*);?)+$/i

/** Seconds that a definition is ahead of UTC, twice a month. @returns undefined for a definition that is none */
function offsetsOf(definition: string, year: number): [string, number][] | undefined {
  const rules = definition.split(/\r?\n/).filter((line) => /^RRULE[:;]/i.test(line))
  if (!rules.every((rule) => YEARLY.test(rule.trim()))) return undefined
  try {
    const component = new ICAL.Component(ICAL.parse(`BEGIN:VTIMEZONE\r\n${definition}\r\nEND:VTIMEZONE`) as unknown[])
    const zone = new ICAL.Timezone(component)
    if (component.getAllSubcomponents().length === 0) return undefined
    return Array.from({ length: 24 }, (_, i) => {
      const time = new ICAL.Time(
        { year, month: Math.floor(i / 2) + 1, day: i % 2 === 0 ? 1 : 15, hour: 12 },
        ICAL.Timezone.localTimezone,
      )
      return [time.toString(), zone.utcOffset(time)]
    })
  } catch {
    return undefined
  }
}
