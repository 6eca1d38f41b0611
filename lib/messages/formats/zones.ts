import { dateOf, formatsOf } from './formats.js'

/** The regions that most zones of North America are named after. */
export type RegionOfZones =
  'Newfoundland' | 'Atlantic' | 'Eastern' | 'Central' | 'Mountain' | 'Pacific' | 'Alaska' | 'Hawaii-Aleutian'

/** The zones of most events, by region, with the hours by which a region is ahead of UTC outside of summer time. */
const REGIONS: [RegionOfZones, hours: number, zones: string[]][] = [
  ['Newfoundland', -3.5, ['America/St_Johns']],
  ['Atlantic', -4, ['America/Halifax', 'America/Moncton', 'America/Puerto_Rico']],
  ['Eastern', -5, ['America/New_York', 'America/Detroit', 'America/Indiana/Indianapolis', 'America/Toronto']],
  ['Central', -6, ['America/Chicago', 'America/Winnipeg', 'America/Regina']],
  ['Mountain', -7, ['America/Denver', 'America/Phoenix', 'America/Boise', 'America/Edmonton']],
  ['Pacific', -8, ['America/Los_Angeles', 'America/Vancouver']],
  ['Alaska', -9, ['America/Anchorage']],
  ['Hawaii-Aleutian', -10, ['Pacific/Honolulu']],
]

const HOUR_MS = 3_600_000

/** An instant, and the wall clock of a zone at that instant. */
export interface Instant {
  instant: string
  wallClock: string
}

/**
 * Returns the name of a time zone, in summer or in winter. The wall clock says which it is, where the zone is one that
 * the language names by itself.
 */
export function nameOfZone(lang: string, timeZone: string, { instant, wallClock }: Instant): string {
  const at = new Date(instant)
  const [region, standard = 0] = REGIONS.find(([, , zones]) => zones.includes(timeZone)) ?? []
  const hours = (dateOf(wallClock).getTime() - at.getTime()) / HOUR_MS
  const named =
    region && [0, 1].includes(hours - standard) && formatsOf(lang).zone?.(region, hours > standard)
  if (named) return named
  const parts = new Intl.DateTimeFormat(lang, { timeZone, timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
