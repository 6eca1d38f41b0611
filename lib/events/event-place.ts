import type { OsdiEvent } from './event.js'
import { isOnline } from './event-state.js'
import { inOneLine } from '../locations/location.js'
import type { Messages } from '../texts/messages.js'

/**
 * Returns the location of an event, on one line; empty where it is unknown. The country is named unless it is the US.
 */
export function placeOf(
  { location, attendance_mode }: Pick<OsdiEvent, 'location' | 'attendance_mode'>,
  { lang, messages }: { lang: string; messages: Messages },
): string {
  if (attendance_mode === 'online') return messages.online
  const country = location.country !== 'US' && regionName(lang, location.country)
  const address = [inOneLine(location), country].filter(Boolean).join(', ')
  if (!isOnline(attendance_mode)) return address
  return address ? `${address}, ${messages.also_online}` : messages.online
}

/** Returns the name of a country. */
export const regionName = (lang: string, country: string): string | undefined =>
  new Intl.DisplayNames(lang, { type: 'region' }).of(country)
